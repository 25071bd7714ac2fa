import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, sandbox, start } from '../own-sandbox.mts';
import type { Sandbox } from '../server.mts';
import { clientOf, expectInvalid, expectKeyed, expectPlain } from './client.mts';

afterEach(async () => {
	vi.restoreAllMocks();
	await sandbox.close();
});

/** From here on the time by which requests are counted stands still, but for what the test lets pass. */
function ownTime(): (ms: number) => void {
	let now = Math.ceil(performance.now());
	vi.spyOn(performance, 'now').mockImplementation(() => now);
	return (ms) => {
		now += ms;
	};
}

describe('Limits: v2 lists', () => {
	const ids = (data: { items: Array<{ document_id: number }> }) =>
		data.items.map(({ document_id }) => document_id - 70_000);
	beforeEach(async () => {
		await start();
		sandbox.createDocuments(205);
	});

	it.each([
		['', 30, 205, true, 0],
		['?page=1', 30, 175, true, 1],
		['?page=6', 25, 25, false, 6],
		['?page=7', 0, undefined, false, 7],
		['?per_page=100', 100, 205, true, 0],
		['?per_page=101', 100, 205, true, 0],
		['?per_page=1', 1, 205, true, 0],
		['?per_page=0', 1, 205, true, 0],
		['?per_page=41&page=4', 41, 41, false, 4],
	])('"%s" lists %i items', async (query, count, first, hasMore, page) => {
		const reply = await ask('GET', `/v2/documents${query}`);
		expect(reply.status).toBe(200);
		const { data } = reply.json;
		expect(ids(data)).toHaveLength(count);
		expect(ids(data)[0]).toBe(first);
		expect(data).toMatchObject({ has_more: hasMore, page });
	});

	it.each(['page=-1', 'page=x', 'page=1.5', 'page=1e3', 'page=99999999999999999999', 'per_page=x'])(
		'answers 400 validation_error for %s',
		async (query) => {
			expectInvalid(await ask('GET', `/v2/documents?${query}`), query.split('=')[0]);
		},
	);
});

const comments = (box: Sandbox) => box.createComments(205, { post: box.createPosts(1)[0] });
const lists = [
	['posts', '/v1/posts', (box: Sandbox) => box.createPosts(205), 'items'],
	['updates', '/v1/updates', (box: Sandbox) => box.createUpdates(205), 'items'],
	['users', '/v1/users', (box: Sandbox) => box.createUsers(205), 'items'],
	['comments', '/v1/post/10001/comments', comments, 'comments'],
	['NPS responses', '/v1/promoter', (box: Sandbox) => box.createResponses(205), undefined],
] as const;

const rowsOf = (data: unknown, container: string | undefined) =>
	Object.keys(container ? (data as Record<string, object>)[container] : (data as object));

it.each(lists)(
	'Limits: a v1 list of %s has 10 items a page, or as many as asked, from 1 to 100',
	async (_name, path, fill, container) => {
		const count = async (query: string) =>
			rowsOf((await ask('GET', `${path}?${query}`)).json.data, container).length;
		await start();
		fill(sandbox);
		const expected = {
			'': 10,
			'per_page=25': 25,
			'per_page=100': 100,
			'per_page=101': 100,
			'per_page=0': 1,
			'page=20': 5,
			'page=21': 0,
			'per_page=100&page=2': 5,
		};
		for (const [query, rows] of Object.entries(expected))
			expect(await count(query), query).toBe(rows);
		if (container === 'items') {
			const { data } = (await ask('GET', path)).json;
			expect(Object.keys(data)).toEqual(['items', 'has_more', 'page']);
		}
		expectPlain(await ask('GET', `${path}?page=x`), 400, /page/);
		expectPlain(await ask('GET', `${path}?page=-1`), 400, /page/);
		expectPlain(await ask('GET', `${path}?per_page=x`), 400, /per_page/);
	},
);

describe('Limits: rate', () => {
	it('v2 admits 300 requests in 60 s by default, v1 any number', async () => {
		ownTime();
		await start();
		expect(sandbox.settings).toMatchObject({ v2Limit: { requests: 300, windowMs: 60_000 } });
		for (let n = 0; n < 300; n++) expect((await ask('GET', '/v2/documents')).status).toBe(200);
		const refused = await ask('GET', '/v2/groups');
		expectKeyed(refused, 429, 'rate_limit');
		expect(refused.headers['retry-after']).toBe('60');
		for (let n = 0; n < 10; n++) expect((await ask('GET', '/v1/posts')).status).toBe(200);
	});

	it('belongs to the workspace, whatever the key', async () => {
		await start({ v2Limit: { requests: 2, windowMs: 60_000 } });
		sandbox.addKey('second');
		sandbox.addKey('neighbour', { workspace: 'neighbour' });
		expect((await ask('GET', '/v2/documents')).status).toBe(200);
		expect((await clientOf(sandbox, 'second')('GET', '/v2/documents')).status).toBe(200);
		expectKeyed(await clientOf(sandbox, 'second')('GET', '/v2/documents'), 429, 'rate_limit');
		expectKeyed(await ask('GET', '/v2/documents'), 429, 'rate_limit');
		expect((await clientOf(sandbox, 'neighbour')('GET', '/v2/documents')).status).toBe(200);
	});

	it('accepts a request again when an earlier one leaves the window', async () => {
		await start({ v2Limit: { requests: 2, windowMs: 60_000 } });
		const status = async () => (await ask('GET', '/v2/documents')).status;
		const elapse = ownTime();
		expect(await status()).toBe(200);
		elapse(35_000);
		expect(await status()).toBe(200);
		expect(await status()).toBe(429);
		elapse(25_000);
		expect(await status()).toBe(200);
		expect(await status()).toBe(429);
	});

	it('does not count what it refused, nor requests without a valid key', async () => {
		await start({ v2Limit: { requests: 2, windowMs: 60_000 } });
		const elapse = ownTime();
		for (let n = 0; n < 5; n++) await clientOf(sandbox, 'who')('GET', '/v2/documents');
		const answers = [];
		for (let n = 0; n < 6; n++) answers.push((await ask('GET', '/v2/documents')).status);
		expect(answers).toEqual([200, 200, 429, 429, 429, 429]);
		elapse(60_000);
		expect((await ask('GET', '/v2/documents')).status).toBe(200);
	});
});
