import { afterEach, inject } from 'vitest';
import { N8nRest, readLog } from '../n8n-host/host.mts';

/** The n8n that all files share, logged in. */
export async function sharedN8n(): Promise<N8nRest> {
	const { baseUrl, logFile } = inject('n8n');
	showLogOnFailure(logFile);
	const rest = new N8nRest(baseUrl);
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
