// What jobs that run again and again need: only what is new, things named by what another system knows of them, and
// creates that can be repeated. Against the sandbox, with the requests they take.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FeedbackChangelog } from '../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackGroups } from '../../nodes/FeedbackGroups/FeedbackGroups.node';
import { FeedbackNps } from '../../nodes/FeedbackNps/FeedbackNps.node';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { FeedbackUsers } from '../../nodes/FeedbackUsers/FeedbackUsers.node';
import { send } from '../contract/workspace.mts';
import { filterParameters } from '../sandbox/moods.mts';
import { type Sandbox, startSandbox } from '../sandbox/server.mts';
import { bearer, execute, type NodeClass } from './n8n-context.mts';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ v2Limit: { requests: 100_000, windowMs: 1_000 } });
});
afterEach(async () => await sandbox.close());

/** Runs `resource.operation` and gives what came out; afterwards the log holds its requests alone. */
async function run(
	Node: NodeClass,
	task: string,
	parameters: Record<string, unknown> = {},
	items: IDataObject[] = [{}],
) {
	const [resource, operation] = task.split('.');
	sandbox.requests.length = 0;
	const output = await execute(Node, {
		parameters: { resource, operation, ...parameters },
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		timezone: 'UTC',
		items,
	});
	return output.map(({ json }) => json);
}

const asked = () => sandbox.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const ask = async (method: string, path: string, body: object) =>
	await send(sandbox, method, path, body);
const by = (mode: string, value: unknown) => ({ __rl: true, mode, value });
const ids = (items: IDataObject[], name: string) => items.map((item) => item[name]);

/** The moment so many minutes ago, as the service writes it. */
const minutesAgo = (minutes: number) =>
	new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

test.each([
	['alone', {}],
	['beside Created Since', { createdSince: minutesAgo(60) }],
	['beside Changed Since', { changedSince: minutesAgo(60) }],
])(
	'the sort that the user chose is asked for, %s, and nothing is missing',
	async (_what, filters) => {
		const posts = sandbox.createPosts(250);
		const chosen = { returnAll: true, sorting: { sort: 'top' }, filters };
		const found = await run(FeedbackPosts, 'post.getAll', chosen);
		expect(ids(found, 'feedback_id').toSorted()).toEqual(posts.toSorted());
		const sorts = sandbox.requests.map(({ path }) =>
			new URLSearchParams(path.split('?')[1]).get('sort'),
		);
		expect(new Set(sorts)).toEqual(new Set(['top']));
	},
);

