// A key, such as a type, that the service refuses: it says little of it, and a person or a model needs to know others.
import { describe, expect, test } from 'vitest';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { bearer, byKey, execute, executeContext, type Setup } from '../n8n-context.mts';
import { type Scripted, scriptedService } from '../scripted-service.mts';

const service = scriptedService();
const refusal = { status: 'error', message: 'type is not a category of this workspace' };
const items = {
	1: { feedback_id: 1, type: 'idea', status: 'open' },
	2: { feedback_id: 2, type: 'bug' },
};
const list: Scripted = { data: { items, has_more: false } };

const create = async (type: unknown, setup: Partial<Setup> = {}) =>
	await execute(FeedbackPosts, {
		credentials: bearer(service.baseUrl, 'key'),
		...setup,
		parameters: { resource: 'post', operation: 'create', title: 'T', type: byKey(type) },
	});

const refused = (answer: Scripted = list) =>
	service.answers(({ method }) => (method === 'GET' ? answer : { status: 400, envelope: refusal }));

test('is answered with those that recent records use, and nothing is claimed of the others', async () => {
	refused();
	await expect(create('gizmo')).rejects.toMatchObject({
		message: expect.stringMatching(/^The service refused to create a post/),
		description:
			"Check the fields of this node and the IDs in them.<br>For 'Type', recent posts use: bug, idea",
	});
	expect(service.received.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
		'POST /v1/post',
		'GET /v1/posts',
	]);
});

test('is answered with 20 short keys at most, and no secret among them', async () => {
	const types = [...Array.from({ length: 30 }, (_, n) => `type-${10 + n}`), 'key', 'x'.repeat(51)];
	const records = types.map((type, n) => [n + 1, { feedback_id: n + 1, type }]);
	refused({ data: { items: Object.fromEntries(records), has_more: true } });
	const given = 'y'.repeat(20_000_000);
	const failure = await create(given).then(undefined, (error: Error) => error);
	const { description } = failure as { description?: string };
	const [, listed] = /recent posts use: (.*)$/.exec(String(description))!;
	expect(listed.split(', ')).toEqual(['***', ...types.slice(0, 19)]);
	expect(JSON.stringify(failure).length).toBeLessThan(20_000);
	expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

test('is not looked for where the service names other fields', async () => {
	const errors = [{ field: 'title', message: 'is odd' }];
	const envelope = { status: 'error', data: { key: 'validation_error', errors } };
	service.answers(({ method }) => (method === 'GET' ? list : { status: 400, envelope }));
	await expect(create('gizmo')).rejects.toThrow('Title');
	expect(service.received).toHaveLength(1);
});

test('is explained to every item, with the list read once', async () => {
	refused();
	const output = await create('gizmo', { items: [{}, {}, {}], continueOnFail: true });
	const told = expect.stringContaining('recent posts use: bug, idea');
	expect(output.map(({ json }) => json.error)).toEqual(
		Array.from({ length: 3 }, () => expect.objectContaining({ description: told })),
	);
	expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(1);
});

test.each<[string, string, Scripted]>([
	['where the key is in use', 'bug', list],
	['where the list cannot be read', 'gizmo', { status: 403, envelope: refusal }],
	['where nothing is in use yet', 'gizmo', { data: { items: {}, has_more: false } }],
])('is not blamed %s', async (_what, type, answer) => {
	refused(answer);
	await expect(create(type)).rejects.toHaveProperty(
		'description',
		'Check the fields of this node and the IDs in them.',
	);
});

test('no list is read for what fails in another way', async () => {
	service.says({ status: 403, envelope: refusal });
	await expect(create('gizmo')).rejects.toThrow('not allowed');
	expect(service.received).toHaveLength(1);
});

describe('where nothing is found with a key', () => {
	/** The posts with this status, as a step asks for them, and what it hints at. */
	async function find(filters: object, found: readonly object[], mode = 'manual') {
		const hints: unknown[] = [];
		service.answers(({ url }) =>
			/[?&](?:filter|type)=(?!all)/.test(url) ? { data: { items: found, has_more: false } } : list,
		);
		const parameters = { resource: 'post', operation: 'getAll', filters };
		const node = new FeedbackPosts();
		const context = executeContext(node, {
			parameters,
			credentials: bearer(service.baseUrl, 'a-key'),
			items: [{}, {}],
		});
		Object.assign(context, {
			getMode: () => mode,
			addExecutionHints: (...given: Array<{ message: string }>) =>
				void hints.push(...given.map(({ message }) => message)),
		});
		await node.execute.call(context);
		return hints.filter((hint) => String(hint).startsWith('Nothing'));
	}

	test('that recent records do not use, the step says once which ones they use', async () => {
		expect(await find({ filter: byKey('opne') }, [])).toEqual([
			"Nothing was found. For 'Status', recent posts use: open",
		]);
		expect(service.received).toHaveLength(3);
	});

	test.each<[string, object, object[], string, number]>([
		['that they use', { filter: byKey('open') }, [], 'manual', 3],
		['and nobody looks at it', { filter: byKey('opne') }, [], 'trigger', 2],
		['but something is', { filter: byKey('opne') }, [{ feedback_id: 1 }], 'manual', 2],
	])('%s, it says nothing', async (_what, filters, found, mode, requests) => {
		expect(await find(filters, found, mode)).toEqual([]);
		expect(service.received).toHaveLength(requests);
	});
});
