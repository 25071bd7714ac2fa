// Every npm script: what it needs installed, and what it runs. Words after `--` go to the last command.
// Plain JavaScript without imports from npm: it must run on the Node a person happens to have, before anything is installed.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const vitest = (...words) => ['vitest', 'run', ...words];
const node = (file) => ['node', `test/${file}`];

/** What test/setup.mjs installs beside the development dependencies. */
const n8n = '--n8n';
const everyN8n = '--n8n=all';
const browser = '--browser';

/** @type {Record<string, { needs?: string[], runs?: string[][] }>} */
const scripts = {
	setup: {},
	build: { runs: [['n8n-node', 'build']] },
	lint: {
		runs: [
			['n8n-node', 'lint'],
			['eslint', '--config', 'test/eslint.config.mjs', '--max-warnings', '0', 'test'],
			['tsc', '--project', 'test'],
			node('prose/main.mts'),
		],
	},
	format: { runs: [['prettier', '--write', '.']] },
	generate: { runs: [node('contract/generate.mts')] },

	test: { needs: [n8n, browser], runs: [vitest()] },
	'test:unit': { runs: [vitest('--project', 'unit')] },
	'test:slow': { runs: [vitest('--project', 'slow', '--project', 'second-mood')] },
	'test:changed': {
		runs: [
			vitest('--project', 'unit', 'test/contract'),
			vitest('--project', 'unit', '--project', 'slow', '--changed'),
		],
	},
	'test:e2e': { needs: [n8n], runs: [vitest('--project', 'e2e')] },
	'test:browser': { needs: [n8n, browser], runs: [vitest('--project', 'e2e', 'test/browser')] },
	'test:queue': { needs: [n8n], runs: [vitest('--config', 'test/queue/vitest.config.mts')] },
	'test:crash': { needs: [n8n], runs: [vitest('--config', 'test/crash/vitest.config.mts')] },
	'test:versions': { needs: [everyN8n, browser], runs: [node('versions/main.mts')] },
	'test:mutants': { runs: [['stryker', 'run', 'test/mutants/stryker.config.mjs']] },
	fuzz: { runs: [vitest('--config', 'test/faults/fuzz.config.mts')] },
	bench: { needs: [n8n], runs: [node('bench/main.mts')] },

	dev: { needs: [n8n], runs: [node('dev/main.mts')] },
	demo: { needs: [n8n], runs: [node('demo/main.mts')] },
	sandbox: { runs: [node('sandbox/main.mts')] },
	probe: { runs: [node('probe/main.mts')] },
	pictures: { needs: [n8n, browser], runs: [node('browser/pictures.mts')] },
};

const name = process.env.npm_lifecycle_event ?? '';
const script = scripts[name];
if (!script) throw new Error(`Run it as an npm script: ${Object.keys(scripts).join(', ')}`);
if (name === 'test') {
	console.log('The tests take about 8 minutes on 2 cores. To try less: npm run test:changed');
}

const { needs = [], runs = [] } = script;
const bin = join(root, 'node_modules', '.bin');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
const commands = [[process.execPath, join(root, 'test', 'setup.mjs'), ...needs], ...runs];
commands.at(-1).push(...process.argv.slice(2));
for (const command of commands) {
	const code = await ended(command);
	if (code !== 0) process.exit(code);
}

/** Signals go on to the command, which cleans up; Ctrl+C reaches it anyway. */
async function ended([program, ...words]) {
	const isWindows = process.platform === 'win32';
	const shell = isWindows && program !== process.execPath;
	const child = spawn(program, words, { cwd: root, env, shell, stdio: 'inherit' });
	const passOn = (signal) => signal !== 'SIGINT' && child.kill(signal);
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, passOn);
	// npm hands signals to a shell, which ends without passing them on.
	const parent = process.ppid;
	const orphaned = setInterval(() => process.ppid !== parent && child.kill(), 1000);
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code) => resolve(code ?? 1));
	}).finally(() => {
		clearInterval(orphaned);
		for (const signal of signals) process.off(signal, passOn);
	});
}
