// The packed connector in each version of n8n it is for: the end-to-end tests there, and a table of what holds.
// A test that is skipped for any reason but what that n8n lacks counts as failed.
// After them, the trigger's stories and restarts in the newest with n8n's scheduler: NEWEST-durable and NEWEST-scheduler.
//   npm run test:night -- versions [--reports FOLDER] [row ...]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countOfRun, readReport } from '../ci/reports.mts';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { packTarball } from '../n8n-host/host.mts';
import type { Engine } from '../n8n-host/engines.mts';
import { newest, versions } from '../n8n-host/hosts.mjs';
import { type Report, notRun, tableOf } from './table.mts';

const root = dirname(dirname(import.meta.dirname));
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		/** Where vitest's reports go, and what it says meanwhile: two files a version. */
		reports: { type: 'string' },
	},
});
const temporary = await temporaryFolder('versions-');
const folder = values.reports ?? temporary.path;
await mkdir(folder, { recursive: true });
// Here, so that not each of them begins with building it.
await packTarball(join(temporary.path, 'packed'));

interface Row {
	name: string;
	version: string;
	engine?: Engine;
	/** Which files; by default all, in older ones of the recipes their bad days: most need the Code node, and with it vm2, which is left out. */
	files?: string[];
}

const inOlder = ['test/e2e', 'test/package', 'test/browser', 'test/recipes/bad-days'];
const polls = ['trigger', 'events'].map((name) => `test/e2e/${name}.test.mts`);
const rows: Row[] = [
	...versions.map((version) => ({ name: version, version })),
	...(['durable', 'scheduler'] as const).map((engine) => ({
		name: `${newest}-${engine}`,
		version: newest,
		engine,
		files: polls,
	})),
];
const unknown = positionals.filter((one) => !rows.some(({ name }) => name === one));
if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}`);
const asked = rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const reports = new Map<string, Report>();
// All versions at once: they mostly wait for polls. The rows of the scheduler come after them, so that two cores are enough.
for (const isScheduled of [false, true]) {
	const together = asked.filter(({ engine }) => (engine !== undefined) === isScheduled);
	const tries = together.map(async (row) => [row.name, await tried(row)] as const);
	for (const [name, report] of await Promise.all(tries)) reports.set(name, report);
}
await temporary.remove();

console.log(`\n${tableOf(reports)}\n\n${notRun(reports)}`);

async function tried({ name, version, engine, files }: Row): Promise<Report> {
	console.log(`== n8n ${name} begins`);
	const file = join(folder, `n8n-${name}.json`);
	const chosen = files ?? (version === newest ? [] : inOlder);
	const words = [
		'run',
		'--project',
		'e2e',
		'--reporter=test/ci/reporter.mts',
		'--reporter=json',
		...chosen,
	];
	const logFile = join(folder, `n8n-${name}.log`);
	const log = openSync(logFile, 'w');
	const vitest = spawn('vitest', [...words, `--outputFile.json=${file}`], {
		cwd: root,
		env: { ...process.env, N8N_VERSION: version, ...(engine && { N8N_ENGINE: engine }) },
		stdio: ['ignore', log, log],
	});
	const [code] = (await once(vitest, 'exit')) as [number | null];
	closeSync(log);
	console.log(`== n8n ${name}\n${await readFile(logFile, 'utf8')}`);
	const { failed, skipped } = countOfRun(file, code);
	if (failed + skipped.length > 0) process.exitCode = 1;
	for (const test of skipped) console.error(`skipped in n8n ${name}: ${test}`);
	return readReport(file);
}
