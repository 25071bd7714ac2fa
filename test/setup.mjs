// Installs what a fresh clone lacks, once: the development dependencies, with --n8n a real n8n to run in, with --n8n=all
// every version the connector is tried in, and with --browser a browser to look at n8n's editor with.
// Plain JavaScript without imports from npm: it must run on the Node a person happens to have, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosen, folderOf, versions } from './n8n-host/hosts.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (process.env.npm_lifecycle_event === 'test') announce();
await install(root, 'the development dependencies (about 30 seconds)', async () => {
	await rebuild(root, 'node');
});
if (process.argv.includes('--n8n')) await installN8n(chosen);
if (process.argv.includes('--n8n=all')) for (const version of versions) await installN8n(version);
if (process.argv.includes('--browser')) await bringBrowser();

/** What `npm test` is about to take, before it takes it. */
function announce() {
	const isFirst = ![root, folderOf(chosen)].every((folder) => existsSync(stampOf(folder)));
	if (isFirst) console.log('The first run installs 3.5 GB, which takes about 6 minutes.');
	console.log('The tests take about 12 minutes on 2 cores. To try less: npm run test:changed');
}

async function installN8n(version) {
	const folder = folderOf(version);
	const what = `n8n ${version} to run the connector in (about 4 minutes and 2 GB, this once)`;
	await install(folder, what, async () => {
		await rebuild(folder, 'node');
		if (!takeOverDatabaseDriver(folder)) await rebuild(folder, 'sqlite3');
	});
}

/** Tests that want a browser say so: they are skipped where none can be had, and fail in CI. */
async function bringBrowser() {
	const { chromium } = await import('playwright-core');
	const known = [process.env.CHROMIUM, '/usr/bin/chromium', chromium.executablePath()];
	if (known.some((path) => path && existsSync(path))) return;
	console.log('Installing a browser ...');
	// As root, in a container, the system's own: it comes with the libraries that it needs.
	const commands =
		process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
			? [
					['apt-get', 'update', '-qq'],
					['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
				]
			: [
					[
						process.execPath,
						join(root, 'node_modules/playwright-core/cli.js'),
						'install',
						'chromium',
					],
				];
	for (const [command, ...words] of commands) {
		const { status } = spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
		if (status !== 0) return console.log('No browser could be installed.');
	}
}

async function install(folder, what, placeBinaries) {
	const stamp = stampOf(folder);
	const wanted = createHash('sha256')
		.update(readFileSync(join(folder, 'package-lock.json')))
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	console.log(`Installing ${what} ...`);
	// Dependencies may not run scripts of their own (.npmrc), save the few that have to place or compile a binary.
	await npm(folder, ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
	await placeBinaries();
	writeFileSync(stamp, wanted);
}

/** Written when everything is there. */
function stampOf(folder) {
	return join(folder, 'node_modules', '.installed');
}

async function rebuild(folder, name) {
	await npm(folder, ['rebuild', name, '--ignore-scripts=false', '--loglevel=error']);
}

/** sqlite3 takes minutes to compile, and what comes out speaks N-API: one serves every n8n that asks for this version. */
function takeOverDatabaseDriver(folder) {
	const driver = join('node_modules', 'sqlite3');
	const versionIn = (place) =>
		JSON.parse(readFileSync(join(place, driver, 'package.json'), 'utf8')).version;
	const compiled = join(driver, 'build', 'Release', 'node_sqlite3.node');
	const donor = versions
		.map(folderOf)
		.find((one) => existsSync(join(one, compiled)) && versionIn(one) === versionIn(folder));
	if (donor) cpSync(join(donor, compiled), join(folder, compiled));
	return donor !== undefined;
}

async function npm(folder, words) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const child = spawn('npm', words, {
		cwd: folder,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	const pulse = setInterval(() => console.log(`  npm ${words[0]}: ${seconds()} s so far`), 20_000);
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	}).finally(() => clearInterval(pulse));
	if (code !== 0) {
		console.error(
			`npm ${words.join(' ')} failed in ${folder} (exit ${code}); nothing was marked as installed.`,
		);
		process.exit(1);
	}
	console.log(`  npm ${words[0]}: done in ${seconds()} s`);
}
