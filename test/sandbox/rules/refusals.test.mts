// What a body must not hold: the field that each answer names, with nothing written.
import { beforeAll, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { timestamp } from '../timestamps.mts';
import { expectInvalid, expectPlain } from './client.mts';

ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1000 } });

const ids = { post: 0, comment: 0, update: 0, user: 0, group: 0 };
beforeAll(async () => {
	[ids.post] = sandbox.createPosts(1);
	[ids.comment] = sandbox.createComments(1, { post: ids.post });
	[ids.update] = sandbox.createUpdates(1);
	[ids.user] = sandbox.createUsers(1);
	ids.group = (await ask('POST', '/v2/groups', { id: 'taken' })).json.data.group_id;
});

const tables = 'posts post_metadata votes comments updates users promoters queue_items groups';
const everything = () =>
	[...tables.split(' '), 'group_members', 'documents'].map((name) =>
		sandbox.rows(`SELECT * FROM ${name}`),
	);

const post = { title: 'A post', type: 'idea' };
const entries = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'value']));
const inAnHour = () => timestamp(new Date(Date.now() + 3_600_000));

/** Without the field in question, or with what it must not be. Types of what the nodes send are held against docs/openapi.yaml. */
const refused: Array<[request: string, field: string, body: unknown]> = [
	['POST /v1/post', 'title', { type: 'idea' }],
	['POST /v1/post', 'title', { ...post, title: '' }],
	['POST /v1/post', 'type', { title: 'A post' }],
	['POST /v1/post', 'type', { ...post, type: 'no-such-type' }],
	['POST /v1/post', 'status', { ...post, status: '' }],
	['POST /v1/post', 'user', { ...post, user: '30001' }],
	['POST /v1/post', 'user', { ...post, user: 1 }],
	['POST /v1/post', 'created', { ...post, created: '2024-01-01T00:00:00Z' }],
	['POST /v1/post', 'created', { ...post, created: '2023-02-29 00:00:00' }],
	['POST /v1/post', 'created', { ...post, created: inAnHour() }],
	['PUT /v1/post/{post}', 'type', { type: 'no-such-type' }],
	['PUT /v1/post/{post}', 'title', { title: '' }],
	['PUT /v1/post/{post}/meta', 'key', { value: 'x' }],
	['PUT /v1/post/{post}/meta', 'value', { key: 'x' }],
	['POST /v1/post/{post}/vote', 'vote', { vote: 2 }],
	['POST /v1/post/{post}/vote', 'user_id', { vote: 1, user_id: 5 }],
	['POST /v1/post/{post}/comment', 'comment', { comment: '' }],
	['POST /v1/post/{post}/comment', 'user_id', { comment: 'Hello', user_id: 5 }],
	['PUT /v1/post/{post}/comment/{comment}', 'comment', { comment: '' }],
	['POST /v1/update', 'title', { title: '' }],
	['PUT /v1/update/{update}', 'title', { description: 'changed', title: '' }],
	['PUT /v1/update/{update}', 'created', { description: 'changed', created: 'tomorrow' }],
	['PUT /v1/update/{update}', 'link', { description: 'changed', settings: { link: 1 } }],
	['PUT /v1/user/{user}', 'data_name', { data_img: 'x', data_name: 'Zoe' }],
	...[0, 11, -1, 5.5, '5', null, undefined].map((vote): [string, string, object] => [
		'POST /v1/promoter',
		'vote',
		{ vote },
	]),
	['POST /v1/promoter', 'meta', { vote: 8, meta: { referrer: 1 } }],
	['POST /v1/promoter', 'user_id', { vote: 8, user_id: 1 }],
	['POST /v1/intelligence/queue', 'text', { title: 'x' }],
	['POST /v1/intelligence/queue', 'ref', { text: 'x', ref: 'not a url' }],
	['POST /v1/intelligence/queue', 'user_email', { text: 'x', user_email: 'nobody' }],
	['POST /v2/groups', 'id', {}],
	['POST /v2/groups', 'id', { id: '' }],
	['POST /v2/groups', 'id', { id: 'i'.repeat(256) }],
	['POST /v2/groups', 'data_id', { data_id: 'i'.repeat(256) }],
	['POST /v2/groups', 'name', { id: 'a', name: 'n'.repeat(256) }],
	['POST /v2/groups', 'type', { id: 'a', type: 't'.repeat(65) }],
	['POST /v2/groups', 'weight', { id: 'a', weight: '5' }],
	['POST /v2/groups', 'mrr', { id: 'a', mrr: 99.99 }],
	['POST /v2/groups', 'meta', { id: 'a', meta: entries(21) }],
	['POST /v2/groups', 'meta', { id: 'a', meta: { ['k'.repeat(256)]: 'v' } }],
	['POST /v2/groups', 'meta', { id: 'a', meta: { k: 'v'.repeat(256) } }],
	['POST /v2/groups', 'name weight mrr meta', { id: 'a', name: 1, weight: 'x', mrr: 0.5, meta: 1 }],
	['POST /v2/groups/{group}/members', 'user_id', {}],
	['POST /v2/documents', 'title', {}],
	['POST /v2/documents', 'title', { title: '🙂🙂' }],
	['POST /v2/documents', 'title', { title: 't'.repeat(501) }],
	['POST /v2/documents', 'title', { title: 'ab', document_type: 'poem' }],
	['POST /v2/documents', 'content', { title: 'abc', content: 'ü'.repeat(1024 * 1024 + 1) }],
	['POST /v2/documents', 'tags', { title: 'abc', tags: Array<string>(51).fill('x') }],
	['POST /v2/documents', 'status', { title: 'abc', status: 'open' }],
	['POST /v2/documents', 'title tags status', { title: '', tags: 1, status: 2 }],
	['POST /v1/post', 'title', undefined],
	['POST /v1/post', 'body', []],
	['POST /v1/post', 'body', '{"title":'],
	['POST /v2/groups', 'id', undefined],
	['POST /v2/groups', 'body', []],
	['POST /v2/groups', 'body', 'null'],
	['POST /v2/groups', 'body', '{'],
];

const shown = (body: unknown) => String(JSON.stringify(body)).slice(0, 60);

it.each(refused.map(([request, field, body]) => ({ request, field, body, shown: shown(body) })))(
	'$request names $field of $shown',
	async ({ request, field, body }) => {
		const [method, path] = request
			.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => `${ids[name]}`)
			.split(' ');
		const before = everything();
		const reply = await ask(method, path, body);
		if (path.startsWith('/v2')) expectInvalid(reply, ...field.split(' '));
		else expectPlain(reply, 400, new RegExp(`\\b${field}\\b`));
		expect(everything()).toEqual(before);
	},
);
