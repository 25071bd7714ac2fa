import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { timestamp } from '../timestamps.mts';
import { expectPlain, expectType, fieldRows } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM posts'));

const inAnHour = () => timestamp(new Date(Date.now() + 3_600_000));
const create = (fields: object) =>
	ask('POST', '/v1/post', { title: 'A post', type: 'idea', ...fields });
const newPost = async (fields: object = {}) =>
	(await create(fields)).json.data.feedback_id as number;
const read = async (id: number) => (await ask('GET', `/v1/post/${id}`)).json.data;

describe('Resources: the fields of a post', () => {
	const table = fieldRows({
		'string (numeric)':
			'feedback_id, product_id, total_up, total_down, total_sum, total_comments, total_ratio, total_subscriber, effort',
		string: 'title, description, status, trend, type',
		'string (decimal)': 'scoring',
		timestamp: 'created, updated',
		object: 'user',
	});
	const userTable = fieldRows({
		integer: 'user_id, admin_id',
		string: 'data_name, data_mail, data_img',
	});

	describe.each(['list', 'get', 'update'])('from %s', (source) => {
		const record = async () => {
			const id = await newPost();
			if (source === 'list') return (await ask('GET', '/v1/posts')).json.data.items[id];
			if (source === 'update') return (await ask('PUT', `/v1/post/${id}`, {})).json.data;
			return read(id);
		};
		it.each(table)('%s is %s', async (field, type) => expectType((await record())[field], type));
		it.each(userTable)('user.%s is %s', async (field, type) => {
			expectType((await record()).user[field], type);
		});
		it('has no other fields', async () => {
			const post = await record();
			expect(Object.keys(post).sort()).toEqual(table.map(([field]) => field).sort());
			expect(Object.keys(post.user).sort()).toEqual(userTable.map(([field]) => field).sort());
		});
	});

	it('user.admin_id is 0 when the author is not staff', async () => {
		const [user] = sandbox.createUsers(1);
		expect((await read(await newPost({ user }))).user).toMatchObject({
			user_id: user,
			admin_id: 0,
		});
		expect((await read(await newPost())).user.admin_id).not.toBe(0);
	});
});

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
		expect(post.created >= before && post.created <= timestamp()).toBe(true);
		expect(post.updated).toBe(post.created);
	});

	it('removes HTML from a description', async () => {
		const description = '<p>Hello <b class="x">you</b></p><script src="x"></script><br/>bye';
		expect((await read(await newPost({ description }))).description).toBe('Hello youbye');
	});

	it.each([
		['now', () => timestamp()],
		['the past', () => '1999-12-31 00:00:00'],
	])('accepts %s as created', async (_label, created) => {
		expect((await create({ created: created() })).status).toBe(200);
	});

	it.each<[label: string, fields: object, named: RegExp]>([
		['title is missing', { title: undefined }, /title/],
		['title is empty', { title: '' }, /title/],
		['title is not a string', { title: 7 }, /title/],
		['title is null', { title: null }, /title/],
		['type is missing', { type: undefined }, /type/],
		['type is unknown', { type: 'no-such-type' }, /type/],
		['type is not a string', { type: 1 }, /type/],
		['description is not a string', { description: ['x'] }, /description/],
		['status is not a string', { status: 1 }, /status/],
		['status is empty', { status: '' }, /status/],
		['user is not an integer', { user: '30001' }, /user/],
		['user is unknown', { user: 1 }, /user/],
		['created has another format', { created: '2024-01-01T00:00:00Z' }, /created/],
		['created has no time', { created: '2024-01-01' }, /created/],
		['created is no date', { created: '2023-02-29 00:00:00' }, /created/],
		['created is in the future', { created: inAnHour() }, /created/],
	])('answers 400 where %s', async (_label, fields, named) => {
		expectPlain(await create(fields), 400, named);
		expect(sandbox.rows('SELECT * FROM posts')).toEqual([]);
	});

	it.each([
		['there is no body', undefined, /title/],
		['the body is an array', [], /body/],
		['the body is broken JSON', '{"title":', /body/],
	])('answers 400 where %s', async (_label, body, named) => {
		expectPlain(await ask('POST', '/v1/post', body), 400, named);
	});

	it('ignores fields it does not know', async () => {
		expect((await create({ total_up: '99', color: 'red' })).status).toBe(200);
	});
});

describe('GET, PUT and DELETE /v1/post/{postid}', () => {
	it.each([['title'], ['type'], ['description']])('PUT changes %s alone', async (field) => {
		const id = await newPost({ description: 'before', created: '2024-01-01 00:00:00' });
		const former = await read(id);
		const value = field === 'type' ? 'bug' : 'after';
		const reply = await ask('PUT', `/v1/post/${id}`, { [field]: value });
		const { updated } = reply.json.data;
		expect(reply.json.data).toEqual({ ...former, [field]: value, updated });
		expect(updated > '2024-01-01 00:00:00').toBe(true);
		expect(await read(id)).toEqual(reply.json.data);
	});

	it('PUT empties a description', async () => {
		const id = await newPost({ description: 'before' });
		await ask('PUT', `/v1/post/${id}`, { description: '' });
		expect((await read(id)).description).toBe('');
	});

	it.each([
		['type is unknown', { type: 'no-such-type' }, /type/],
		['title is empty', { title: '' }, /title/],
		['title is not a string', { title: 1 }, /title/],
		['description is not a string', { description: 1 }, /description/],
	])('PUT answers 400 where %s', async (_label, fields, named) => {
		const id = await newPost();
		const former = await read(id);
		expectPlain(await ask('PUT', `/v1/post/${id}`, fields), 400, named);
		expect(await read(id)).toEqual(former);
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
