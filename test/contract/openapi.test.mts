// The check of answers against docs/openapi.yaml, which every test with the sandbox uses.
import { expect, test } from 'vitest';
import { failure, gate, said, success } from '../unit/answers.mts';
import { ask, ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { ask as askWith } from '../sandbox/rules/client.mts';
import { operationOf, takenBy, wrongInAnswer, wrongInRequest } from './openapi.mts';

const group = {
	group_id: 60_001,
	data_id: 'acme',
	name: 'Acme',
	type: 'company',
	weight: 1,
	mrr: 0,
	meta: {},
	stats: {
		users: 0,
		feedback: 0,
		votes: 0,
		comments: 0,
		satisfaction: 4.5,
		promoter: 9.5,
		active: null,
	},
	created: '2026-03-14 09:26:53',
	updated: '2026-03-14 09:26:53',
};

const wrong = (request: string, status: number, answer: unknown) => {
	const [method, path] = request.split(' ');
	const exchange = { at: 0, method, path, body: undefined, status };
	return wrongInAnswer({ ...exchange, answer: JSON.stringify(answer) });
};

test.each([
	['a new group', 'POST /v2/groups', 201, success(group)],
	['a feature outside the plan', 'POST /v2/groups', 200, failure(gate)],
	['the same in /v1', 'GET /v1/posts', 200, failure(gate)],
	['a call to action that is no text', 'GET /v2/groups', 200, failure({ ...gate, cta: {} })],
	['a new key', 'GET /v2/groups', 403, failure({ key: 'suspended', message: 'Closed.' })],
	['a failure of /v1 with a message alone', 'GET /v1/posts', 500, said('No.')],
	['a create of /v1 under 201', 'POST /v1/post/1/comment', 201, success({ comment_id: 1 })],
	['data that is not shown', 'GET /v1/users', 200, success({ items: {} })],
])('%s is right', (_what, request, status, answer) => {
	expect(wrong(request, status, answer)).toEqual([]);
});

test.each([
	['the plan gate under the status of a new group', 'POST /v2/groups', 201, failure(gate)],
	['a group under the status of the plan gate', 'POST /v2/groups', 200, success(group)],
	['a group without a name', 'POST /v2/groups', 201, success({ ...group, name: undefined })],
	[
		'an NPS in place of a mean score',
		'POST /v2/groups',
		201,
		success({ ...group, stats: { ...group.stats, promoter: -40 } }),
	],
	['a field that no document names', 'POST /v2/groups', 201, success({ ...group, nane: 'A' })],
	['a status that no document names', 'POST /v2/groups', 418, failure(gate)],
	['an answer without an envelope', 'GET /v1/users', 200, { items: {} }],
	['a vote under 201, which is shown as 200', 'POST /v1/post/1/vote', 201, success({})],
])('%s is wrong', (_what, request, status, answer) => {
	expect(wrong(request, status, answer)).not.toEqual([]);
});

ownSandbox();

test.each([
	['groups', () => sandbox.createGroups(120)],
	['documents', () => sandbox.createDocuments(120)],
])(
	'a page of %s is as long as it says, unless another length is asked for',
	async (list, create) => {
		create();
		const { per_page } = operationOf(`GET /v2/${list}`).query.properties!;
		const { json } = await ask('GET', `/v2/${list}`);
		expect(Object.keys(json.data.items)).toHaveLength(per_page.default as number);
	},
);

test.each([
	['a post without a title', 'POST /v1/post', { type: 'idea' }],
	['a post without a type', 'POST /v1/post', { title: 'Dark mode' }],
	['a group without an ID', 'POST /v2/groups', { name: 'Acme' }],
])('%s is wrong in the document, and refused by the service', async (_what, request, body) => {
	const [method, path] = request.split(' ');
	const { status, text: answer } = await ask(method, path, body);
	expect(status).toBe(400);
	expect(wrongInRequest({ at: 0, method, path, body, status, answer }, [])).not.toEqual([]);
});

test.each(takenBy('basic'))('whether %s takes Basic Auth: %s', async (request, isTaken) => {
	const [method, path] = request.replaceAll('{}', '1').split(' ');
	const key = Buffer.from(`${sandbox.apiKey}:`).toString('base64');
	const headers = { authorization: `Basic ${key}` };
	const { status } = await askWith(sandbox, method, path, { headers });
	expect(status !== 401).toBe(isTaken);
});
