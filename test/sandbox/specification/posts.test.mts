import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { Database } from '../database.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectPlain, expectType, fieldRows, type Reply } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM posts'));

const inAnHour = () => timestamp(new Date(Date.now() + 3_600_000));
const create = (fields: object) =>
	ask('POST', '/v1/post', { title: 'A post', type: 'idea', ...fields });
const newPost = async (fields: object = {}) =>
	(await create(fields)).json.data.feedback_id as number;
const read = async (id: number) => (await ask('GET', `/v1/post/${id}`)).json.data;
/** The ids of a list in the order they were sent: JSON.parse would sort them. */
const order = (reply: Reply) =>
	[...reply.text.matchAll(/"(\d+)":\{"feedback_id"/g)].map(([, id]) => Number(id));

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

	it('keeps what was sent', async () => {
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

	it('defaults: status open, no description, created now in UTC', async () => {
		const before = timestamp();
		const post = await read(await newPost());
		expect(post).toMatchObject({ status: 'open', description: '' });
		expect(post.created >= before && post.created <= timestamp()).toBe(true);
		expect(post.updated).toBe(post.created);
	});

	it('description: never HTML', async () => {
		const description = '<p>Hello <b class="x">you</b></p><script src="x"></script><br/>bye';
		expect((await read(await newPost({ description }))).description).toBe('Hello youbye');
	});

	it.each([
		['now', () => timestamp()],
		['the past', () => '1999-12-31 00:00:00'],
	])('created: accepts %s', async (_label, created) => {
		expect((await create({ created: created() })).status).toBe(200);
	});

	it.each<[label: string, fields: object, named: RegExp]>([
		['title missing', { title: undefined }, /title/],
		['title empty', { title: '' }, /title/],
		['title not a string', { title: 7 }, /title/],
		['title null', { title: null }, /title/],
		['type missing', { type: undefined }, /type/],
		['type unknown', { type: 'no-such-type' }, /type/],
		['type not a string', { type: 1 }, /type/],
		['description not a string', { description: ['x'] }, /description/],
		['status not a string', { status: 1 }, /status/],
		['status empty', { status: '' }, /status/],
		['user not an integer', { user: '30001' }, /user/],
		['user unknown', { user: 1 }, /user/],
		['created in another form', { created: '2024-01-01T00:00:00Z' }, /created/],
		['created a date alone', { created: '2024-01-01' }, /created/],
		['created no date', { created: '2023-02-29 00:00:00' }, /created/],
		['created ahead', { created: inAnHour() }, /created/],
	])('refuses: %s', async (_label, fields, named) => {
		expectPlain(await create(fields), 400, named);
		expect(sandbox.rows('SELECT * FROM posts')).toEqual([]);
	});

	it.each([
		['no body', undefined, /title/],
		['an array', [], /body/],
		['broken JSON', '{"title":', /body/],
	])('refuses: %s', async (_label, body, named) => {
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
		['type unknown', { type: 'no-such-type' }, /type/],
		['title empty', { title: '' }, /title/],
		['title not a string', { title: 1 }, /title/],
		['description not a string', { description: 1 }, /description/],
	])('PUT refuses: %s', async (_label, fields, named) => {
		const id = await newPost();
		const former = await read(id);
		expectPlain(await ask('PUT', `/v1/post/${id}`, fields), 400, named);
		expect(await read(id)).toEqual(former);
	});

	it('PUT does not touch status, user or created', async () => {
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

	it('DELETE answers action and a string feedback_id, and is for ever', async () => {
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

describe('GET /v1/posts', () => {
	it('keys its items by id and says has_more and page', async () => {
		const ids = sandbox.createPosts(3);
		const { data } = (await ask('GET', '/v1/posts?per_page=2')).json;
		expect(data).toMatchObject({ has_more: true, page: 0 });
		expect(Object.keys(data.items)).toEqual([String(ids[1]), String(ids[2])]);
		for (const [key, post] of Object.entries<{ feedback_id: string }>(data.items)) {
			expect(post.feedback_id).toBe(key);
		}
	});

	it('takes type=all, sort=trend, filter=open and page 0 as shown', async () => {
		const ids = sandbox.createPosts(2);
		sandbox.createPosts(1, { status: 'closed' });
		const reply = await ask('GET', '/v1/posts?type=all&sort=trend&filter=open&page=0');
		expect(order(reply)).toEqual([ids[1], ids[0]]);
	});

	it('is sorted by creation date, most recent first, on the wire', async () => {
		const [old] = sandbox.createPosts(1, { created: daysAgo(2) });
		const [recent] = sandbox.createPosts(1, { created: daysAgo(0) });
		const [oldest] = sandbox.createPosts(1, { created: daysAgo(3) });
		const [middle] = sandbox.createPosts(1, { created: daysAgo(1) });
		expect(order(await ask('GET', '/v1/posts'))).toEqual([recent, middle, old, oldest]);
	});

	it('sorts as asked', async () => {
		const [first] = sandbox.createPosts(1, { created: daysAgo(3) });
		const [second] = sandbox.createPosts(1, { created: daysAgo(2) });
		const [third] = sandbox.createPosts(1, { created: daysAgo(1) });
		sandbox.run(
			'UPDATE posts SET trend = 5, total_up = 1, updated = ? WHERE feedback_id = ?',
			daysAgo(1),
			second,
		);
		sandbox.run(
			'UPDATE posts SET scoring = 9.5, effort = 10, total_up = 4 WHERE feedback_id = ?',
			first,
		);
		sandbox.run(
			'UPDATE posts SET scoring = 3, updated = ? WHERE feedback_id = ?',
			daysAgo(2),
			third,
		);
		const expected = {
			new: [third, second, first],
			old: [first, second, third],
			trend: [second, third, first],
			top: [first, second, third],
			updated: [second, third, first],
			scoring: [first, third, second],
			priority: [third, first, second],
			unheardOf: [third, second, first],
		};
		for (const [sort, ids] of Object.entries(expected)) {
			expect(order(await ask('GET', `/v1/posts?sort=${sort}`)), sort).toEqual(ids);
		}
	});

	it('filters by status, type, owner, segment and words', async () => {
		const [ada] = sandbox.createUsers(1, { segments: ['beta', 'eu'] });
		const [ben] = sandbox.createUsers(1, { segments: ['trial'] });
		const posts = {
			bug: await newPost({ type: 'bug', title: 'Crash at 100% load' }),
			closed: await newPost({ status: 'closed', title: 'Under_score', user: ada }),
			idea: await newPost({ description: 'All about CRASHES', user: ben }),
		};
		const cases: Array<[query: string, found: Array<keyof typeof posts>]> = [
			['', ['bug', 'closed', 'idea']],
			['filter=all&type=all&owner=all&segment=all&search=', ['bug', 'closed', 'idea']],
			['filter=open', ['bug', 'idea']],
			['filter=closed', ['closed']],
			['filter=no-such-status', []],
			['type=bug', ['bug']],
			['type=no-such-type', []],
			['type=idea&filter=open', ['idea']],
			[`owner=${ada}`, ['closed']],
			['owner=nobody', []],
			['segment=beta', ['closed']],
			['segment=trial', ['idea']],
			['search=crash', ['bug', 'idea']],
			['search=100%25', ['bug']],
			['search=r_s', ['closed']],
			['search=%25', ['bug']],
			['search=crash&type=bug', ['bug']],
			['filter=open&filter=closed', ['closed']],
		];
		for (const [query, found] of cases) {
			const ids = found.map((name) => posts[name]).reverse();
			expect(order(await ask('GET', `/v1/posts?${query}`)), query).toEqual(ids);
		}
	});

	it('shows an empty list as an empty object, without further pages', async () => {
		const reply = await ask('GET', '/v1/posts');
		expect(reply.json).toEqual({
			status: 'success',
			data: { items: {}, has_more: false, page: 0 },
		});
	});

	it.each([
		['', 'posts_by_created'],
		['filter=open', 'posts_by_status'],
		['type=idea', 'posts_by_type'],
		['sort=trend', 'posts_by_trend'],
	])('reads only the rows of a page: an index finds them for "%s"', async (query, index) => {
		const queries = vi.spyOn(Database.prototype, 'all');
		await ask('GET', `/v1/posts?${query}`);
		const sql = queries.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('FROM posts'));
		queries.mockRestore();
		const plan = sandbox.rows(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
		expect(plan).toContainEqual(expect.stringContaining(`USING COVERING INDEX ${index} `));
		expect(plan.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY')).toHaveLength(1);
	});
});
