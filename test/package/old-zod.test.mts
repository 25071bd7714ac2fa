// The packed package where another community node brought a zod without `zod/v4`: a zod beside it comes before that of n8n.
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../n8n-host/folder.mts';
import { chosen, folderOf } from '../n8n-host/hosts.mjs';
import { installPackage } from '../n8n-host/host.mts';

const place = await temporaryFolder('old-zod-');
const installed = join(place.path, '.n8n', 'nodes', 'node_modules', packageJson.name);

beforeAll(async () => {
	await installPackage(place.path, inject('tarball'));
	const zod = join(installed, 'node_modules', 'zod');
	await mkdir(zod, { recursive: true });
	await writeFile(join(zod, 'index.js'), '');
	// What that version exports: no `zod/v4`.
	const exports = { './package.json': './package.json', '.': './index.js' };
	const manifest = { name: 'zod', version: '3.24.1', exports };
	await writeFile(join(zod, 'package.json'), JSON.stringify(manifest));
});
afterAll(async () => await place.remove());

/** What a program says with the package loaded as n8n loads it: what it lacks comes from n8n. */
async function said(program: string): Promise<string> {
	const modules = join(folderOf(chosen), 'node_modules');
	const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
		cwd: installed,
		env: { ...process.env, NODE_PATH: modules },
	});
	return stdout.trim();
}

test('the trigger says what it needs', async () => {
	const program = `
		const { FeedbackTrigger } = require('./dist/nodes/FeedbackTrigger/FeedbackTrigger.node.js');
		const context = { getNode: () => ({ name: 'Trigger', parameters: {} }) };
		new FeedbackTrigger().poll.call(context).catch(({ message }) => console.log(message));`;
	expect(await said(program)).toBe('The trigger needs zod 3.25 or newer, but found zod 3.24.1');
});

test('every other node loads', async () => {
	const names = packageJson.n8n.nodes.filter((file) => !file.includes('Trigger'));
	const program = `console.log(${JSON.stringify(names)}.map((file) => typeof require('./' + file)).join())`;
	expect(await said(program)).toBe(names.map(() => 'object').join());
});
