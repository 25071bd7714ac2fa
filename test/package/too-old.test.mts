// What people read whose n8n is too old. It is played by a newer one, with an older zod beside the package.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { inARow, onItems, triggerNode, uses } from '../e2e/workflows.mts';
import { temporaryFolder } from '../n8n-host/folder.mts';
import {
	installPackage,
	packTarball,
	startN8n,
	type N8nHost,
	type StoredCredential,
} from '../n8n-host/host.mts';

const needed = `${packageJson.name} needs n8n 1.100.1 or newer.`;
const data = { baseUrl: 'https://feedback.example.com', apiKey: 'key' };

const { path: userFolder, remove } = await temporaryFolder('n8n-');
let n8n: N8nHost;
let credential: StoredCredential;

beforeAll(async () => {
	await installPackage(userFolder, await packTarball(join(userFolder, 'packed')));
	await givenZod('3.24.1');
	n8n = await startN8n({ userFolder, tarball: false });
	credential = await n8n.rest.createCredential('feedbackBearerApi', data);
});
afterAll(async () => {
	await n8n?.stop();
	await remove();
});

test('n8n says in its log which version is needed', () => {
	expect(n8n.log).toContain(needed);
	expect(n8n.log).not.toContain("Package subpath './v4'");
});

test.each([
	[
		'a node',
		'Start',
		() =>
			onItems([{}], {
				name: 'Posts',
				type: 'n8n-nodes-customer-feedback.feedback',
				parameters: { resource: 'post', operation: 'getAll' },
				credentials: uses(credential),
			}),
	],
	['a trigger', 'Trigger', () => inARow(triggerNode({ events: ['newPost'] }, credential))],
])('so does %s that is run', async (_what, trigger, draft) => {
	const { rest } = n8n;
	const { status, error } = await rest.run(await rest.createWorkflow(draft()), trigger);
	expect({ status, message: error?.message }).toEqual({
		status: 'error',
		message: expect.stringContaining(needed),
	});
});

test('so does the test of a credential', async () => {
	expect(await n8n.rest.testCredential('feedbackBearerApi', data)).toEqual({
		status: 'Error',
		message: expect.stringContaining(needed),
	});
});

/** With what that version exports: no `zod/v4`. */
async function givenZod(version: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes', 'node_modules');
	const zod = join(nodes, packageJson.name, 'node_modules', 'zod');
	await mkdir(zod, { recursive: true });
	await writeFile(join(zod, 'index.js'), '');
	const exports = { './package.json': './package.json', '.': './index.js' };
	await writeFile(join(zod, 'package.json'), JSON.stringify({ name: 'zod', version, exports }));
}
