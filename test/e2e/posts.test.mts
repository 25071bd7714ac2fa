import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Execution, N8nRest, StoredCredential } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { byId, postsNode, runPosts } from './workflows.mts';

const n8n: N8nRest = await sharedN8n();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox?.close());

test('a post is created, read and deleted with the Basic credential', async () => {
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.createCredential('feedbackBasicApi', { baseUrl, apiKey });
	const run = async (operation: string, parameters: Record<string, unknown>) => {
		const execution = await runPosts(n8n, credential, operation, parameters);
		expectSuccess(execution);
		return execution.json('Posts')[0];
	};
	const additionalFields = { status: 'planned', created: '2024-05-06 07:08:09' };
	const title = 'Export as CSV';
	const { feedback_id } = await run('create', { title, type: 'idea', additionalFields });
	expect(feedback_id).toBeTypeOf('number');
	const postId = byId(feedback_id);
	expect(await run('get', { postId, simplify: false })).toMatchObject({
		...additionalFields,
		feedback_id,
		title,
		user: expect.any(Object),
	});
	expect(await run('delete', { postId })).toMatchObject({ deleted: true, feedback_id });
	expect(sandbox.rows('SELECT * FROM posts')).toEqual([]);
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
		const pairs = execution.items('Posts').map(({ pairedItem }) => pairedItem);
		expect(new Set(pairs.map((pair) => JSON.stringify(pair)))).toEqual(new Set(['{"item":0}']));
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

function expectSuccess(execution: Execution): void {
	expect(execution.error, 'the error of the execution').toBeUndefined();
	expect(execution.status).toBe('success');
}
