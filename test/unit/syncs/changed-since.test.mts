// Reading only what changed, or what was created in a period: which pages are asked for, and what comes out.
import { expect, test } from 'vitest';
import { endpointOf } from '../../contract/expectations.mts';
import { byId } from '../n8n-context.mts';
import { ask, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

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

test.each([
	['takes no notice of the order', { ignoredParameters: ['sort'] }],
	[
		'has trending posts first and takes no notice of the order',
		{ ignoredParameters: ['sort'], postOrder: 'trend' },
	],
	['says nothing of more pages', { hasMore: false }],
	['counts its pages from 1', { pageBase: 1 }],
] as const)(
	'posts changed since a time come completely from a service that %s',
	async (_what, mood) => {
		Object.assign(sandbox.settings, mood);
		const some = changedPosts(450, 20);
		const found = await run('post.getAll', changedSince);
		expect(new Set(ids(found, 'feedback_id'))).toEqual(new Set(some));
	},
);

test.each([
	[15, { sort: 'old' }],
	[15, {}],
	// Ten of them were never changed, and stand last in the order of changes.
	[25, {}],
])(
	'posts changed since a time are counted by the limit of %i, and other posts are not',
	async (limit, sorting) => {
		changedPosts(450, 20);
		const [first] = sandbox.createPosts(10);
		sandbox.run("UPDATE posts SET updated = '' WHERE feedback_id >= ?", first);
		const filters = { changedSince: minutesAgo(60) };
		expect(await run('post.getAll', { limit, filters, sorting })).toHaveLength(limit);
	},
);

test('posts changed since a time are those of one end-user, also where they were never changed', async () => {
	const [ada, bob] = sandbox.createUsers(2);
	changedPosts(250, 10);
	const [own] = sandbox.createPosts(1, { user: ada });
	sandbox.createPosts(3, { user: bob });
	sandbox.run("UPDATE posts SET updated = '' WHERE feedback_id >= ?", own);
	const filters = { changedSince: minutesAgo(60), endUser: byId(ada) };
	expect(ids(await run('post.getAll', { returnAll: true, filters }), 'feedback_id')).toEqual([own]);
});

test.each([
	['the time of a Schedule Trigger', () => new Date(Date.now() - 3_600_000).toISOString()],
	['a date of a Data Table', () => new Date(Date.now() - 3_600_000)],
	['milliseconds', () => Date.now() - 3_600_000],
	['the form of the service', () => minutesAgo(60)],
])('posts changed since a time may be asked for by %s', async (_what, since) => {
	const [old, recent] = sandbox.createPosts(2);
	sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(70), old);
	sandbox.run('UPDATE posts SET created = ?', minutesAgo(90));
	const given = { filters: { changedSince: since } };
	expect(ids(await run('post.getAll', given), 'feedback_id')).toEqual([recent]);
});

test('posts of one status that changed are found without others, also those that never changed', async () => {
	const [changed] = changedPosts(250, 1);
	sandbox.run("UPDATE posts SET status = 'planned'");
	// Never changed, they stand behind all others in the order of changes.
	const [created] = sandbox.createPosts(2);
	sandbox.run("UPDATE posts SET updated = '' WHERE feedback_id >= ?", created);
	sandbox.run("UPDATE posts SET status = 'planned' WHERE feedback_id = ?", created);
	const filters = { changedSince: minutesAgo(60), filter: 'planned' };
	const found = await run('post.getAll', { returnAll: true, filters });
	expect(ids(found, 'feedback_id').toSorted()).toEqual([changed, created]);
	const asked = sandbox.requests.map(({ path }) => new URLSearchParams(path.split('?')[1]));
	expect(new Set(asked.map((query) => query.get('sort'))).size).toBe(2);
	expect(asked.map((query) => query.get('filter'))).toEqual(asked.map(() => 'planned'));
});

/** Every order that a list offers. */
const orders = ['post.getAll', 'endUser.getAll'].flatMap((task) => {
	const { sort = [], sort_dir = [undefined] } = endpointOf(task).choices as Record<
		string,
		string[]
	>;
	return [
		{},
		...sort.flatMap((by) => sort_dir.map((dir) => ({ sort: by, ...(dir && { sort_dir: dir }) }))),
	].map((sorting) => [task, sorting] as const);
});

