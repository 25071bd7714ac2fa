// Installs what a fresh clone lacks, once: the development dependencies, with --n8n a real n8n to run in, with --n8n=all
// every version the connector is tried in, and with --browser a browser to look at n8n's editor with.
// Plain JavaScript without imports from npm: it must run on the Node a person happens to have, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chosen, folderOf, nodeIn, versions } from './n8n-host/hosts.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeFolder = join(root, 'test', 'node');
const pnpm = join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');

await installDevelopment();
if (process.argv.includes('--n8n')) await installN8n(chosen);
if (process.argv.includes('--n8n=all')) for (const version of versions) await installN8n(version);
if (process.argv.includes('--browser')) await bringBrowser();

async function installDevelopment() {
	// No dependency runs a script of its own.
	const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
	const what = 'the development dependencies (about a minute)';
	await install(root, 'package-lock.json', what, async () => await npm(root, words));
	await install(
		nodeFolder,
		'package-lock.json',
		'Node.js',
		async () => await npm(nodeFolder, words),
	);
	placeNode();
}

/** Puts the Node.js of the lock where npm looks first; on a platform without one, that which runs this. */
function placeNode() {
	const locked = nodeIn(nodeFolder);
	const chosenNode = existsSync(locked) ? locked : process.execPath;
	if (chosenNode !== locked && Number.parseInt(process.versions.node) < 24) {
		console.error('Install Node.js 24: there is no package of it for this platform.');
		process.exit(1);
	}
	const place = join(root, 'node_modules', '.bin', 'node');
	if (existsSync(place) && realpathSync(place) === realpathSync(chosenNode)) return;
	rmSync(place, { force: true });
	symlinkSync(chosenNode, place);
}

async function installN8n(version) {
	const folder = folderOf(version);
	const what = `n8n ${version} to run the connector in (about 2 minutes and 1 GB, this once)`;
	await install(folder, 'pnpm-lock.yaml', what, async () => {
		const words = [pnpm, 'install', '--frozen-lockfile', '--loglevel=error'];
		await run('pnpm install', process.execPath, words, { cwd: folder });
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

async function install(folder, lock, what, bring) {
	const stamp = stampOf(folder);
	const wanted = createHash('sha256')
		.update(readFileSync(join(folder, lock)))
		.digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	console.log(`Installing ${what} ...`);
	await bring();
	mkdirSync(dirname(stamp), { recursive: true });
	writeFileSync(stamp, wanted);
}

/** Written when everything is there. */
function stampOf(folder) {
	return join(folder, 'node_modules', '.installed');
}

async function rebuild(folder, name) {
	// Half the time of -O3, for databases of a few megabytes.
	const env = { ...process.env, CFLAGS: '-O1', CXXFLAGS: '-O1' };
	await npm(folder, ['rebuild', name, '--ignore-scripts=false', '--loglevel=error'], env);
}

/** sqlite3 takes a minute to compile, and what comes out speaks N-API: one serves every n8n that asks for this version. */
function takeOverDatabaseDriver(folder) {
	const driver = join('node_modules', 'sqlite3');
	const versionIn = (place) =>
		JSON.parse(readFileSync(join(place, driver, 'package.json'), 'utf8')).version;
	const compiled = join(driver, 'build', 'Release', 'node_sqlite3.node');
	const donor = versions
		.map(folderOf)
		.find((one) => existsSync(join(one, compiled)) && versionIn(one) === versionIn(folder));
	if (donor && donor !== folder) cpSync(join(donor, compiled), join(folder, compiled));
	return donor !== undefined;
}

async function npm(folder, words, env = process.env) {
	await run(`npm ${words[0]}`, 'npm', words, { cwd: folder, env });
}

async function run(what, program, words, options) {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	const child = spawn(program, words, { ...options, stdio: 'inherit' });
	const pulse = setInterval(() => console.log(`  ${what}: ${seconds()} s so far`), 20_000);
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	}).finally(() => clearInterval(pulse));
	if (code !== 0) {
		console.error(
			`${what} failed in ${options.cwd} (exit ${code}); nothing was marked as installed.`,
		);
		process.exit(1);
	}
	console.log(`  ${what}: done in ${seconds()} s`);
}
