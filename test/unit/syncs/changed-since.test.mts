// Reading only what changed: which pages are asked for, and what comes out.
import { describe, expect, test } from 'vitest';
import { FeedbackDocuments } from '../../../nodes/FeedbackDocuments/FeedbackDocuments.node';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { Nps } from '../../../nodes/Nps/Nps.node';
import type { NodeClass } from '../n8n-context.mts';
import { ask, by, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

describe('posts changed since a time', () => {
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

	test('30 changed ones of 20,000 posts take three requests', async () => {
		const some = changedPosts(20_000, 30);
		const found = await run(FeedbackPosts, 'post.getAll', changedSince);
		expect(new Set(ids(found, 'feedback_id'))).toEqual(new Set(some));
		expect(sandbox.requests.map(({ path }) => path)).toEqual([
			'/v1/posts?type=all&filter=all&per_page=100&sort=updated&page=0',
			'/v1/posts?type=all&filter=all&per_page=100&sort=updated&page=1',
			'/v1/posts?type=all&filter=all&per_page=100&sort=new&page=0',
		]);
	});

	test.each([
		['takes no notice of the order', { ignoredParameters: ['sort'] }],
		[
			'has trending posts first and takes no notice of the order',
			{ ignoredParameters: ['sort'], postOrder: 'trend' },
		],
		['says nothing of more pages', { hasMore: false }],
		['counts its pages from 1', { pageBase: 1 }],
	] as const)('come completely from a service that %s', async (_what, mood) => {
		Object.assign(sandbox.settings, mood);
		const some = changedPosts(450, 20);
		const found = await run(FeedbackPosts, 'post.getAll', changedSince);
		expect(new Set(ids(found, 'feedback_id'))).toEqual(new Set(some));
	});

	test('are counted by the limit, and other posts are not', async () => {
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
	])('may be asked for by %s', async (_what, since) => {
		const [old, recent] = sandbox.createPosts(2);
		sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(70), old);
		sandbox.run('UPDATE posts SET created = ?', minutesAgo(90));
		const given = { filters: { changedSince: since } };
		expect(ids(await run(FeedbackPosts, 'post.getAll', given), 'feedback_id')).toEqual([recent]);
	});

	test('are not asked for by a text that is no time, and the message names the field', async () => {
		const failure = run(FeedbackPosts, 'post.getAll', { filters: { changedSince: 'last week' } });
		await expect(failure).rejects.toThrow("'Changed Since' must be a date and time");
		expect(sandbox.requests).toEqual([]);
	});
});

test.each([
	['alone', {}],
	['beside Created Since', { createdSince: minutesAgo(60) }],
	['beside Changed Since', { changedSince: minutesAgo(60) }],
])(
	'the sort that the user chose is asked for %s, and no post is missing',
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

test('a sort that the user chose is read to its end, although it begins in the order of changes', async () => {
	const posts = sandbox.createPosts(250);
	for (const [at, id] of posts.entries())
		sandbox.run(
			'UPDATE posts SET total_up = ?, created = ?, updated = ? WHERE feedback_id = ?',
			...[1_000 - at, minutesAgo(5_000 - at), minutesAgo(10 + at), id],
		);
	const fewestVotes = posts.at(-1)!;
	sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(5), fewestVotes);
	const chosen = { returnAll: true, sorting: { sort: 'top' } };
	const filters = { changedSince: minutesAgo(60) };
	const found = await run(FeedbackPosts, 'post.getAll', { ...chosen, filters });
	expect(ids(found, 'feedback_id')).toContain(fewestVotes);
});

test('Changed Until takes posts that did not change after that time', async () => {
	const [old, changed] = sandbox.createPosts(2);
	sandbox.run('UPDATE posts SET created = ?, updated = ?', minutesAgo(90), minutesAgo(80));
	sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(5), changed);
	const filters = { changedUntil: minutesAgo(60) };
	const found = await run(FeedbackPosts, 'post.getAll', { filters });
	expect(ids(found, 'feedback_id')).toEqual([old]);
});

type Made = { made: readonly unknown[]; given?: object };

async function comments(): Promise<Made> {
	const [post] = sandbox.createPosts(1);
	return { made: sandbox.createComments(3, { post }), given: { postId: by('id', post) } };
}

const commentsOfAll = async () => ({ made: (await comments()).made });

async function groups(): Promise<Made> {
	const made = ['a', 'b', 'c'].map(
		async (id) => (await ask('POST', '/v2/groups', { id })).group_id,
	);
	return { made: await Promise.all(made) };
}

test.each<[string, string, NodeClass, string, () => Made | Promise<Made>]>([
	[
		'npsResponse.getAll',
		'promoters',
		Nps,
		'promoter_id',
		() => ({ made: sandbox.createResponses(3) }),
	],
	['comment.getAll', 'comments', FeedbackPosts, 'comment_id', comments],
	['comment.getAllOfPosts', 'comments', FeedbackPosts, 'comment_id', commentsOfAll],
	[
		'document.getAll',
		'documents',
		FeedbackDocuments,
		'document_id',
		() => ({ made: sandbox.createDocuments(3) }),
	],
	['group.getAll', 'groups', FeedbackGroups, 'group_id', groups],
])('%s finds what changed in a period, without a known order', async (...row) => {
	const [task, table, Node, id, create] = row;
	const { made, given } = await create();
	const [old, edited, later] = made;
	const set = (one: unknown, created: string, updated: string) =>
		sandbox.run(
			`UPDATE ${table} SET created = ?, updated = ? WHERE ${id} = ?`,
			created,
			updated,
			one as number,
		);
	set(old, '2025-01-01 00:00:00', '2025-01-02 00:00:00');
	set(edited, '2025-01-01 00:00:00', '2025-03-01 00:00:00');
	set(later, '2025-04-01 00:00:00', '2025-04-01 00:00:00');
	const changed = async (filters: object) => {
		const found = await run(Node, task, { ...given, returnAll: true, filters });
		return ids(found, id).toSorted();
	};
	expect(await changed({ changedSince: '2025-03-01 00:00:00' })).toEqual(
		[edited, later].toSorted(),
	);
	expect(await changed({ changedUntil: '2025-03-01 00:00:00' })).toEqual([old, edited].toSorted());
});
