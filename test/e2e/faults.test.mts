// Faults by way of n8n's own HTTP library, for what the stand-in of the unit tests cannot vouch for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoredCredential } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { type FaultAction, startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { unreachableUrl } from './strangers.mts';
import { byId, runPosts } from './workflows.mts';

const n8n = await sharedN8n();
let elsewhere: Sandbox;
let credential: StoredCredential;
let id: number;

ownSandbox();
beforeAll(async () => {
	elsewhere = await startSandbox();
	[id] = sandbox.createPosts(1, { type: 'idea' });
	credential = await n8n.credentialFor(sandbox);
});
afterAll(async () => {
	await elsewhere?.close();
});
beforeEach(() => {
	sandbox.clearFaults();
	sandbox.requests.length = 0;
});

const get = async () => await runPosts(n8n, credential, 'get', { postId: byId(id) });
const create = async () =>
	await runPosts(n8n, credential, 'create', { title: 'Once', type: byId('idea') });
const count = () => sandbox.rows('SELECT * FROM posts').length;

test.each<FaultAction>([{ type: 'resetAfter' }, { type: 'rateLimit', retryAfter: 1 }])(
	'a read is sent again after $type',
	async (action) => {
		sandbox.fault({ action });
		const execution = await get();
		expect(execution.error).toBeUndefined();
		expect(execution.json('Posts')[0].feedback_id).toBe(id);
		expect(sandbox.requests).toHaveLength(2);
	},
);

test.each<[FaultAction, number]>([
	[{ type: 'resetAfter' }, 1],
	[{ type: 'truncatedJson' }, 1],
])('a create is never sent again after %o', async (action, made) => {
	const before = count();
	sandbox.fault({ action });
	const { error } = await create();
	expect(error!.description).toMatch(/may exist/);
	expect(sandbox.requests).toHaveLength(1);
	expect(count()).toBe(before + made);
});

test('an answer of 50 MB is not taken in, and the step says so', async () => {
	sandbox.fault({ action: { type: 'hugeBody', bytes: 50 * 1024 * 1024 } });
	const { error } = await get();
	expect(error!.message).toBe("The answer was too large when asked to run 'Get post'");
	expect(JSON.stringify(error).length).toBeLessThan(10_000);
});

test.each([
	{
		what: 'a key that was revoked',
		place: () => sandbox.baseUrl,
		says: 'The API key was rejected',
	},
	{ what: 'a service that is down', place: unreachableUrl, says: 'could not be reached' },
])('$what fails the step once, with a message for people and without the key', async (one) => {
	const apiKey = 'key-that-was-revoked-meanwhile';
	const stranger = await n8n.credentialFor({ baseUrl: await one.place(), apiKey });
	const parameters = { title: 'With an old key', type: byId('idea') };
	const { status, error, lastNode } = await runPosts(n8n, stranger, 'create', parameters);
	expect({ status, lastNode }).toEqual({ status: 'error', lastNode: 'Posts' });
	expect(error!.message).toContain(one.says);
	expect(error!.message).not.toMatch(/undefined|\[object|null|ECONN|at .+:\d+:\d+/);
	expect(error!.description).toBeTruthy();
	expect(JSON.stringify(error)).not.toMatch(/key-that-was-revoked|Authorization/);
	expect(sandbox.requests.length).toBeLessThanOrEqual(1);
});

test.each([302, 307])(
	'a redirect (%d) to another host is not followed, so the key stays here',
	async (status) => {
		const location = `${elsewhere.baseUrl}/v1/post/${id}`;
		for (const run of [get, create]) {
			sandbox.fault({ action: { type: 'redirect', location, status } });
			const { error } = await run();
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(error!.description).toContain(elsewhere.baseUrl);
		}
		expect(elsewhere.requests).toEqual([]);
	},
);
