// Answers of the service, and whether Prism takes them by docs/openapi.yaml: those of the sandbox, and others that the
// document leaves open.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failure, gate, keyed, success } from '../unit/answers.mts';
import { addThings, NO_LIMIT, type Things } from '../contract/workspace.mts';
import type { FaultAction } from '../sandbox/faults.mts';
import { ask as client, ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { Prism } from './prism.mts';

ownSandbox({ v2Limit: NO_LIMIT });

let prism: Prism;
let things: Things;
beforeAll(async () => void (prism = await Prism.start(sandbox.baseUrl)));
afterAll(async () => await prism.close());
beforeEach(() => void (things = addThings(sandbox)));

/** Sent past the nodes, which refuse some of it themselves. */
async function send(method: string, path: string, body?: object): Promise<number> {
	const answer = await fetch(prism.baseUrl + path, {
		method,
		headers: {
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify(body),
	});
	await answer.text();
	return answer.status;
}

/** @param request such as `POST /v1/post`; only such a one has the body */
async function ask(request: string, body: object): Promise<number> {
	const [method, path] = request.split(' ');
	return await send(method, path, method === 'GET' ? undefined : body);
}

const addPost = async (body: object) => await send('POST', '/v1/post', body);
const addDocument = async (body: object) => await send('POST', '/v2/documents', body);
const addMember = async (user_id: number) =>
	await send('POST', `/v2/groups/${things.groupId}/members`, { user_id });

/** What it says of requests is left aside: some are wrong on purpose. */
const wrongInAnswers = async () =>
	(await prism.violations()).filter((line) => !line.includes('Violation: request.'));

test.each<[what: string, status: number, act: () => Promise<number>]>([
	['a new member', 201, async () => await addMember(sandbox.createUsers(1)[0])],
	['a member who is one already', 200, async () => await addMember(things.user_id)],
	[
		'an unknown document type',
		400,
		async () => await addDocument({ title: 'Plan', document_type: 'poem' }),
	],
	['a title that is too short', 400, async () => await addDocument({ title: 'P' })],
	['a missing post', 404, async () => await send('GET', '/v1/post/999')],
	['a post without a title', 400, async () => await addPost({ type: 'idea' })],
	['a missing group', 404, async () => await send('GET', '/v2/groups/999')],
	['a group that exists', 409, async () => await send('POST', '/v2/groups', { id: idOfGroup() })],
])('the answer to %s is one of the document', async (_what, status, act) => {
	expect(await act()).toBe(status);
	expect(await wrongInAnswers()).toEqual([]);
});

const idOfGroup = () =>
	sandbox.rows('SELECT data_id FROM groups WHERE group_id = ?', things.groupId)[0].data_id;

const failures: Record<string, FaultAction> = {
	'the plan gate': { type: 'upgradeRequired' },
	'a rejected key': { type: 'unauthorized' },
	'a missing permission': { type: 'forbidden' },
	'too many requests': { type: 'rateLimit' },
	'a failed write': { type: 'writeFailed' },
	'an internal error': { type: 'internalError', applied: false },
};
const writes = [
	'/v1/post',
	'/v1/post/1/vote',
	'/v2/groups',
	'/v2/groups/1/members',
	'/v2/documents',
];

test.each(
	Object.entries(failures).flatMap(([what, action]) =>
		writes.map((path) => ({ what, action, path })),
	),
)('$what under POST $path is an answer of the document', async ({ action, path }) => {
	sandbox.fault({ action });
	await send('POST', path, { title: 'Plan', type: 'idea', id: 'acme', vote: 1, user_id: 1 });
	expect(await wrongInAnswers()).toEqual([]);
});

const created = success({ feedback_id: 10_001, message: 'Created.' });
const withButton = failure({ ...gate, cta: { label: 'Upgrade' } });

test.each<[what: string, request: string, status: number, body: unknown]>([
	['a create of /v1 under 201', 'POST /v1/post', 201, created],
	['a failure of /v1 that has a key', 'GET /v1/posts', 503, keyed('internal_error')],
	['a call to action that is no text', 'GET /v2/groups', 200, withButton],
	['a key that /v2 adds', 'GET /v2/groups', 403, keyed('workspace_suspended')],
])('%s is left open by the document', async (_what, request, status, body) => {
	sandbox.fault({ action: { type: 'status', status, body } });
	expect(await ask(request, { title: 'Plan', type: 'idea' })).toBe(status);
	expect(await wrongInAnswers()).toEqual([]);
});

test('a ratio of votes may have decimals', async () => {
	const [voter] = sandbox.createUsers(1);
	const path = `/v1/post/${things.postId}`;
	await send('POST', `${path}/vote`, { vote: 1, user_id: voter });
	await send('POST', `${path}/vote`, { vote: 1, user_id: things.user_id });
	await send('POST', `${path}/vote`, { vote: -1 });
	expect(await send('GET', path)).toBe(200);
	expect((await client('GET', path)).json.data.total_ratio).toBe('66.67');
	expect(await wrongInAnswers()).toEqual([]);
});

test.each(['GET /v1/users', 'GET /v1/post/1/meta', 'POST /v1/post/1/vote'])(
	'an answer to %s has an envelope, though its data is not shown',
	async (request) => {
		sandbox.fault({ action: { type: 'json', value: { votes: 1 } } });
		await ask(request, { vote: 1 });
		expect(await wrongInAnswers()).not.toEqual([]);
	},
);
