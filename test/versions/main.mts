// The packed connector in each version of n8n it is for: the end-to-end tests there, and a table of what holds.
// A test that is skipped for any reason but what that n8n lacks counts as failed.
//   npm run test:versions -- [--reports FOLDER] [version ...]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOfRun, readReport } from '../ci/reports.mts';
import { packTarball } from '../n8n-host/host.mts';
import { versions } from '../n8n-host/hosts.mjs';
import { type Report, notRun, tableOf } from './table.mts';

const root = dirname(dirname(import.meta.dirname));
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		/** Where vitest's reports go, and what it says meanwhile: two files a version. */
		reports: { type: 'string' },
	},
});
const temporary = await mkdtemp(join(tmpdir(), 'versions-'));
const folder = values.reports ?? temporary;
await mkdir(folder, { recursive: true });
// Here, so that not each of them begins with building it.
await packTarball(join(temporary, 'packed'));

const asked = positionals.length > 0 ? positionals : versions;
// All at once: they mostly wait for polls.
const reports = new Map(
	await Promise.all(
		asked.map(async (version) => [version, await tried(version)] as [string, Report]),
	),
);
await rm(temporary, { recursive: true });

console.log(`\n${tableOf(reports)}\n\n${notRun(reports)}`);

async function tried(version: string): Promise<Report> {
	console.log(`== n8n ${version} begins`);
	const file = join(folder, `n8n-${version}.json`);
	const words = ['run', '--project', 'e2e', '--reporter=default', '--reporter=json'];
	const logFile = join(folder, `n8n-${version}.log`);
	const log = openSync(logFile, 'w');
	const vitest = spawn('vitest', [...words, `--outputFile.json=${file}`], {
		cwd: root,
		env: { ...process.env, N8N_VERSION: version },
		stdio: ['ignore', log, log],
	});
	const [code] = (await once(vitest, 'exit')) as [number | null];
	closeSync(log);
	console.log(`== n8n ${version}\n${await readFile(logFile, 'utf8')}`);
	const { failed, skipped } = countOfRun(file, code);
	if (failed + skipped.length > 0) process.exitCode = 1;
	for (const name of skipped) console.error(`skipped in n8n ${version}: ${name}`);
	return readReport(file);
}
