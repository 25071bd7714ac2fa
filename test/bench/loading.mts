// What n8n has to load before it knows our nodes.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackage } from '../n8n-host/host.mts';
import { chosen, folderOf } from '../n8n-host/hosts.mjs';
import { compare, type Row, toRow } from './rows.mts';

const run = promisify(execFile);
const host = join(folderOf(chosen), 'node_modules');
const LARGEST_TARBALL = 130_000;

export async function loadingRows(tarball: string): Promise<Row[]> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	try {
		await installPackage(folder, tarball);
		const ours = join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-customer-feedback');
		const { size } = await stat(tarball);
		return [
			await compare({
				what: 'loading all our nodes and credentials',
				against: "loading n8n's HubSpot node",
				baseline: async () =>
					await required([join(host, 'n8n-nodes-base', 'dist/nodes/Hubspot/Hubspot.node.js')]),
				measured: async () => await required(await entriesOf(ours)),
				goal: 1,
				rounds: 5,
			}),
			toRow(
				{ what: 'size of the package', against: 'the most it may be' },
				[[LARGEST_TARBALL, size]],
				{
					goal: 1,
					unit: (bytes) => `${(bytes / 1000).toFixed(0)} KB`,
				},
			),
		];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function entriesOf(folder: string): Promise<string[]> {
	const { n8n } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	return [...n8n.nodes, ...n8n.credentials].map((file) => join(folder, file));
}

/** What n8n has loaded before it loads the nodes, zod among it. */
const LOADED = ['n8n-workflow', 'n8n-core', '@n8n/api-types'];

/** Milliseconds to require these files, in a process of its own that has loaded what n8n has by then. */
async function required(files: readonly string[]): Promise<number> {
	const script = `
		for (const name of ${JSON.stringify(LOADED)}) require(${JSON.stringify(host)} + '/' + name);
		const start = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		console.log(performance.now() - start);`;
	const { stdout } = await run(process.execPath, ['-e', script], {
		env: { ...process.env, NODE_PATH: host },
	});
	return Number(stdout);
}
