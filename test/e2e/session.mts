import { afterEach, inject } from 'vitest';
import { type Account, N8nRest, owner, readLog } from '../n8n-host/host.mts';

/** The n8n that all files share, several at a time: a file looks at nothing but what it has made itself. */
export async function sharedN8n(account: Account = owner): Promise<N8nRest> {
	const { baseUrl, logFile } = inject('n8n');
	showLogOnFailure(logFile);
	const rest = new N8nRest(baseUrl, account);
	await rest.logIn();
	return rest;
}

/** What n8n itself had to say stands below a test that failed. */
export function showLogOnFailure(logFile: string): void {
	let shown = 0;
	afterEach(({ task }) => {
		const log = readLog(logFile);
		if (task.result?.state === 'fail') console.error(`n8n said:\n${log.slice(shown).slice(-6000)}`);
		shown = log.length;
	});
}