test.each(orders)(
	'%s in the order %j finds all of each period, also without a date of change',
	async (task, sorting) => {
		const [table, id, made] =
			task === 'post.getAll'
				? (['posts', 'feedback_id', sandbox.createPosts(350)] as const)
				: (['users', 'user_id', sandbox.createUsers(350)] as const);
		const rows = made.map((one, at) => {
			// The newest were never changed, some have equal dates, and some old ones have changed.
			const created = minutesAgo(at % 9 === 4 ? 500 : 1_000 - (at < 345 ? at : 960));
			const updated =
				at >= 340 ? '' : at % 3 === 0 ? minutesAgo(50 - Math.floor(at / 10)) : created;
			sandbox.run(
				`UPDATE ${table} SET created = ?, updated = ? WHERE ${id} = ?`,
				created,
				updated,
				one,
			);
			return { one, created, changed: updated || created };
		});
		for (const filters of [
			{ changedSince: minutesAgo(60) },
			{ createdSince: minutesAgo(60) },
			{ changedSince: minutesAgo(700), changedUntil: minutesAgo(30) },
			{ createdSince: minutesAgo(600), changedSince: minutesAgo(60) },
		]) {
			const {
				createdSince = '',
				changedSince = '',
				changedUntil = '9',
			} = filters as Partial<Record<string, string>>;
			const wanted = rows.filter(
				({ created, changed }) =>
					created >= createdSince && changed >= changedSince && changed <= changedUntil,
			);
			const found = await run(task, { returnAll: true, filters, sorting });
			expect(ids(found, id).toSorted(), JSON.stringify(filters)).toEqual(
				wanted.map(({ one }) => one).toSorted(),
			);
		}
	},
);

const commentsOf = () => sandbox.createComments(3, { post: sandbox.createPosts(1)[0] });
const groups = async () => {
	const made = ['a', 'b', 'c'].map(async (id) => await ask('POST', '/v2/groups', { id }));
	return (await Promise.all(made)).map(({ group_id }) => group_id);
};

const lists: ReadonlyArray<
	[task: string, table: string, id: string, create: () => number[] | Promise<number[]>]
> = [
	['post.getAll', 'posts', 'feedback_id', () => sandbox.createPosts(3)],
	['endUser.getAll', 'users', 'user_id', () => sandbox.createUsers(3)],
	['npsResponse.getAll', 'promoters', 'promoter_id', () => sandbox.createResponses(3)],
	['changelogUpdate.getAll', 'updates', 'changelog_id', () => sandbox.createUpdates(3)],
	['comment.getAll', 'comments', 'comment_id', commentsOf],
	['comment.getAllOfPosts', 'comments', 'comment_id', commentsOf],
	['document.getAll', 'documents', 'document_id', () => sandbox.createDocuments(3)],
	['group.getAll', 'groups', 'group_id', groups],
];

/** Which dates each list can be read by, as the specification has it. */
const dated = lists.flatMap(([task, ...list]) =>
	(['created', 'changed'] as const)
		.filter((by) => endpointOf(task).own?.includes(`${by}Since`))
		.map((by) => [task, by, ...list] as const),
);

test.each(dated)('%s finds what was %s in a period', async (task, by, table, id, create) => {
	const made = await create();
	const [{ feedback_id: post } = {}] = sandbox.rows('SELECT feedback_id FROM posts');
	const given = { returnAll: true, ...(task === 'comment.getAll' && { postId: byId(post) }) };
	const days = [1, 2, 3].map((day) => `2025-03-0${day} 00:00:00`);
	for (const [at, one] of made.entries()) {
		if (by === 'changed') sandbox.run(`UPDATE ${table} SET created = '2025-01-01 00:00:00'`);
		const column = by === 'changed' ? 'updated' : 'created';
		sandbox.run(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`, days[at], one);
	}
	const found = async (filters: object) =>
		ids(await run(task, { ...given, filters }), id).toSorted();
	const [since, until] = [{ [`${by}Since`]: days[1] }, { [`${by}Until`]: days[1] }];
	expect(await found(since)).toEqual(made.slice(1).toSorted());
	expect(await found(until)).toEqual(made.slice(0, 2).toSorted());
	expect(await found({ ...since, ...until })).toEqual([made[1]]);
});