describe('only what changed', () => {
	/** Posts of last month, of which some have changed in the last hour. */
	function changedPosts(count: number, changed: number): number[] {
		const all = sandbox.createPosts(count);
		sandbox.run(
			`UPDATE posts SET created = datetime('2025-01-01', '+' || (feedback_id - ?) || ' minutes'),
				updated = datetime('2025-01-01', '+' || (feedback_id - ?) || ' minutes')`,
			all[0],
			all[0],
		);
		const some = all
			.filter((_, index) => index % Math.floor(count / changed) === 7)
			.slice(0, changed);
		for (const id of some) {
			sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(id % 50), id);
		}
		return some;
	}

	const changedSince = { returnAll: true, filters: { changedSince: minutesAgo(60) } };

	test('of 20,000 posts with 30 changes two pages are asked for', async () => {
		const some = changedPosts(20_000, 30);
		const found = await run(FeedbackPosts, 'post.getAll', changedSince);
		expect(new Set(ids(found, 'feedback_id'))).toEqual(new Set(some));
		expect(sandbox.requests.map(({ path }) => path)).toEqual([
			'/v1/posts?type=all&filter=all&per_page=100&sort=updated&page=0',
			'/v1/posts?type=all&filter=all&per_page=100&sort=updated&page=1',
		]);
	});

	test('another order than that of the date is not believed: all of it is read', async () => {
		const all = sandbox.createPosts(260);
		const isOld = (id: number) => id < all[10];
		for (const [index, id] of all.entries()) {
			const created = minutesAgo(isOld(id) ? 5_000 : 500 - index);
			// The order by change has an old post at the end of its first page.
			const updated = minutesAgo(id === all[0] ? 199.5 : 360 - index);
			sandbox.run(
				'UPDATE posts SET created = ?, updated = ? WHERE feedback_id = ?',
				created,
				updated,
				id,
			);
		}
		const found = await run(FeedbackPosts, 'post.getAll', {
			returnAll: true,
			filters: { createdSince: minutesAgo(1_440) },
			sorting: { sort: 'updated' },
		});
		expect(found).toHaveLength(250);
	});

	test.each([
		['takes no notice of the order', { ignoredParameters: ['sort'] }],
		[
			'has trending posts first and takes no notice of the order',
			{ ignoredParameters: ['sort'], postOrder: 'trend' },
		],
		['says nothing of more pages', { hasMore: false }],
		['counts its pages from 1', { pageBase: 1 }],
	] as const)('all of it comes from a service that %s', async (_what, mood) => {
		Object.assign(sandbox.settings, mood);
		const some = changedPosts(450, 20);
		const found = await run(FeedbackPosts, 'post.getAll', changedSince);
		expect(new Set(ids(found, 'feedback_id'))).toEqual(new Set(some));
	});

	test('a limit counts what is wanted, not what was read', async () => {
		changedPosts(450, 20);
		const given = {
			limit: 15,
			filters: { changedSince: minutesAgo(60) },
			sorting: { sort: 'old' },
		};
		expect(await run(FeedbackPosts, 'post.getAll', given)).toHaveLength(15);
	});

	test.each([
		['the time of a Schedule Trigger', () => new Date(Date.now() - 3_600_000).toISOString()],
		['a date of a Data Table', () => new Date(Date.now() - 3_600_000)],
		['milliseconds', () => Date.now() - 3_600_000],
		['the form of the service', () => minutesAgo(60)],
	])('takes %s', async (_what, since) => {
		const [old, recent] = sandbox.createPosts(2);
		sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(70), old);
		sandbox.run('UPDATE posts SET created = ?', minutesAgo(90));
		const given = { filters: { changedSince: since } };
		expect(ids(await run(FeedbackPosts, 'post.getAll', given), 'feedback_id')).toEqual([recent]);
	});

	test('a moment that is none is refused by name', async () => {
		const failure = run(FeedbackPosts, 'post.getAll', { filters: { changedSince: 'last week' } });
		await expect(failure).rejects.toThrow("'Changed Since' must be a date and time");
		expect(sandbox.requests).toEqual([]);
	});
});

