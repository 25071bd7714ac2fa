import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { daysAgo, timestamp } from '../timestamps.mts';
import { expectLists, sentIds } from './client.mts';

ownSandbox();

beforeEach(() => sandbox.run('DELETE FROM posts'));

const create = (fields: object) =>
	ask('POST', '/v1/post', { title: 'A post', type: 'idea', ...fields });
const newPost = async (fields: object = {}) =>
	(await create(fields)).json.data.feedback_id as number;
const read = async (id: number) => (await ask('GET', `/v1/post/${id}`)).json.data;
const listed = async (query: string) =>
	sentIds(await ask('GET', `/v1/posts?${query}`), 'feedback_id');

describe('POST /v1/post', () => {
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
});

describe('GET, PUT and DELETE /v1/post/{postid}', () => {
	it('PUT changes neither status nor user nor created', async () => {
		const id = await newPost();
		const { status, user, created } = await read(id);
		const changes = { status: 'closed', user: 1, created: '2000-01-01 00:00:00' };
		await ask('PUT', `/v1/post/${id}`, changes);
		expect(await read(id)).toMatchObject({ status, user, created });
	});

	it('DELETE takes along what belongs to a post, and frees no ID', async () => {
		const id = await newPost();
		await ask('PUT', `/v1/post/${id}/meta`, { key: 'a', value: 'b' });
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'c' });
		await ask('POST', `/v1/post/${id}/vote`, { vote: 1 });
		await ask('DELETE', `/v1/post/${id}`);
		for (const table of ['posts', 'post_metadata', 'comments', 'votes']) {
			expect(sandbox.rows(`SELECT * FROM ${table}`), table).toEqual([]);
		}
		expect(await newPost()).toBeGreaterThan(id);
	});
});

describe('GET /v1/posts', () => {
	it('sorts as asked, and by creation otherwise', async () => {
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
		await expectLists(listed, [
			['', [third, second, first]],
			['sort=new', [third, second, first]],
			['sort=old', [first, second, third]],
			['sort=trend', [second, third, first]],
			['sort=top', [first, second, third]],
			['sort=updated', [second, third, first]],
			['sort=scoring', [first, third, second]],
			['sort=priority', [third, first, second]],
			['sort=unheardOf', [third, second, first]],
		]);
	});

	it('filters by status, type, owner, segment and words', async () => {
		const [ada] = sandbox.createUsers(1, { segments: ['beta', 'eu'] });
		const [ben] = sandbox.createUsers(1, { segments: ['trial'] });
		const bug = await newPost({ type: 'bug', title: 'Crash at 100% load' });
		const closed = await newPost({ status: 'closed', title: 'Under_score', user: ada });
		const idea = await newPost({ description: 'All about CRASHES', user: ben });
		await expectLists(listed, [
			['', [idea, closed, bug]],
			['filter=all&type=all&owner=all&segment=all&search=', [idea, closed, bug]],
			['filter=open', [idea, bug]],
			['filter=closed', [closed]],
			['filter=no-such-status', []],
			['type=bug', [bug]],
			['type=no-such-type', []],
			['type=idea&filter=open', [idea]],
			[`owner=${ada}`, [closed]],
			['owner=nobody', []],
			['segment=beta', [closed]],
			['segment=trial', [idea]],
			['search=crash', [idea, bug]],
			['search=100%25', [bug]],
			['search=r_s', [closed]],
			['search=%25', [bug]],
			['search=crash&type=bug', [bug]],
			['filter=open&filter=closed', [closed]],
		]);
	});
});
