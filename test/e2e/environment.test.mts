// An n8n whose administrator forbids requests into the network, and where another community node brought a zod without `zod/v4`.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../n8n-host/folder.mts';
import { installPackage, type N8nHost, packTarball, startN8n } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { needs } from '../versions/needs.mts';
import { inARow, runPosts, triggerNode } from './workflows.mts';

const { path: userFolder, remove } = await temporaryFolder('n8n-');
let n8n: N8nHost;

ownSandbox();
beforeAll(async () => {
	await installPackage(userFolder, await packTarball(join(userFolder, 'packed')));
	await givenZod('3.24.1');
	const env = { N8N_SSRF_PROTECTION_ENABLED: 'true', N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost' };
	n8n = await startN8n({ userFolder, tarball: false, env });
});
afterAll(async () => {
	await n8n?.stop();
	await remove();
});

const forbidden = () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
const allowed = () => ({
	...forbidden(),
	baseUrl: sandbox.baseUrl.replace('127.0.0.1', 'localhost'),
});
const testOf = async (data: ReturnType<typeof forbidden>) =>
	await n8n.rest.testCredential('feedbackBearerApi', data);
const FORBIDDEN = /n8n does not allow requests to 127\.0\.0\.1/;

test('an old zod: the trigger says what it needs', async () => {
	const credential = await n8n.rest.credentialFor(allowed());
	const draft = inARow(triggerNode({ events: ['newPost'] }, credential));
	const { status, error } = await n8n.rest.run(await n8n.rest.createWorkflow(draft), 'Trigger');
	expect({ status, message: error?.message }).toEqual({
		status: 'error',
		message: 'The trigger needs zod 3.25 or newer, but found zod 3.24.1',
	});
});

test('an old zod, and a name that the administrator listed: a node runs, and so does the test of its credential', async () => {
	const credential = await n8n.rest.credentialFor(allowed());
	const { status, error } = await runPosts(n8n.rest, credential, 'getAll', {});
	expect({ status, message: error?.message }).toEqual({ status: 'success' });
	expect(await testOf(allowed())).toMatchObject({ status: 'OK' });
});

test('a forbidden address: a step and the test of a credential say so, and nothing is sent', async (context) => {
	needs('2.41', 'has no such protection', context);
	sandbox.requests.length = 0;
	const verdict = await testOf(forbidden());
	expect(verdict).toMatchObject({ status: 'Error', message: expect.stringMatching(FORBIDDEN) });
	const credential = await n8n.rest.credentialFor(forbidden());
	const { error } = await runPosts(n8n.rest, credential, 'getAll', {});
	expect(error?.message).toMatch(FORBIDDEN);
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(sandbox.requests).toEqual([]);
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
