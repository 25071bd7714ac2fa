// Reading only what was created since a time, or until one.
import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { Nps } from '../../../nodes/Nps/Nps.node';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import type { NodeClass } from '../n8n-context.mts';
import { ask, by, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('posts sorted by another date are all read', async () => {
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

test('posts created since a time are read newest first, and no further than needed', async () => {
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

test('changelog updates cannot be sorted by creation, so all are read', async () => {
	sandbox.createUpdates(250, { created: minutesAgo(500) });
	const recent = sandbox.createUpdates(2, { created: minutesAgo(5) });
	const given = { returnAll: true, filters: { createdSince: minutesAgo(60) } };
	const found = await run(FeedbackChangelog, 'changelogUpdate.getAll', given);
	expect(new Set(ids(found, 'changelog_id'))).toEqual(new Set(recent));
});

test('end-users can be read since they were created or changed', async () => {
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

test('comments created since a time are found in a list without a documented order', async () => {
	const [postId] = sandbox.createPosts(1);
	for (const comment of ['One', 'Two', 'Three'])
		await ask('POST', `/v1/post/${postId}/comment`, { comment });
	sandbox.run("UPDATE comments SET created = '2024-01-01 00:00:00' WHERE comment <> 'Two'");
	const given = { postId: by('id', postId), filters: { createdSince: minutesAgo(60) } };
	expect(ids(await run(FeedbackPosts, 'comment.getAll', given), 'comment')).toEqual(['Two']);
});

/** Comments of one post, and the parameters that name it. */
async function createComments(count: number) {
	const [postId] = sandbox.createPosts(1);
	const made: number[] = [];
	for (let n = 0; n < count; n++) {
		const { comment_id } = await ask('POST', `/v1/post/${postId}/comment`, { comment: `No. ${n}` });
		made.push(comment_id as number);
	}
	return { made, given: { postId: by('id', postId) } };
}

test.each<[string, NodeClass, string, string, () => Promise<{ made: number[]; given?: object }>]>([
	[
		'posts',
		FeedbackPosts,
		'post.getAll',
		'feedback_id',
		async () => ({ made: sandbox.createPosts(4) }),
	],
	[
		'users',
		FeedbackUsers,
		'endUser.getAll',
		'user_id',
		async () => ({ made: sandbox.createUsers(4) }),
	],
	[
		'updates',
		FeedbackChangelog,
		'changelogUpdate.getAll',
		'changelog_id',
		async () => ({ made: sandbox.createUpdates(4) }),
	],
	['comments', FeedbackPosts, 'comment.getAll', 'comment_id', async () => await createComments(4)],
])('%s can be read in parts by the time of creation', async (table, Node, task, id, create) => {
	const days = [1, 2, 3, 4].map((day) => `2025-03-0${day} 00:00:00`);
	const { made, given } = await create();
	for (const [index, one] of made.entries()) {
		sandbox.run(`UPDATE ${table} SET created = ? WHERE ${id} = ?`, days[index], one);
	}
	const parts = [
		{ createdUntil: days[1] },
		{ createdSince: days[2], createdUntil: days[2] },
		{ createdSince: days[3] },
	];
	const found = [];
	for (const filters of parts) {
		const items = await run(Node, task, { ...given, returnAll: true, filters });
		found.push(ids(items, id).toSorted());
	}
	expect(found).toEqual([made.slice(0, 2), [made[2]], [made[3]]]);
});

test.each([
	['that filters by date', []],
	['that ignores the dates', ['date_start', 'date_end']],
])('NPS responses between two days come from a service %s', async (_what, ignoredParameters) => {
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
	const filters = { createdSince: '2025-03-02 00:00:00', createdUntil: '2025-03-03 23:59:59' };
	const found = await run(Nps, 'npsResponse.getAll', { filters });
	expect(ids(found, 'created')).toEqual(['2025-03-03 23:59:59', '2025-03-02 23:59:59']);
	expect(sandbox.requests[0].path).toContain('date_start=2025-03-01&date_end=2025-03-04');
});

test.each(['created', 'changed'])(
	'a period of %s that ends before it begins is refused',
	async (by) => {
		const filters = {
			[`${by}Since`]: '2025-03-02 00:00:00',
			[`${by}Until`]: '2025-03-01 00:00:00',
		};
		const label = by === 'created' ? 'Created' : 'Changed';
		await expect(run(FeedbackPosts, 'post.getAll', { filters })).rejects.toThrow(
			`'${label} Until' must not be before '${label} Since'`,
		);
		expect(sandbox.requests).toEqual([]);
	},
);
