// What n8n gets to read when it loads the package: the two compiled files, with one zod or another beside them.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'zod-'));
	for (const file of ['n8n-version', 'zod']) {
		const code = readFileSync(join(root, 'nodes', 'shared', 'service', `${file}.ts`), 'utf8');
		const compilerOptions = { module: ts.ModuleKind.CommonJS };
		const { outputText } = ts.transpileModule(code, { compilerOptions });
		await writeFile(join(folder, `${file}.js`), outputText);
	}
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** Loads `zod.js`, and gives what an n8n would have to say of it. */
async function loaded(): Promise<string> {
	const script =
		'try { console.log(typeof require("./zod").z.object) } catch (e) { console.log(e.message) }';
	const { stdout } = await run(process.execPath, ['-e', script], { cwd: folder, env: {} });
	return stdout.trim();
}

/** A zod of this version that exports the same as that version does. */
async function givenZod(version: string, exports: Record<string, string>): Promise<void> {
	const place = join(folder, 'node_modules', 'zod');
	await rm(place, { recursive: true, force: true });
	await mkdir(place, { recursive: true });
	await writeFile(join(place, 'index.js'), 'exports.z = { object() {} };');
	await writeFile(
		join(place, 'package.json'),
		JSON.stringify({
			name: 'zod',
			version,
			exports: { './package.json': './package.json', ...exports },
		}),
	);
}

test.each(['3.24.1', '3.9.0', '2.0.0'])('zod %s: says which n8n is needed', async (version) => {
	await givenZod(version, { '.': './index.js' });
	expect(await loaded()).toBe(
		'n8n-nodes-customer-feedback needs n8n 1.100.1 or newer: update n8n. ' +
			`This one comes with zod ${version}, and 3.25 is needed.`,
	);
});

test.each(['3.25.0', '3.100.0', '4.1.12'])('zod %s: goes on', async (version) => {
	await givenZod(version, { '.': './index.js', './v4': './index.js' });
	expect(await loaded()).toBe('function');
});

test('the zod of the development dependencies: goes on', async () => {
	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	cpSync(join(root, 'node_modules', 'zod'), join(folder, 'node_modules', 'zod'), {
		recursive: true,
		dereference: true,
	});
	expect(await loaded()).toBe('function');
});