describe('only what is new', () => {
	test('of posts, in the order of creation', async () => {
		const all = sandbox.createPosts(300);
		sandbox.run(`UPDATE posts SET created = ?, updated = ?`, minutesAgo(500), minutesAgo(1));
		for (const id of all.slice(-3)) {
			sandbox.run('UPDATE posts SET created = ? WHERE feedback_id = ?', minutesAgo(5), id);
		}
		const given = { returnAll: true, filters: { createdSince: minutesAgo(60) } };
		const found = await run(FeedbackPosts, 'post.getAll', given);
		expect(ids(found, 'feedback_id')).toEqual(all.slice(-3).reverse());
		expect(
			sandbox.requests.map(({ path }) => new URL(path, 'http://a').searchParams.get('sort')),
		).toEqual(['new', 'new']);
	});

	test('of changelog updates, of whose order none can be asked for: all are read', async () => {
		sandbox.createUpdates(250, { created: minutesAgo(500) });
		const recent = sandbox.createUpdates(2, { created: minutesAgo(5) });
		const given = { returnAll: true, filters: { createdSince: minutesAgo(60) } };
		const found = await run(FeedbackChangelog, 'changelogUpdate.getAll', given);
		expect(new Set(ids(found, 'changelog_id'))).toEqual(new Set(recent));
	});

	test('of end-users, created or updated', async () => {
		const [old, changed, recent] = sandbox.createUsers(3);
		const set = (id: number, created: string, updated: string) =>
			sandbox.run(
				'UPDATE users SET created = ?, updated = ? WHERE user_id = ?',
				created,
				updated,
				id,
			);
		set(old, minutesAgo(500), minutesAgo(500));
		set(changed, minutesAgo(500), minutesAgo(5));
		set(recent, minutesAgo(4), minutesAgo(4));
		const since = async (name: string) =>
			ids(
				await run(FeedbackUsers, 'endUser.getAll', { filters: { [name]: minutesAgo(60) } }),
				'user_id',
			);
		expect(await since('createdSince')).toEqual([recent]);
		expect(await since('changedSince')).toEqual([recent, changed]);
		expect(sandbox.requests[0].path).toContain('sort=updated&sort_dir=DESC');
	});

	test('of comments, in a list of which no order is documented', async () => {
		const [postId] = sandbox.createPosts(1);
		for (const comment of ['One', 'Two', 'Three'])
			await ask('POST', `/v1/post/${postId}/comment`, { comment });
		sandbox.run("UPDATE comments SET created = '2024-01-01 00:00:00' WHERE comment <> 'Two'");
		const given = { postId: by('id', postId), filters: { createdSince: minutesAgo(60) } };
		expect(ids(await run(FeedbackPosts, 'comment.getAll', given), 'comment')).toEqual(['Two']);
	});

	test.each<[string, NodeClass, string, string, Record<string, unknown>]>([
		['posts', FeedbackPosts, 'post.getAll', 'feedback_id', {}],
		['end-users', FeedbackUsers, 'endUser.getAll', 'user_id', {}],
		['changelog updates', FeedbackChangelog, 'changelogUpdate.getAll', 'changelog_id', {}],
		['comments', FeedbackPosts, 'comment.getAll', 'comment_id', { postId: by('id', 1) }],
	])(
		'or what was created until a time, so that a history of %s is read in parts',
		async (...given) => {
			const [what, Node, task, id, more] = given;
			const days = [1, 2, 3, 4].map((day) => `2025-03-0${day} 00:00:00`);
			const table = { posts: 'posts', 'end-users': 'users', 'changelog updates': 'updates' }[what];
			const made =
				table === 'posts'
					? sandbox.createPosts(4)
					: table === 'users'
						? sandbox.createUsers(4)
						: sandbox.createUpdates(4);
			if (table === undefined) {
				const [postId] = sandbox.createPosts(1);
				Object.assign(more, { postId: by('id', postId) });
				made.length = 0;
				for (const comment of days) {
					const path = `/v1/post/${postId}/comment`;
					made.push((await ask('POST', path, { comment })).comment_id as number);
				}
			}
			for (const [index, one] of made.entries()) {
				const name = table ?? 'comments';
				sandbox.run(`UPDATE ${name} SET created = ? WHERE ${id} = ?`, days[index], one);
			}
			const parts = [
				{ createdUntil: days[1] },
				{ createdSince: days[2], createdUntil: days[2] },
				{ createdSince: days[3] },
			];
			const found = [];
			for (const filters of parts) {
				const items = await run(Node, task, { ...more, returnAll: true, filters });
				found.push(ids(items, id).toSorted());
			}
			expect(found).toEqual([made.slice(0, 2), [made[2]], [made[3]]]);
		},
	);

	test('or what has last changed until a time', async () => {
		const [old, changed] = sandbox.createPosts(2);
		sandbox.run('UPDATE posts SET created = ?, updated = ?', minutesAgo(90), minutesAgo(80));
		sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(5), changed);
		const filters = { changedUntil: minutesAgo(60) };
		const found = await run(FeedbackPosts, 'post.getAll', { filters });
		expect(ids(found, 'feedback_id')).toEqual([old]);
	});

	test.each([
		['that keeps to the dates', []],
		['that takes no notice of them', ['date_start', 'date_end']],
	])('of NPS responses, between two days, from a service %s', async (_what, ignoredParameters) => {
		sandbox.settings.ignoredParameters = ignoredParameters;
		const days = ['2025-03-01', '2025-03-02', '2025-03-03', '2025-03-04'];
		for (const day of days) {
			const [user_id] = sandbox.createUsers(1);
			const { promoter_id } = await ask('POST', '/v1/promoter', { vote: 9, user_id });
			sandbox.run(
				'UPDATE promoters SET created = ? WHERE promoter_id = ?',
				`${day} 23:59:59`,
				promoter_id,
			);
		}
		const filters = { date_start: '2025-03-02T00:00:00', date_end: '2025-03-03' };
		const found = await run(FeedbackNps, 'npsResponse.getAll', { filters });
		expect(ids(found, 'created')).toEqual(['2025-03-03 23:59:59', '2025-03-02 23:59:59']);
		expect(sandbox.requests[0].path).toContain('date_start=2025-03-02&date_end=2025-03-03');
	});
});

