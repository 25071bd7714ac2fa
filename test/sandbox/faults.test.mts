import { createConnection } from 'node:net';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Fault, type FaultAction, type Sandbox, startSandbox } from './server.mts';
import {
	type Client,
	clientOf,
	expectKeyed,
	expectPlain,
	type Reply,
} from './specification/client.mts';

let sandbox: Sandbox;
let ask: Client;
beforeEach(async () => {
	sandbox = await startSandbox();
	ask = clientOf(sandbox);
});
afterEach(() => sandbox.close());

const posts = () => sandbox.rows('SELECT * FROM posts').length;
const create = () => ask('POST', '/v1/post', { title: 'A post', type: 'idea' });
const list = () => ask('GET', '/v1/posts');

describe('what a fault answers, and whether the write was applied', () => {
	const cases: Array<
		[label: string, action: FaultAction, applied: number, check: (reply: Reply) => void]
	> = [
		['status', { type: 'status', status: 503 }, 0, (reply) => expectPlain(reply, 503)],
		[
			'status with a JSON body and headers',
			{ type: 'status', status: 418, body: { tea: true }, headers: { 'x-pot': '1' } },
			0,
			(reply) => {
				expect(reply).toMatchObject({
					status: 418,
					json: { tea: true },
					headers: { 'x-pot': '1' },
				});
			},
		],
		[
			'status with a text body',
			{ type: 'status', status: 500, body: 'oops' },
			0,
			(reply) => expect(reply).toMatchObject({ status: 500, text: 'oops' }),
		],
		[
			'rateLimit',
			{ type: 'rateLimit' },
			0,
			(reply) => {
				expectPlain(reply, 429);
				expect(reply.headers['retry-after']).toBe('1');
			},
		],
		[
			'rateLimit with a date',
			{ type: 'rateLimit', retryAfter: 'Wed, 21 Oct 2065 07:28:00 GMT' },
			0,
			(reply) => expect(reply.headers['retry-after']).toBe('Wed, 21 Oct 2065 07:28:00 GMT'),
		],
		['writeFailed', { type: 'writeFailed' }, 0, (reply) => expectKeyed(reply, 500, 'write_failed')],
		[
			'internalError, not applied',
			{ type: 'internalError', applied: false },
			0,
			(reply) => expectKeyed(reply, 500, 'internal_error'),
		],
		[
			'internalError, applied',
			{ type: 'internalError', applied: true },
			1,
			(reply) => expectKeyed(reply, 500, 'internal_error'),
		],
		[
			'latency',
			{ type: 'latency', ms: 5 },
			1,
			(reply) => expect(reply.json.status).toBe('success'),
		],
		[
			'html 502',
			{ type: 'html', status: 502 },
			0,
			(reply) => {
				expect(reply.status).toBe(502);
				expect(reply.headers['content-type']).toMatch(/html/);
			},
		],
		[
			'html 200',
			{ type: 'html', status: 200 },
			0,
			(reply) => expect([reply.status, reply.text.slice(0, 9)]).toEqual([200, '<!doctype']),
		],
		[
			'truncatedJson',
			{ type: 'truncatedJson' },
			1,
			(reply) => {
				expect(reply).toMatchObject({ status: 200, json: undefined });
				expect(reply.text).toMatch(/^\{"status":"success"/);
			},
		],
		[
			'emptyBody 200',
			{ type: 'emptyBody', status: 200 },
			1,
			(reply) => expect([reply.status, reply.text]).toEqual([200, '']),
		],
		[
			'emptyBody 502',
			{ type: 'emptyBody', status: 502 },
			0,
			(reply) => expect([reply.status, reply.text]).toEqual([502, '']),
		],
		['json null', { type: 'json', value: null }, 1, (reply) => expect(reply.text).toBe('null')],
		['json array', { type: 'json', value: [1] }, 1, (reply) => expect(reply.text).toBe('[1]')],
		[
			'envelopeWithoutData',
			{ type: 'envelopeWithoutData' },
			1,
			(reply) => expect(reply.json).toEqual({ status: 'success' }),
		],
		[
			'wrongContentType',
			{ type: 'wrongContentType' },
			1,
			(reply) => {
				expect(reply.headers['content-type']).toMatch(/^text\/plain/);
				expect(reply.json.data.feedback_id).toBeGreaterThan(0);
			},
		],
		[
			'hugeBody',
			{ type: 'hugeBody', bytes: 1_000_000 },
			1,
			(reply) => {
				expect(reply.text.length).toBeGreaterThanOrEqual(1_000_000);
				expect(reply.json.status).toBe('success');
			},
		],
		[
			'redirect',
			{ type: 'redirect', location: 'https://elsewhere.example/' },
			0,
			(reply) => {
				expect(reply).toMatchObject({
					status: 302,
					headers: { location: 'https://elsewhere.example/' },
				});
			},
		],
		[
			'redirect 307',
			{ type: 'redirect', location: '/v1/posts', status: 307 },
			0,
			(reply) => expect(reply.status).toBe(307),
		],
		[
			'upgradeRequired',
			{ type: 'upgradeRequired', feature: 'documents' },
			0,
			(reply) => {
				expect(reply.json.data).toMatchObject({ code: 'upgrade_required', feature: 'documents' });
			},
		],
		['unauthorized', { type: 'unauthorized' }, 0, (reply) => expectPlain(reply, 401)],
		['forbidden', { type: 'forbidden' }, 0, (reply) => expectPlain(reply, 403)],
	];

	it.each(cases)('%s', async (_label, action, applied, check) => {
		sandbox.fault({ action });
		check(await create());
		expect(posts()).toBe(applied);
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
		await vi.waitUntil(() => sandbox.requests.length > 0);
		for (let count = 0; count < 3; count++) expect((await list()).status).toBe(200);
		expect(settled).toBe(false);
		expect(posts()).toBe(applied);
		await sandbox.close();
		expect(await waiting).toBeInstanceOf(Error);
	});

	it('names its keys in v2', async () => {
		for (const [type, status, key] of [
			['unauthorized', 401, 'unauthorized'],
			['forbidden', 403, 'forbidden'],
			['rateLimit', 429, 'rate_limit'],
		] as const) {
			sandbox.fault({ action: { type } });
			expectKeyed(await ask('GET', '/v2/documents'), status, key);
		}
	});

	it('leaves a 204 as it is where there is no body to garble', async () => {
		const group = (await ask('POST', '/v2/groups', { id: 'g' })).json.data.group_id;
		const [user] = sandbox.createUsers(1);
		for (const type of ['truncatedJson', 'wrongContentType'] as const) {
			await ask('POST', `/v2/groups/${group}/members`, { user_id: user });
			sandbox.fault({ method: 'DELETE', action: { type } });
			const reply = await ask('DELETE', `/v2/groups/${group}/members/${user}`);
			expect([reply.status, reply.text]).toEqual([204, '']);
		}
	});

	it('does not count as a request', async () => {
		sandbox.settings.v2Limit = { requests: 1, windowMs: 60_000 };
		sandbox.fault({ action: { type: 'writeFailed' } });
		expect((await ask('GET', '/v2/documents')).status).toBe(500);
		expect((await ask('GET', '/v2/documents')).status).toBe(200);
	});
});

describe('lists without an end', () => {
	const lists: Array<[path: string, rowsOf: (data: never) => string[]]> = [
		['/v1/posts', (data: { items: object }) => Object.keys(data.items)],
		['/v1/updates', (data: { items: object }) => Object.keys(data.items)],
		['/v1/post/10001/comments', (data: { comments: object }) => Object.keys(data.comments)],
		[
			'/v1/promoter',
			(data: Array<{ promoter_id: number }>) => data.map((row) => `${row.promoter_id}`),
		],
		[
			'/v2/groups',
			(data: { items: Array<{ group_id: number }> }) => data.items.map((row) => `${row.group_id}`),
		],
	];
	beforeEach(async () => {
		sandbox.createPosts(12);
		sandbox.createUpdates(12);
		for (let n = 0; n < 12; n++) {
			await ask('POST', '/v1/post/10001/comment', { comment: 'x' });
			await ask('POST', '/v1/promoter', { vote: 5, force: true });
			await ask('POST', '/v2/groups', { id: `group-${n}` });
		}
	});

	it.each(lists)('%s: endlessPages brings ever new rows', async (path, rowsOf) => {
		sandbox.fault({ path, times: Infinity, action: { type: 'endlessPages' } });
		const seen = new Set<string>();
		for (const page of [0, 1, 2, 500]) {
			const { data } = (await ask('GET', `${path}?per_page=7&page=${page}`)).json;
			for (const id of rowsOf(data as never)) seen.add(id);
			if ('items' in data) expect(data).toMatchObject({ has_more: true, page });
		}
		expect(seen.size).toBe(28);
	});

	it.each(lists)('%s: samePageForever brings the first page', async (path, rowsOf) => {
		const first = rowsOf((await ask('GET', `${path}?per_page=7`)).json.data as never);
		sandbox.fault({ path, times: Infinity, action: { type: 'samePageForever' } });
		for (const page of [0, 1, 2, 500]) {
			const { data } = (await ask('GET', `${path}?per_page=7&page=${page}`)).json;
			expect(rowsOf(data as never)).toEqual(first);
			if ('items' in data) expect(data).toMatchObject({ has_more: true, page });
		}
	});
});

describe('which requests meet a fault', () => {
	const action: FaultAction = { type: 'status', status: 503 };
	const statuses = async (count: number) => {
		const seen = [];
		for (let n = 0; n < count; n++) seen.push((await list()).status);
		return seen;
	};

	it.each<[label: string, fault: Omit<Fault, 'action'>, expected: number[]]>([
		['once, if nothing else is said', {}, [503, 200, 200, 200]],
		['times', { times: 2 }, [503, 503, 200, 200]],
		['after', { after: 2 }, [200, 200, 503, 200]],
		['after and times', { after: 1, times: 2 }, [200, 503, 503, 200]],
		['for ever', { times: Infinity }, [503, 503, 503, 503]],
	])('%s', async (_label, fault, expected) => {
		sandbox.fault({ ...fault, action });
		expect(await statuses(4)).toEqual(expected);
	});

	it.each<[fault: Omit<Fault, 'action'>, method: string, path: string, meets: boolean]>([
		[{ path: '/v1/posts' }, 'GET', '/v1/posts', true],
		[{ path: '/v1/posts' }, 'GET', '/v1/posts?page=0', true],
		[{ path: '/v1/post' }, 'GET', '/v1/posts', false],
		[{ path: '/v1/post' }, 'GET', '/v1/post/1/meta', true],
		[{ path: '/v1' }, 'GET', '/v1/posts', true],
		[{ path: '/v1/' }, 'GET', '/v1/posts', true],
		[{ path: '/v2' }, 'GET', '/v1/posts', false],
		[{ path: /\/v[12]\/posts/g }, 'GET', '/v1/posts', true],
		[{ path: /page=3/ }, 'GET', '/v1/posts?page=3', true],
		[{ path: /page=3/ }, 'GET', '/v1/posts?page=4', false],
		[{ method: 'POST' }, 'GET', '/v1/posts', false],
		[{ method: 'get' }, 'GET', '/v1/posts', true],
	])('%o and %s %s: %s', async (fault, method, path, meets) => {
		sandbox.fault({ ...fault, times: 2, action });
		for (let n = 0; n < 2; n++) expect((await ask(method, path)).status === 503).toBe(meets);
	});

	it('come in the order they were given; clearing ends them', async () => {
		sandbox.fault({ action });
		sandbox.fault({ times: Infinity, action: { type: 'status', status: 502 } });
		expect(await statuses(3)).toEqual([503, 502, 502]);
		sandbox.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	it("leave the sandbox's own controls alone", async () => {
		sandbox.fault({ times: Infinity, action });
		const reply = await request(`${sandbox.baseUrl}/_sandbox/settings`);
		await reply.body.dump();
		expect(reply.statusCode).toBe(200);
	});
});

describe('waiting', () => {
	it.each([
		['latencyMs', () => void (sandbox.settings.latencyMs = 60_000)],
		['the latency of a fault', () => sandbox.fault({ action: { type: 'latency', ms: 60_000 } })],
	])('%s holds an answer back, while others are given', async (_what, holdBack) => {
		holdBack();
		const answers: string[] = [];
		const late = list().then(
			() => answers.push('given'),
			() => answers.push('none'),
		);
		await expect.poll(() => sandbox.requests.length).toBe(1);
		sandbox.settings.latencyMs = 0;
		expect((await list()).status).toBe(200);
		expect(answers).toEqual([]);
		await sandbox.close();
		await late;
		expect(answers).toEqual(['none']);
	});

	it(
		'closes without waiting for answers that are still to come, and twice',
		{ timeout: 10_000 },
		async () => {
			sandbox.fault({ action: { type: 'latency', ms: 1_000 } });
			sandbox.fault({ action: { type: 'timeout' } });
			const waiting = [list(), list()].map((reply) => reply.catch((error: Error) => error));
			const idle = createConnection(sandbox.port, '127.0.0.1');
			await expect.poll(() => sandbox.requests.length).toBe(2);
			await Promise.all([sandbox.close(), sandbox.close()]);
			for (const reply of await Promise.all(waiting)) expect(reply).toBeInstanceOf(Error);
			idle.destroy();
		},
	);
});
