import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = dirname(dirname(import.meta.dirname));
const stamp = join(root, 'node_modules', '.cache', 'built.sha256');

/** Builds the connector where its sources changed and packs it into `folder`, as it would be published. Gives the path. */
export async function packTarball(folder: string): Promise<string> {
	// Two at once would write the same files.
	building = building.catch(() => undefined).then(build);
	await building;
	await mkdir(folder, { recursive: true });
	const { stdout } = await run(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: root },
	);
	const [{ filename }] = JSON.parse(stdout) as { filename: string }[];
	return join(folder, filename);
}

let building = Promise.resolve();

async function build(): Promise<void> {
	const known = await readFile(stamp, 'utf8').catch(() => '');
	if (known !== '' && known === (await state())) return;
	await run(join(root, 'node_modules', '.bin', 'n8n-node'), ['build'], {
		cwd: root,
		// Without CI it draws a spinner, which fills the message below when the build fails.
		env: { ...process.env, CI: 'true' },
	}).catch((error: { stdout?: string; stderr?: string }) => {
		throw new Error(`The build failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`);
	});
	await noteBuild();
}

/** From now on, what is in dist/ is taken for a build of the sources as they are. */
export async function noteBuild(): Promise<void> {
	await mkdir(dirname(stamp), { recursive: true });
	await writeFile(stamp, await state());
}

/** Sources and build together: a build of other sources, or one that somebody touched, is not taken for this one. */
async function state(): Promise<string> {
	const hash = createHash('sha256');
	const parts = ['package.json', 'tsconfig.json', '{nodes,credentials,icons,dist}/**/*.*'];
	const files = globSync(parts, { cwd: root }).sort();
	for (const file of files) {
		hash.update(`${file}\0`).update(await readFile(join(root, file)).catch(() => ''));
	}
	return hash.digest('hex');
}

/**
 * Puts a packed package into an n8n user folder the way n8n 2.41 does when somebody installs it under Settings >
 * Community nodes (its community-packages.service.js, downloadPackage): unpack under ~/.n8n/nodes/node_modules,
 * strip the dependencies that are not for run time, npm install what is left, note it in the ledger. The registry
 * is the one step left out, since the tarball is here already.
 */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const downloads = join(userFolder, '.n8n', 'nodes');
	const name = await nameOf(tarball);
	const folder = join(downloads, 'node_modules', name);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);

	const packageJson = join(folder, 'package.json');
	const kept = JSON.parse(await readFile(packageJson, 'utf8')) as Record<string, unknown>;
	for (const key of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete kept[key];
	}
	await writeFile(packageJson, JSON.stringify(kept, null, 2));
	await run(
		'npm',
		[
			'install',
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
			'--package-lock=false',
		],
		{ cwd: folder },
	);

	const ledger = join(downloads, 'package.json');
	const installed = JSON.parse(
		await readFile(ledger, 'utf8').catch(() => '{"name":"installed-nodes","private":true}'),
	) as { dependencies?: Record<string, unknown> };
	installed.dependencies = { ...installed.dependencies, [name]: kept.version };
	await writeFile(ledger, JSON.stringify(installed, null, 2));
}

async function nameOf(tarball: string): Promise<string> {
	const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
	return (JSON.parse(stdout) as { name: string }).name;
}