describe('comments of all posts', () => {
	/** So many posts, every other one with two comments. */
	async function commented(count: number) {
		const posts = sandbox.createPosts(count);
		for (const [index, id] of posts.entries()) {
			if (index % 2 === 1) continue;
			for (const comment of ['First', 'Second'])
				await ask('POST', `/v1/post/${id}/comment`, { comment });
		}
		return posts;
	}
	const commentsOf = (post: number) => `GET /v1/post/${post}/comments`;
	const all = async (parameters: Record<string, unknown> = {}) =>
		await run(FeedbackPosts, 'comment.getAllOfPosts', { returnAll: true, ...parameters });

	test('come post by post, each with the ID of its post, from posts that have any', async () => {
		const posts = await commented(24);
		const found = await all();
		const expected = posts.toReversed().filter((id) => (id - posts[0]) % 2 === 0);
		expect(ids(found, 'feedback_id')).toEqual(expected.flatMap((id) => [id, id]));
		// One request a post: it counts as many comments as came, and no page was full.
		expect(asked().toSorted()).toEqual(['GET /v1/posts', ...expected.map(commentsOf)].toSorted());
		expect(await all()).toEqual(found);
	});

	test('have the ID of their post also where they do not say it themselves', async () => {
		const [post] = await commented(1);
		sandbox.fault({
			path: `/v1/post/${post}/comments`,
			action: {
				type: 'json',
				value: {
					status: 'success',
					data: { comments: { 7: { comment: 'First' } }, has_more: false },
				},
			},
		});
		expect(await all()).toMatchObject([{ comment_id: 7, feedback_id: post }]);
	});

	test('stop at the limit, and ask few posts more than it takes', async () => {
		await commented(60);
		expect(await all({ returnAll: false, limit: 5 })).toHaveLength(5);
		expect(new Set(asked()).size).toBeLessThanOrEqual(1 + 3 + 8);
	});

	test('are read after all posts, so that a post that comes meanwhile moves none', async () => {
		const posts = await commented(250);
		await all();
		const pages = asked().lastIndexOf('GET /v1/posts');
		expect(pages).toBeLessThan(asked().indexOf(commentsOf(posts[248])));
	});

	test('are asked of the posts that match alone', async () => {
		const [idea, bug] = [
			sandbox.createPosts(1, { type: 'idea' })[0],
			sandbox.createPosts(1, { type: 'bug' })[0],
		];
		for (const id of [idea, bug])
			await ask('POST', `/v1/post/${id}/comment`, { comment: 'Me too' });
		const found = await all({ filters: { type: by('key', 'bug') } });
		expect(ids(found, 'feedback_id')).toEqual([bug]);
		expect(new Set(asked())).toEqual(new Set(['GET /v1/posts', commentsOf(bug)]));
	});

	test('are asked only of posts that changed since, and only those created since', async () => {
		const [changed, unchanged] = await commented(3);
		sandbox.run('UPDATE posts SET created = ?, updated = ?', minutesAgo(500), minutesAgo(500));
		sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(5), changed);
		sandbox.run("UPDATE comments SET created = ? WHERE comment = 'First'", minutesAgo(500));
		const filters = { changedSince: minutesAgo(60), createdSince: minutesAgo(60) };
		const found = await all({ filters });
		expect(found).toMatchObject([{ comment: 'Second', feedback_id: changed }]);
		expect(asked()).not.toContain(commentsOf(unchanged));
	});

	test('leave out a post that is deleted while they are read', async () => {
		const [gone, , stays] = await commented(3);
		sandbox.fault({ path: `/v1/post/${gone}`, times: 2, action: { type: 'status', status: 404 } });
		expect(ids(await all(), 'feedback_id')).toEqual([stays, stays]);
	});

	test('fail where the service does not offer the list', async () => {
		await commented(1);
		sandbox.settings.undocumentedLists = 404;
		await expect(all()).rejects.toThrow(/No post with ID \d+/);
	});
});

