import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { timestamp } from '../timestamps.mts';
import { expectPlain } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM posts'));

const create = (fields: object) =>
	ask('POST', '/v1/post', { title: 'A post', type: 'idea', ...fields });
const newPost = async (fields: object = {}) =>
	(await create(fields)).json.data.feedback_id as number;
const read = async (id: number) => (await ask('GET', `/v1/post/${id}`)).json.data;

describe('POST /v1/post', () => {
	it('answers an integer feedback_id and a message', async () => {
		const reply = await create({});
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({
			status: 'success',
			data: { feedback_id: expect.any(Number), message: expect.any(String) },
		});
	});

	it('stores what was sent', async () => {
		const [user] = sandbox.createUsers(1, { data_mail: 'ada@customer.example' });
		const sent = {
			title: 'Größe: 🎉 <3',
			type: 'bug',
			description: '# Markdown\n\n* `Array<string>` & <https://customer.example>',
			status: 'planned',
			created: '2024-02-29 23:59:59',
		};
		const post = await read(await newPost({ ...sent, user }));
		expect(post).toMatchObject(sent);
		expect(post.user).toMatchObject({ user_id: user, data_mail: 'ada@customer.example' });
	});

	it('sets status open, no description and the current time in UTC by default', async () => {
		const before = timestamp();
		const post = await read(await newPost());
		expect(post).toMatchObject({ status: 'open', description: '' });
		expect([before, post.created, timestamp()]).toEqual([before, post.created, timestamp()].sort());
		expect(post.updated).toBe(post.created);
	});

	it('removes HTML from a description', async () => {
		const description = '<p>Hello <b class="x">you</b></p><script src="x"></script><br/>bye';
		expect((await read(await newPost({ description }))).description).toBe('Hello youbye');
	});

	it('ignores fields it does not know', async () => {
		expect((await create({ total_up: '99', color: 'red' })).status).toBe(200);
	});
});

describe('GET, PUT and DELETE /v1/post/{postid}', () => {
	it.each([['title'], ['type'], ['description']])('PUT changes %s alone', async (field) => {
		const made = { type: 'question', description: 'before', created: '2024-01-01 00:00:00' };
		const id = await newPost(made);
		const former = await read(id);
		const value = field === 'type' ? 'bug' : 'after';
		const reply = await ask('PUT', `/v1/post/${id}`, { [field]: value });
		const { updated } = reply.json.data;
		expect(reply.json.data).toEqual({ ...former, [field]: value, updated });
		expect(updated).not.toBe('2024-01-01 00:00:00');
		expect(await read(id)).toEqual(reply.json.data);
	});

	it('PUT empties a description', async () => {
		const id = await newPost({ description: 'before' });
		await ask('PUT', `/v1/post/${id}`, { description: '' });
		expect((await read(id)).description).toBe('');
	});

	it('PUT changes neither status nor user nor created', async () => {
		const id = await newPost();
		const former = await read(id);
		await ask('PUT', `/v1/post/${id}`, {
			status: 'closed',
			user: 1,
			created: '2000-01-01 00:00:00',
		});
		const { status, user, created } = await read(id);
		expect({ status, user, created }).toEqual({
			status: former.status,
			user: former.user,
			created: former.created,
		});
	});

	it('DELETE answers action and a string feedback_id, and deletes permanently', async () => {
		const id = await newPost();
		await ask('PUT', `/v1/post/${id}/meta`, { key: 'a', value: 'b' });
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'c' });
		await ask('POST', `/v1/post/${id}/vote`, { vote: 1 });
		const reply = await ask('DELETE', `/v1/post/${id}`);
		expect(reply.status).toBe(200);
		expect(reply.json).toEqual({
			status: 'success',
			data: { action: expect.any(String), feedback_id: String(id) },
		});
		expectPlain(await ask('GET', `/v1/post/${id}`), 404);
		expectPlain(await ask('DELETE', `/v1/post/${id}`), 404);
		for (const table of ['posts', 'post_metadata', 'comments', 'votes']) {
			expect(sandbox.rows(`SELECT * FROM ${table}`), table).toEqual([]);
		}
		expect(await newPost()).toBeGreaterThan(id);
	});

	it.each([
		['unknown', '99999'],
		['no number', 'abc'],
		['negative', '-1'],
		['with a fraction', '1.5'],
		['an escaped slash', '10001%2Fmeta'],
		['an escaped question mark', '10001%3Fx=y'],
		['not decodable', '%zz'],
		['blank', '%20'],
		['10,000 characters', '1'.repeat(10_000)],
	])('answers 404 to an id that is %s', async (_label, id) => {
		for (const method of ['GET', 'PUT', 'DELETE']) {
			expectPlain(await ask(method, `/v1/post/${id}`, method === 'PUT' ? {} : undefined), 404);
		}
	});
});
