// What each fault answers to a create, and whether the create was applied.
import { expect, it } from 'vitest';
import { ask, ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import type { FaultAction } from './server.mts';
import { expectKeyed } from './specification/client.mts';

ownSandboxInEachTest();

const posts = () => sandbox.rows('SELECT * FROM posts').length;
const create = async () => await ask('POST', '/v1/post', { title: 'A post', type: 'idea' });

const message = expect.stringMatching(/./);
const plain = (status: number) => ({ status, json: { status: 'error', message } });
const keyed = (key: string) => ({ status: 500, json: { status: 'error', data: { key, message } } });
const headers = (some: object) => ({ headers: expect.objectContaining(some) });
const made = expect.objectContaining({ feedback_id: expect.any(Number) });

it.each<[FaultAction, object]>([
	[{ type: 'status', status: 503 }, plain(503)],
	[
		{ type: 'status', status: 418, body: { tea: true }, headers: { 'x-pot': '1' } },
		{ status: 418, json: { tea: true }, ...headers({ 'x-pot': '1' }) },
	],
	[
		{ type: 'status', status: 500, body: 'oops' },
		{ status: 500, text: 'oops' },
	],
	[{ type: 'rateLimit' }, { ...plain(429), ...headers({ 'retry-after': '1' }) }],
	[
		{ type: 'rateLimit', retryAfter: 'Wed, 21 Oct 2065 07:28:00 GMT' },
		headers({ 'retry-after': 'Wed, 21 Oct 2065 07:28:00 GMT' }),
	],
	[{ type: 'writeFailed' }, keyed('write_failed')],
	[{ type: 'internalError', applied: false }, keyed('internal_error')],
	[
		{ type: 'html', status: 502 },
		{
			status: 502,
			text: expect.stringMatching(/^<!doctype/),
			...headers({ 'content-type': expect.stringContaining('html') }),
		},
	],
	[
		{ type: 'emptyBody', status: 502 },
		{ status: 502, text: '' },
	],
	[
		{ type: 'redirect', location: 'https://elsewhere.example/' },
		{ status: 302, ...headers({ location: 'https://elsewhere.example/' }) },
	],
	[{ type: 'redirect', location: '/v1/posts', status: 307 }, { status: 307 }],
	[
		{ type: 'upgradeRequired', feature: 'documents' },
		{
			json: expect.objectContaining({
				data: expect.objectContaining({ code: 'upgrade_required', feature: 'documents' }),
			}),
		},
	],
	[{ type: 'unauthorized' }, plain(401)],
	[{ type: 'forbidden' }, plain(403)],
])('%j does not apply the create', async (action, answer) => {
	sandbox.fault({ action });
	expect(await create()).toEqual(expect.objectContaining(answer));
	expect(posts()).toBe(0);
	expect((await create()).json.status).toBe('success');
});

it.each<[FaultAction, object]>([
	[{ type: 'internalError', applied: true }, keyed('internal_error')],
	[{ type: 'latency', ms: 5 }, { json: { status: 'success', data: made } }],
	[
		{ type: 'truncatedJson' },
		{ status: 200, json: undefined, text: expect.stringMatching(/^\{"status":"success"/) },
	],
	[
		{ type: 'emptyBody', status: 200 },
		{ status: 200, text: '' },
	],
	[{ type: 'json', value: null }, { text: 'null' }],
	[{ type: 'envelopeWithoutData' }, { json: { status: 'success' } }],
	[
		{ type: 'wrongContentType' },
		{
			json: { status: 'success', data: made },
			...headers({ 'content-type': expect.stringMatching(/^text\/plain/) }),
		},
	],
	[
		{ type: 'hugeBody', bytes: 1_000_000 },
		{
			text: expect.stringMatching(/^.{1000000}/s),
			json: expect.objectContaining({ status: 'success' }),
		},
	],
])('%j applies the create', async (action, answer) => {
	sandbox.fault({ action });
	expect(await create()).toEqual(expect.objectContaining(answer));
	expect(posts()).toBe(1);
	expect((await create()).json.status).toBe('success');
});

it.each<[FaultAction, number]>([
	[{ type: 'resetBefore' }, 0],
	[{ type: 'resetAfter' }, 1],
])('%j cuts the connection', async (action, applied) => {
	sandbox.fault({ action });
	await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(posts()).toBe(applied);
	expect(sandbox.requests[0].status).toBe(0);
});

it.each<[FaultAction, number]>([
	[{ type: 'timeout' }, 0],
	[{ type: 'timeout', applied: true }, 1],
])('%j never answers until closed', async (action, applied) => {
	sandbox.fault({ action });
	let settled = false;
	const waiting = create()
		.catch((error: Error) => error)
		.finally(() => (settled = true));
	// Others that come later are answered.
	await expect.poll(() => sandbox.requests.length).toBeGreaterThan(0);
	for (let count = 0; count < 3; count++) expect((await ask('GET', '/v1/posts')).status).toBe(200);
	expect(settled).toBe(false);
	expect(posts()).toBe(applied);
	await sandbox.close();
	expect(await waiting).toBeInstanceOf(Error);
});

it('a refusal under /v2 has its key', async () => {
	for (const [type, status, key] of [
		['unauthorized', 401, 'unauthorized'],
		['forbidden', 403, 'forbidden'],
		['rateLimit', 429, 'rate_limit'],
	] as const) {
		sandbox.fault({ action: { type } });
		expectKeyed(await ask('GET', '/v2/documents'), status, key);
	}
});

it('an answer without a body cannot be garbled', async () => {
	const group = (await ask('POST', '/v2/groups', { id: 'g' })).json.data.group_id;
	const [user] = sandbox.createUsers(1);
	for (const type of ['truncatedJson', 'wrongContentType'] as const) {
		await ask('POST', `/v2/groups/${group}/members`, { user_id: user });
		sandbox.fault({ method: 'DELETE', action: { type } });
		const reply = await ask('DELETE', `/v2/groups/${group}/members/${user}`);
		expect([reply.status, reply.text]).toEqual([204, '']);
	}
});

it('a fault does not count towards the rate limit', async () => {
	sandbox.settings.v2Limit = { requests: 1, windowMs: 60_000 };
	sandbox.fault({ action: { type: 'writeFailed' } });
	expect((await ask('GET', '/v2/documents')).status).toBe(500);
	expect((await ask('GET', '/v2/documents')).status).toBe(200);
});