describe('a post whose title exists', () => {
	const create = async (titles: string[], ifTitleExists: string, more: object = {}) =>
		await run(
			FeedbackPosts,
			'post.create',
			{
				title: (_: unknown, index: number) => titles[index],
				type: by('key', 'idea'),
				ifTitleExists,
				additionalFields: more,
			},
			titles.map(() => ({})),
		);
	const rows = () => sandbox.rows('SELECT title FROM posts').length;

	test('is made another time unless it is said', async () => {
		await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
		const [made] = await create(['Dark mode'], 'createAnother');
		expect(made).toMatchObject({ existed: false });
		expect(asked()).toEqual(['POST /v1/post']);
		expect(rows()).toBe(2);
	});

	test('is returned, in any letter case; others that only hold it are not', async () => {
		const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'bug' });
		await ask('POST', '/v1/post', { title: 'Dark mode for charts', type: 'idea' });
		expect(await create([' dark MODE '], 'returnExisting')).toMatchObject([
			{ feedback_id, title: 'Dark mode', type: 'bug', status: 'open', existed: true },
		]);
		expect(asked()).toEqual(['GET /v1/posts']);
		const [made] = await create(['Light mode'], 'returnExisting');
		expect(made).toMatchObject({ title: 'Light mode', existed: false });
		expect(asked()).toEqual(['GET /v1/posts', 'POST /v1/post']);
	});

	test('is voted for on behalf of the user', async () => {
		const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
		const [ada] = sandbox.createUsers(1);
		const [found] = await create(['dark mode'], 'vote', { user: by('id', ada) });
		expect(found).toMatchObject({ feedback_id, existed: true });
		expect(sandbox.requests.at(-1)).toMatchObject({
			path: `/v1/post/${feedback_id}/vote`,
			body: { vote: 1, user_id: ada },
		});
		expect(rows()).toBe(1);
	});

	test('is made once where several items have it', async () => {
		const made = await create(['Dark mode', 'dark mode', 'Dark mode '], 'returnExisting');
		expect(ids(made, 'existed')).toEqual([false, true, true]);
		expect(new Set(ids(made, 'feedback_id')).size).toBe(1);
		expect(rows()).toBe(1);
	});

	test('is looked for again where the first item failed', async () => {
		sandbox.fault({ method: 'POST', path: '/v1/post', action: { type: 'forbidden' } });
		const output = await execute(FeedbackPosts, {
			parameters: {
				resource: 'post',
				operation: 'create',
				title: 'Dark mode',
				type: by('key', 'idea'),
				ifTitleExists: 'returnExisting',
			},
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			continueOnFail: true,
			items: [{}, {}, {}],
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ error: { httpCode: '403' } },
			{ existed: false },
			{ existed: true },
		]);
	});
});

