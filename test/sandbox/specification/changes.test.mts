// What a change of one field leaves as it was, and what is left of what was deleted.
import { expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectPlain } from './client.mts';

ownSandbox();

const created = '2024-01-01 00:00:00';
const made = {
	post: () => `/v1/post/${sandbox.createPosts(1, { type: 'question', created })[0]}`,
	comment: () => {
		const [post] = sandbox.createPosts(1);
		return `/v1/post/${post}/comment/${sandbox.createComments(1, { post, created })[0]}`;
	},
	update: () => `/v1/update/${sandbox.createUpdates(1, { description: 'Text' })[0]}`,
	user: () => `/v1/user/${sandbox.createUsers(1, { data: { plan: 'team' }, created })[0]}`,
};
type What = keyof typeof made;

const read = async (path: string) => (await ask('GET', path)).json.data;
const modified = true;

it.each<[What, field: string, value: unknown, others?: object]>([
	['post', 'title', 'after'],
	['post', 'type', 'bug'],
	['post', 'description', 'after'],
	['post', 'description', ''],
	['comment', 'comment', 'Other', { modified, comment_html: '<p>Other</p>' }],
	['comment', 'public', false, { modified }],
	['comment', 'pinned', true, { modified }],
	['update', 'title', 'Other'],
	['update', 'description', '', { description_html: '' }],
	['update', 'type', 'fix'],
	['update', 'segment', 'beta'],
	['update', 'created', '2020-02-29 12:00:00'],
	['update', 'draft', true],
	['update', 'notify_delay', true],
	['update', 'announcement', true],
	['update', 'settings', { link: 'https://a.example', link_text: 'More', link_color: '#fff' }],
	['user', 'data_mail', 'new@customer.example'],
	['user', 'data_mail', ''],
	['user', 'data_id', 'crm-7'],
	['user', 'data_name', 'new_name_2'],
	['user', 'data_full_name', 'Zoë Ångström'],
	['user', 'data_img', 'https://customer.example/zoe.png'],
	['user', 'data', { seats: 4, nested: { a: [1, null] } }],
	['user', 'data', {}],
])('PUT of one field of a %s changes %s alone, to %j', async (what, field, value, others) => {
	const path = made[what]();
	const former = await read(path);
	const reply = await ask('PUT', path, { [field]: value });
	const now = await read(path);
	const { updated } = now;
	expect(now).toEqual({ ...former, [field]: value, ...others, updated });
	expect(updated).not.toBe(created);
	expect(reply).toMatchObject({ status: 200, json: { status: 'success' } });
	const answer = what === 'update' ? { changelog_id: path.split('/').at(-1) } : now;
	expect(reply.json.data).toEqual(answer);
});

const text = expect.any(String);

it.each<[What, answer: (id: string) => object]>([
	['post', (id) => ({ action: text, feedback_id: id })],
	['comment', (id) => ({ action: text, comment_id: id })],
	['update', (id) => ({ action: text, changelog_id: id })],
	['user', () => ({ message: text })],
])('DELETE of a %s answers with texts, and deletes permanently', async (what, answer) => {
	const path = made[what]();
	const reply = await ask('DELETE', path);
	expect(reply.status).toBe(200);
	expect(reply.json).toEqual({ status: 'success', data: answer(path.split('/').at(-1)!) });
	for (const method of ['GET', 'PUT', 'DELETE']) {
		expectPlain(await ask(method, path, method === 'PUT' ? {} : undefined), 404);
	}
});
