import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution, N8nRest, StoredCredential } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { byId, credentialTypes, postsNode, runPosts } from './workflows.mts';

const n8n: N8nRest = await sharedN8n();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox?.close());

describe.each(credentialTypes)('the five post operations with %s', (type) => {
	let credential: StoredCredential;
	let id: number;

	beforeAll(async () => {
		const { baseUrl, apiKey } = sandbox;
		credential = await n8n.createCredential(type, { baseUrl, apiKey });
	});

	const run = async (operation: string, parameters: Record<string, unknown>) => {
		const execution = await runPosts(n8n, credential, operation, parameters);
		expectSuccess(execution);
		return execution.json('Posts');
	};

	test('Create', async () => {
		const [created] = await run('create', {
			title: 'Export as CSV',
			type: 'idea',
			description: 'One file for each **board**',
			additionalFields: {
				status: 'planned',
				created: '2024-05-06 07:08:09',
			},
		});
		expect(created.feedback_id).toBeTypeOf('number');
		id = created.feedback_id;
		expect(sandbox.rows(`SELECT title FROM posts WHERE feedback_id = ${id}`)).toEqual([
			expect.objectContaining({ title: 'Export as CSV' }),
		]);
	});

	test('Get', async () => {
		const [post] = await run('get', { postId: byId(id), simplify: false });
		expect(post).toMatchObject({
			feedback_id: id,
			title: 'Export as CSV',
			description: 'One file for each **board**',
			status: 'planned',
			type: 'idea',
			created: '2024-05-06 07:08:09',
			user: expect.any(Object),
		});
	});

	test('Get, simplified to at most ten flat fields', async () => {
		const [post] = await run('get', { postId: byId(id), simplify: true });
		expect(post).toMatchObject({ feedback_id: id, title: 'Export as CSV', status: 'planned' });
		expect(Object.keys(post).length).toBeLessThanOrEqual(10);
		for (const value of Object.values(post)) expect(Object(value)).not.toBe(value);
	});

	test('Update', async () => {
		const [updated] = await run('update', {
			postId: byId(id),
			updateFields: { title: 'Export as CSV and JSON' },
		});
		expect(updated.feedback_id).toBe(id);
		const [post] = await run('get', { postId: byId(id), simplify: false });
		expect(post).toMatchObject({
			title: 'Export as CSV and JSON',
			description: 'One file for each **board**',
		});
	});

	test('Get Many', async () => {
		const posts = await run('getAll', {
			returnAll: false,
			limit: 5,
			filters: { search: 'Export as CSV and JSON', filter: 'all' },
		});
		expect(posts.map(({ feedback_id }) => feedback_id)).toEqual([id]);
	});

	test('Delete', async () => {
		const [answer] = await run('delete', { postId: byId(id) });
		expect(answer).toMatchObject({ deleted: true, feedback_id: id });
		expect(sandbox.rows(`SELECT * FROM posts WHERE feedback_id = ${id}`)).toEqual([]);
	});
});

describe('many posts', () => {
	let credential: StoredCredential;
	let ids: number[];

	beforeAll(async () => {
		sandbox.addKey('key-of-a-busy-workspace', { workspace: 'busy' });
		const { baseUrl } = sandbox;
		credential = await n8n.createCredential('feedbackBearerApi', {
			baseUrl,
			apiKey: 'key-of-a-busy-workspace',
		});
		ids = sandbox.createPosts(329, {}, 'busy');
		ids.push(...sandbox.createPosts(1, { title: 'A needle in the haystack' }, 'busy'));
	});

	const askedPages = () =>
		new Set(
			sandbox.requests
				.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/posts'))
				.map(({ path }) => new URL(path, sandbox.baseUrl).searchParams.get('page') ?? '0'),
		).size;

	test('Return All brings every post once, over more than three pages', async () => {
		sandbox.requests.length = 0;
		const execution = await runPosts(n8n, credential, 'getAll', {
			returnAll: true,
			filters: { filter: 'all' },
		});
		expectSuccess(execution);
		const got = execution.json('Posts').map(({ feedback_id }) => feedback_id as number);
		expect(got.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
		expect(askedPages()).toBeGreaterThan(3);
		expect(execution.items('Posts').every(pairedTo(0))).toBe(true);
	});

	test('Limit brings exactly as many and asks for no more pages than that takes', async () => {
		sandbox.requests.length = 0;
		const execution = await runPosts(n8n, credential, 'getAll', {
			returnAll: false,
			limit: 3,
			filters: { filter: 'all' },
		});
		expectSuccess(execution);
		expect(execution.items('Posts')).toHaveLength(3);
		expect(sandbox.requests).toHaveLength(1);
	});

	test('the list to choose a post from can be searched, and goes on page by page', async () => {
		const node = postsNode('get', {}, credential);
		const seen: number[] = [];
		let paginationToken: string | undefined;
		do {
			const page = await n8n.searchList(node, 'postId', 'searchPosts', { paginationToken });
			seen.push(...page.results.map(({ value }) => Number(value)));
			paginationToken = page.paginationToken;
		} while (paginationToken !== undefined && seen.length <= ids.length);
		expect(seen.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));

		const found = await n8n.searchList(node, 'postId', 'searchPosts', { filter: 'needle' });
		expect(found.results.map(({ value }) => Number(value))).toEqual([ids.at(-1)]);
	});

	test('a list that cannot be read says why', async () => {
		const stranger = await n8n.createCredential('feedbackBearerApi', {
			baseUrl: sandbox.baseUrl,
			apiKey: 'not-the-key-of-any-workspace',
		});
		const node = postsNode('get', {}, stranger);
		await expect(n8n.searchList(node, 'postId', 'searchPosts')).rejects.toThrow(/API key/i);
	});

	test('a list for each of several items is paired with its item', async () => {
		const execution = await runPosts(
			n8n,
			credential,
			'getAll',
			{ returnAll: false, limit: '={{ $json.limit }}', filters: { filter: 'all' } },
			{ input: [{ limit: 2 }, { limit: 3 }] },
		);
		expectSuccess(execution);
		expect(execution.items('Posts').map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 1].map((item) => ({ item })),
		);
	});
});

test('a post has the same id, of the same type, created, listed, fetched and updated', async () => {
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const idAfter = async (operation: string, parameters: Record<string, unknown>) => {
		const execution = await runPosts(n8n, credential, operation, parameters);
		expectSuccess(execution);
		return execution.json('Posts')[0].feedback_id as number;
	};
	const title = 'The same post each time';
	const id = await idAfter('create', { title, type: 'idea' });
	expect(await idAfter('getAll', { limit: 1, filters: { search: title, filter: 'all' } })).toBe(id);
	expect(await idAfter('get', { postId: byId(String(id)) })).toBe(id);
	expect(await idAfter('update', { postId: byId(id), updateFields: { type: 'bug' } })).toBe(id);
});

function expectSuccess(execution: Execution): void {
	expect(execution.error, 'the error of the execution').toBeUndefined();
	expect(execution.status).toBe('success');
}

function pairedTo(item: number) {
	return ({ pairedItem }: { pairedItem?: unknown }) =>
		JSON.stringify(pairedItem) === JSON.stringify({ item });
}