describe('a group', () => {
	test('is read, alone and among all', async () => {
		const { group_id } = await ask('POST', '/v2/groups', { id: 'acme', name: 'Acme' });
		const given = { groupId: by('id', group_id) };
		expect(await run(FeedbackGroups, 'group.get', given)).toMatchObject([
			{ group_id, data_id: 'acme' },
		]);
		expect(await run(FeedbackGroups, 'group.getAll')).toMatchObject([{ group_id, name: 'Acme' }]);
	});

	test.each([404, 405] as const)(
		'cannot be listed by a service that answers %i',
		async (status) => {
			sandbox.settings.undocumentedLists = status;
			await expect(run(FeedbackGroups, 'group.getAll')).rejects.toThrow(
				`The service does not offer to get many groups (HTTP ${status})`,
			);
		},
	);

	test('that is not found may be one that cannot be read', async () => {
		const one = async () => await run(FeedbackGroups, 'group.get', { groupId: by('id', 99) });
		await expect(one()).rejects.toMatchObject({
			message: 'No group with ID 99 in this workspace',
			description: expect.stringContaining('this service does not offer it'),
		});
		sandbox.settings.undocumentedLists = 405;
		await expect(one()).rejects.toThrow('The service does not offer to get a group (HTTP 405)');
	});

	describe('whose ID is taken', () => {
		const create = async (ids: string[], parameters: Record<string, unknown> = {}) =>
			await run(
				FeedbackGroups,
				'group.create',
				{
					id: (_: unknown, index: number) => ids[index],
					ifGroupExists: 'returnExisting',
					...parameters,
				},
				ids.map(() => ({})),
			);

		test('fails unless it is said otherwise', async () => {
			await ask('POST', '/v2/groups', { id: 'acme' });
			await expect(create(['acme'], { ifGroupExists: 'fail' })).rejects.toThrow(
				/'acme' is already used/,
			);
		});

		test('is given as it is, so that the same job can run twice', async () => {
			const first = await create(['acme', 'globex']);
			expect(ids(first, 'existed')).toEqual([false, false]);
			const second = await create(['acme', 'globex', 'initech']);
			expect(ids(second, 'existed')).toEqual([true, true, false]);
			expect(ids(second, 'group_id').slice(0, 2)).toEqual(ids(first, 'group_id'));
			expect(sandbox.rows('SELECT 1 FROM groups')).toHaveLength(3);
			expect(asked().filter((one) => one.startsWith('GET'))).toEqual(['GET /v2/groups']);
		});

		test('is given also when an item before it in the same run created it', async () => {
			await ask('POST', '/v2/groups', { id: 'old' });
			const given = { options: { concurrency: 1 } };
			const [, made, again] = await create(['old', 'acme', 'acme'], given);
			expect(again).toEqual({ ...made, existed: true });
		});

		test('is named by that ID alone where the list is not offered', async () => {
			await ask('POST', '/v2/groups', { id: 'acme' });
			sandbox.settings.undocumentedLists = 404;
			expect(await create(['acme'])).toEqual([{ data_id: 'acme', existed: true }]);
		});

		test('fails when the list cannot be read for another reason', async () => {
			await ask('POST', '/v2/groups', { id: 'acme' });
			sandbox.fault({ method: 'GET', path: '/v2/groups', action: { type: 'forbidden' } });
			await expect(create(['acme'])).rejects.toThrow('The API key is not allowed to');
		});
	});
});

