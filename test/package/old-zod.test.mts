// Another community node brought a zod without `zod/v4`. The trigger says what to do, and the other nodes run.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { inARow, onItems, triggerNode, uses } from '../e2e/workflows.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { temporaryFolder } from '../n8n-host/folder.mts';
import {
	installPackage,
	packTarball,
	startN8n,
	type N8nHost,
	type StoredCredential,
} from '../n8n-host/host.mts';

const { path: userFolder, remove } = await temporaryFolder('n8n-');
let n8n: N8nHost;
let credential: StoredCredential;

ownSandbox();
beforeAll(async () => {
	await installPackage(userFolder, await packTarball(join(userFolder, 'packed')));
	await givenZod('3.24.1');
	n8n = await startN8n({ userFolder, tarball: false });
	credential = await n8n.rest.createCredential('feedbackBearerApi', dataOf(sandbox));
});
afterAll(async () => {
	await n8n?.stop();
	await remove();
});

test('the trigger says what it needs', async () => {
	const draft = inARow(triggerNode({ events: ['newPost'] }, credential));
	const { status, error } = await n8n.rest.run(await n8n.rest.createWorkflow(draft), 'Trigger');
	expect({ status, message: error?.message }).toEqual({
		status: 'error',
		message: 'The trigger needs zod 3.25 or newer, but found zod 3.24.1',
	});
});

test('a node runs, and so does the test of its credential', async () => {
	const { rest } = n8n;
	const draft = onItems([{}], {
		name: 'Posts',
		type: 'n8n-nodes-customer-feedback.feedback',
		parameters: { resource: 'post', operation: 'getAll' },
		credentials: uses(credential),
	});
	const { status, error } = await rest.run(await rest.createWorkflow(draft), 'Start');
	expect({ status, message: error?.message }).toEqual({ status: 'success' });
	expect(await rest.testCredential('feedbackBearerApi', dataOf(sandbox))).toMatchObject({
		status: 'OK',
	});
});

const dataOf = ({ baseUrl, apiKey }: Sandbox) => ({ baseUrl, apiKey });

/** With what that version exports: no `zod/v4`. */
async function givenZod(version: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes', 'node_modules');
	const zod = join(nodes, packageJson.name, 'node_modules', 'zod');
	await mkdir(zod, { recursive: true });
	await writeFile(join(zod, 'index.js'), '');
	const exports = { './package.json': './package.json', '.': './index.js' };
	await writeFile(join(zod, 'package.json'), JSON.stringify({ name: 'zod', version, exports }));
}
