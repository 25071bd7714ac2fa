// A category that the workspace does not have: the service says little of it, and a person or a model needs the others.
import { expect, test } from 'vitest';
import { FeedbackDocuments } from '../../../nodes/FeedbackDocuments/FeedbackDocuments.node';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { bearer, byKey, execute, type Setup } from '../n8n-context.mts';
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

test('is named by the label of its field, with those that are in use', async () => {
	refused();
	await expect(create('gizmo')).rejects.toMatchObject({
		message: expect.stringMatching(/^The service refused to create a post/),
		description: "'Type' is 'gizmo', which is not used in this workspace. Keys in use: bug, idea.",
	});
	expect(service.received.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
		'POST /v1/post',
		'GET /v1/posts',
	]);
});

test('is explained to every item, with the list read once', async () => {
	refused();
	const output = await create('gizmo', { items: [{}, {}, {}], continueOnFail: true });
	const told = expect.stringContaining('Keys in use: bug, idea.');
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

test('the types that a new workspace has are named too', async () => {
	const envelope = { status: 'error', data: { key: 'invalid_argument', message: 'Unknown' } };
	service.answers(({ method }) =>
		method === 'GET'
			? {
					data: { items: [{ document_id: 1, document_type: 'runbook' }], has_more: false, page: 0 },
				}
			: { status: 400, envelope },
	);
	const failure = execute(FeedbackDocuments, {
		credentials: bearer(service.baseUrl, 'key'),
		parameters: {
			resource: 'document',
			operation: 'create',
			title: 'Plan',
			additionalFields: { document_type: byKey('gizmo') },
		},
	});
	await expect(failure).rejects.toHaveProperty(
		'description',
		expect.stringMatching(/'Document Type' is 'gizmo'.*Keys in use: decision, .*plan, .*runbook/),
	);
});