describe('named by what another system knows', () => {
	const remove = async (items: IDataObject[], groupId: unknown, user_id: unknown) =>
		await run(FeedbackGroups, 'groupMember.add', { groupId, user_id }, items);

	test('a group by your own ID: the list is read once for all items', async () => {
		const { group_id } = await ask('POST', '/v2/groups', { id: 'acme' });
		for (let n = 0; n < 120; n++) await ask('POST', '/v2/groups', { id: `other-${n}` });
		const users = sandbox.createUsers(20);
		const found = await remove(
			users.map((user) => ({ user })),
			by('data_id', 'acme'),
			by('id', (json: IDataObject) => json.user),
		);
		expect(found).toEqual(users.map((user_id) => ({ group_id, user_id })));
		expect(asked().filter((one) => one === 'GET /v2/groups').length).toBeLessThanOrEqual(3);
	});

	test.each([
		['email address, in any letter case', 'data_mail', 'ADA@example.com'],
		['your own ID', 'data_id', 'customer-815'],
	])('an end-user by %s: asked for once a value', async (_what, mode, value) => {
		const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com', data_id: 'customer-815' });
		sandbox.createUsers(1, { data_mail: 'ada@example.com.au', data_id: 'customer-8150' });
		const found = await run(FeedbackUsers, 'endUser.get', { userId: by(mode, value) }, [
			{},
			{},
			{},
		]);
		expect(ids(found, 'user_id')).toEqual([ada, ada, ada]);
		expect(asked().filter((one) => one === 'GET /v1/users')).toHaveLength(1);
	});

	test('an end-user in the body of a create, in a collection', async () => {
		const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
		await run(FeedbackPosts, 'post.create', {
			title: 'Export',
			type: by('key', 'idea'),
			additionalFields: { user: by('data_mail', 'ada@example.com') },
		});
		expect(sandbox.requests.at(-1)!.body).toEqual({ title: 'Export', type: 'idea', user: ada });
	});

	test('a service that does not search is read through once', async () => {
		sandbox.settings.ignoredParameters = filterParameters;
		const users = Array.from(
			{ length: 250 },
			(_, n) => sandbox.createUsers(1, { data_id: `own-${n}` })[0],
		);
		const items = users.slice(0, 60).map((_, n) => ({ own: `own-${n}` }));
		const userId = by('data_id', (json: IDataObject) => json.own);
		const found = await run(FeedbackUsers, 'endUser.get', { userId }, items);
		expect(ids(found, 'user_id')).toEqual(users.slice(0, 60));
		// Once to see that the search is none, and once as a whole.
		expect(asked().filter((one) => one === 'GET /v1/users').length).toBeLessThanOrEqual(10);
	});

	test('nobody, and several, are errors that name them; nothing is changed', async () => {
		const twins = sandbox.createUsers(2, { data_mail: 'twin@example.com' });
		const del = async (mail: string) =>
			await run(FeedbackUsers, 'endUser.delete', { userId: by('data_mail', mail) });
		await expect(del('nobody@example.com')).rejects.toThrow(
			"No end-user has the email address 'nobody@example.com'",
		);
		await expect(del('twin@example.com')).rejects.toMatchObject({
			message: "2 end-users have the email address 'twin@example.com'",
			description: expect.stringContaining(twins.toReversed().join(', ')),
		});
		expect(asked().filter((one) => !one.startsWith('GET'))).toEqual([]);
	});

	test.each([404, 405] as const)('a list that is not offered (%i) says so', async (status) => {
		sandbox.settings.undocumentedLists = status;
		await expect(
			run(FeedbackUsers, 'endUser.get', { userId: by('data_mail', 'ada@example.com') }),
		).rejects.toMatchObject({
			message: 'The service offers no list of end-users to search',
			description: expect.stringContaining('GET /v1/users'),
		});
	});

	test('a failure while looking up is not remembered', async () => {
		const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
		sandbox.fault({ path: '/v1/users', action: { type: 'forbidden' } });
		const output = await execute(FeedbackUsers, {
			parameters: {
				resource: 'endUser',
				operation: 'update',
				userId: by('data_mail', 'ada@example.com'),
				updateFields: { data_full_name: 'Ada' },
				options: { concurrency: 1 },
			},
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			continueOnFail: true,
			items: [{}, {}],
		});
		expect(output.map(({ json }) => json)).toMatchObject([
			{ error: { httpCode: '403' } },
			{ user_id: ada },
		]);
	});

	test('an empty name is an empty ID', async () => {
		const failure = run(FeedbackUsers, 'endUser.get', { userId: by('data_mail', ' ') });
		await expect(failure).rejects.toThrow('The ID of the end-user is empty');
		expect(sandbox.requests).toEqual([]);
	});
});
