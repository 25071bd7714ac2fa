// n8n with the connector in it, beside the sandbox. What is changed under nodes/ or credentials/ is compiled into that n8n
// as it is saved, and n8n loads it again; its workflows stay from one run to the next. Icons want a new start.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { report, step } from '../demo/report.mts';
import { endWithParent } from '../end-with-parent.mts';
import {
	type Account,
	type N8nRest,
	randomOwner,
	startN8n,
	type StoredCredential,
} from '../n8n-host/host.mts';
import { startSandbox } from '../sandbox/server.mts';

endWithParent();
const root = join(import.meta.dirname, '..', '..');
const userFolder = join(import.meta.dirname, '.data');
const dist = join(userFolder, '.n8n', 'nodes', 'node_modules', packageJson.name, 'dist');

const sandbox = await startSandbox({ demoData: true });
step('Starting n8n with the connector installed ...');
const account = keptAccount();
const n8n = await startN8n({ userFolder, account, env: { N8N_DEV_RELOAD: 'true' } });
await keepCredential(n8n.rest, 'Feedback sandbox');
report('Editor', n8n.baseUrl);
report('Login', `${account.email} / ${account.password}`);
report('Sandbox', `${sandbox.baseUrl} (key ${sandbox.apiKey})`);
step('Compiling what changes; Ctrl-C ends it');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const compiler = spawn(
	process.execPath,
	[tsc, '--watch', '--preserveWatchOutput', '--outDir', dist],
	{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		compiler.kill();
		void n8n.stop().then(async () => await sandbox.close());
	});
}

/** Made once, since what n8n keeps stays from one run to the next. */
function keptAccount(): Account {
	const file = join(userFolder, 'login.json');
	if (!existsSync(file)) {
		mkdirSync(userFolder, { recursive: true });
		writeFileSync(file, JSON.stringify(randomOwner()), { mode: 0o600 });
	}
	return JSON.parse(readFileSync(file, 'utf8')) as Account;
}

/** The sandbox has a new port each time, the credential that the workflows use stays the same. */
async function keepCredential(rest: N8nRest, name: string): Promise<void> {
	const type = 'feedbackBearerApi';
	const data = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey };
	const stored = await rest.request<StoredCredential[]>('GET', '/credentials');
	const known = stored.find((one) => one.name === name && one.type === type);
	if (known) await rest.updateCredential(known, data);
	else await rest.createCredential(type, data, name);
}
