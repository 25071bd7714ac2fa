// Faults by way of n8n's own HTTP library, for what the stand-in of the unit tests cannot vouch for.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoredCredential } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import type { FaultAction } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { unreachableUrl } from './strangers.mts';
import { byId, runPosts } from './workflows.mts';

const n8n = await sharedN8n();
let credential: StoredCredential;
let id: number;

ownSandbox();
beforeAll(async () => {
	[id] = sandbox.createPosts(1, { type: 'idea' });
	credential = await n8n.credentialFor(sandbox);
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

test.each<FaultAction>([{ type: 'resetAfter' }, { type: 'truncatedJson' }])(
	'a create is never sent again after $type',
	async (action) => {
		const before = count();
		sandbox.fault({ action });
		const { error } = await create();
		expect(error!.description).toMatch(/may exist/);
		expect(sandbox.requests).toHaveLength(1);
		expect(count()).toBe(before + 1);
	},
);

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
