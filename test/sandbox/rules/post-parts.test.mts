import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectLists, expectPlain } from './client.mts';

ownSandbox();

let post: string;
let user: number;
beforeAll(() => {
	[user] = sandbox.createUsers(1);
});
beforeEach(() => {
	post = `/v1/post/${sandbox.createPosts(1)[0]}`;
});

it('PUT adds or updates one entry of post metadata', async () => {
	const meta = `${post}/meta`;
	await ask('PUT', meta, { key: 'plan', value: 'team' });
	await ask('PUT', meta, { key: 'region', value: '' });
	const reply = await ask('PUT', meta, { key: 'plan', value: 'enterprise' });
	expect(reply).toMatchObject({ status: 200, json: { status: 'success' } });
	expect((await ask('GET', meta)).json.data).toEqual({ plan: 'enterprise', region: '' });
});

const vote = (body: object) => ask('POST', `${post}/vote`, body);
const counters = async () => {
	const { total_up, total_down, total_sum, total_ratio } = (await ask('GET', post)).json.data;
	return [total_up, total_down, total_sum, total_ratio].join(' ');
};

it('creates one vote for each user, and updates it', async () => {
	expect(await vote({ vote: 1, user_id: user })).toMatchObject({
		status: 200,
		json: { status: 'success' },
	});
	expect(await counters()).toBe('1 0 1 100');
	await vote({ vote: 1, user_id: user });
	expect(await counters()).toBe('1 0 1 100');
	await vote({ vote: -1, user_id: user });
	expect(await counters()).toBe('0 1 -1 0');
	await vote({ vote: 1 });
	expect(await counters()).toBe('1 1 0 50');
	await vote({ vote: 0, user_id: user });
	expect(await counters()).toBe('1 0 1 100');
	expect(sandbox.rows('SELECT * FROM votes WHERE user_id = ?', user)).toEqual([]);
});

describe('Comments', () => {
	const create = async (fields: object = {}) =>
		(await ask('POST', `${post}/comment`, { comment: 'Hello', ...fields })).json.data.comment_id;
	const read = async (id: number) => (await ask('GET', `${post}/comment/${id}`)).json.data;

	it('stores what was sent, and sets defaults', async () => {
		const sent = { comment: '*Hi* <b>', public: false, pinned: true, user_id: user };
		const comment = await read(await create(sent));
		expect(comment).toMatchObject({
			comment: '*Hi* <b>',
			public: false,
			pinned: true,
			modified: false,
		});
		expect(comment.comment_html).toBe('<p>*Hi* &lt;b&gt;</p>');
		expect(comment.user.user_id).toBe(user);
		const plain = await read(await create());
		expect(plain).toMatchObject({ public: true, pinned: false, parent: 0 });
		expect(plain.user.admin_id).not.toBe(0);
	});

	it('lists comments keyed by id, with type, search and page', async () => {
		const ids = [await create(), await create({ comment: 'Needle' }), await create()];
		const list = async (query: string) =>
			Object.keys((await ask('GET', `${post}/comments?${query}`)).json.data.comments).map(Number);
		await expectLists(list, [
			['', ids],
			['search=needle', [ids[1]]],
			['type=comment', ids],
			['type=all', ids],
			['type=other', []],
			['per_page=2', [ids[1], ids[2]]],
			['per_page=2&page=1', [ids[0]]],
		]);
		const { data } = (await ask('GET', `${post}/comments`)).json;
		expect(Object.keys(data)).toEqual(['comments']);
	});

	it('finds a comment below its own post only', async () => {
		const id = await create();
		const [other] = sandbox.createPosts(1);
		for (const method of ['GET', 'PUT', 'DELETE']) {
			const path = `/v1/post/${other}/comment/${id}`;
			expectPlain(await ask(method, path, method === 'PUT' ? {} : undefined), 404);
		}
	});
});
