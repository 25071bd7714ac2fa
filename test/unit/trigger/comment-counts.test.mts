// A post says how many comments it has. What happens where its list shows more, fewer or none of them.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { listed, Listing, refusal, refuse } from './listing.mts';
import { begun, commented, commentIds, ids } from './n8n.mts';

ownTimeAndChanceInEachTest();

test.each([
	['a post whose comments were never read', false],
	['one whose comments are all known', true],
])('a comment that is counted before the list shows it fires later: %s', async (_what, isRead) => {
	const listing = new Listing();
	const post = listing.create(15);
	for (let made = 0; made < 3; made++) listing.comment(post, 10 + made);
	const trigger = await begun(listing, 'newComment');
	if (isRead) {
		listing.comment(post, 20);
		expect(await trigger.poll()).toHaveLength(1);
	}
	for (const second of [100, 200]) {
		// The replica that lists them is behind.
		const late = listing.comment(post, second);
		listing.comments.delete(late.comment_id);
		expect(await trigger.polls(5)).toEqual([]);
		listing.comments.set(late.comment_id, late);
		expect(commentIds(await trigger.poll())).toEqual([late.comment_id]);
		expect(await trigger.poll()).toEqual([]);
	}
});

test.each([
	[0.5, 11],
	[1, 6],
	[5, 2],
	[60, 2],
	[24 * 60, 2],
])(
	'with a poll every %d minutes, a comment that is never listed is looked for in %i polls',
	async (minutes, expected) => {
		const listing = listed(1);
		const [post] = listing.posts.values();
		const trigger = await begun(listing, 'newComment');
		const missed = listing.comment(post, 100);
		listing.comments.delete(missed.comment_id);
		let searches = 0;
		for (let polls = 0; polls < 50; polls++) {
			listing.paths.length = 0;
			await time.sleep(minutes * 60_000);
			expect(await trigger.now()).toEqual([]);
			searches += listing.paths.filter((path) => path.endsWith('/comments')).length;
		}
		expect(searches).toBe(expected);
		// The next one is looked for as long, also if its list shows it a poll late.
		const late = listing.comment(post, 200);
		listing.comments.delete(late.comment_id);
		expect(await trigger.now()).toEqual([]);
		listing.comments.set(late.comment_id, late);
		expect(commentIds(await trigger.now())).toEqual([late.comment_id]);
		const { comment_id: next } = listing.comment(post, 300);
		expect(commentIds(await trigger.now())).toEqual([next]);
	},
);

test.each([4, 5, 6, 7])('comments listed a poll late all fire: %i', async (count) => {
	const listing = listed(1);
	const [post] = listing.posts.values();
	const { poll } = await begun(listing, 'newComment');
	const fired: unknown[] = [];
	for (let made = 1; made <= count; made++) {
		const late = listing.comment(post, 100 + made);
		listing.comments.delete(late.comment_id);
		fired.push(...commentIds(await poll()));
		listing.comments.set(late.comment_id, late);
	}
	expect([...fired, ...commentIds(await poll())]).toEqual([...listing.comments.keys()]);
});

describe('a count that differs from the list', () => {
	test.each([1, 3])(
		'of a post that lists %i more than it counts, only the new one fires, and idle polls request nothing',
		async (more) => {
			const listing = new Listing({ perPage: 2, comments: 'oldest first' });
			const posts = [0, 1].map((at) => listing.create(at));
			for (const post of posts) {
				for (let made = 0; made < 5; made++) listing.comment(post, 100 + made);
				post.total_comments -= more;
			}
			const trigger = await begun(listing, 'newComment');
			const made = posts.map((post) => listing.comment(post, 200).comment_id);
			expect(commentIds(await trigger.polls(6))).toEqual(made);
			listing.paths.length = 0;
			expect(await trigger.polls(10)).toEqual([]);
			expect(listing.paths.filter((path) => path.endsWith('/comments'))).toEqual([]);
		},
	);

	test.each([null, undefined, ''])(
		'the first comment fires where total_comments was %j',
		async (none) => {
			const listing = listed(3);
			const [post] = listing.posts.values();
			for (const one of listing.posts.values()) Object.assign(one, { total_comments: none });
			const trigger = await begun(listing, 'newComment');
			Object.assign(post, { total_comments: 0 });
			const made = listing.comment(post, 100);
			expect((await trigger.poll()).map(({ comment_id: id }) => id)).toEqual([made.comment_id]);
		},
	);

	test('one deleted and one new comment keep the count, so the new one fires with the next change', async () => {
		const { listing, posts, poll } = await commented([3]);
		listing.comment(posts[0], 4_000);
		expect(await poll()).toHaveLength(1);
		listing.uncomment(listing.commentsOf()[0]);
		const missed = listing.comment(posts[0], 5_000);
		expect(await poll()).toEqual([]);
		listing.comment(posts[0], 3_000);
		posts[0].total_comments--;
		// All others are stored, so the next other count finds it, and leaves out the older one that nothing counts.
		const next = listing.comment(posts[0], 6_000);
		expect(commentIds(await poll())).toEqual([missed.comment_id, next.comment_id]);
	});
});

test('a post whose comments are refused is named in the third poll and then once a day, and tried every 20 minutes', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, ['newComment', 'newPost']);
	listing.comment(post, 100);
	refuse(listing, '/comments');
	let failures = 0;
	listing.paths.length = 0;
	for (let polls = 0; polls < 2 * 24 * 12; polls++) {
		await time.sleep(5 * 60_000);
		await trigger.now().catch((error: Error) => {
			failures++;
			expect(error.message).toContain('New Comment');
			expect(error.message).not.toContain('New Post');
		});
	}
	expect(failures).toBe(2);
	expect(listing.paths.filter((path) => path.endsWith('/comments')).length).toBeLessThan(150);
	const { feedback_id: id } = listing.create(200);
	expect(ids(await trigger.poll())).toEqual([id]);
});

test('where the comments of all posts are refused, one message names their IDs, and all other polls deliver the posts', async () => {
	const listing = listed(3);
	const trigger = await begun(listing, ['newComment', 'newPost']);
	refuse(listing, '/comments');
	const [made, fired, failed]: unknown[][] = [[], [], []];
	for (let polls = 1; polls <= 9; polls++) {
		const post = listing.create(100 + polls);
		listing.comment(post, 100 + polls);
		made.push(post.feedback_id);
		fired.push(
			...(await trigger.poll().then(ids, ({ message }: Error) => {
				failed.push(polls, message);
				return [];
			})),
		);
	}
	expect(failed).toEqual([
		3,
		expect.stringContaining(`(posts ${made.slice(0, 3).toReversed().join(', ')})`),
	]);
	expect(fired).toEqual(made);
});

test.each([
	[1, 43],
	[5, 55],
	[60, 5 * 60],
	[24 * 60, 5 * 24 * 60],
])(
	'comments of a post that fail four times fire soon after, with a poll every %i minutes',
	async (minutes, within) => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const trigger = await begun(listing, 'newComment');
		const { comment_id: id } = listing.comment(post, 100);
		let tries = 0;
		listing.before = () =>
			listing.paths.at(-1)!.endsWith('/comments') && ++tries <= 12 ? refusal(500) : undefined;
		let passed = 0;
		for (let fired: unknown[] = []; fired.length === 0 && passed <= 2 * within; ) {
			await time.sleep(minutes * 60_000);
			passed += minutes;
			fired = await trigger.now().catch(() => []);
			expect(commentIds(fired as never[])).toEqual(fired.length > 0 ? [id] : []);
		}
		expect(passed).toBeLessThanOrEqual(within);
	},
);

test('where comments are refused beside another list, one message names both', async () => {
	// In whichever order the lists are read.
	for (let triggers = 0; triggers < 6; triggers++) {
		const listing = listed(3);
		const trigger = await begun(listing, ['newComment', 'newEndUser']);
		listing.comment([...listing.posts.values()][0], 100);
		listing.before = () =>
			/users$|comments$/.test(listing.paths.at(-1)!) ? refusal(403) : undefined;
		const named: string[] = [];
		for (let polls = 1; polls <= 6; polls++)
			await trigger.poll().catch(({ message }: Error) => named.push(message));
		expect(named).toHaveLength(1);
		expect(named[0]).toContain('New Comment');
		expect(named[0]).toContain('New End-User');
	}
});

test('where there was no post at activation, a comment fires that one poll cannot read, although a newer post exists', async () => {
	const listing = listed(0);
	const trigger = await begun(listing, 'newComment');
	const { comment_id: id } = listing.comment(listing.create(10), 20);
	listing.create(30);
	refuse(listing, '/comments');
	expect(await trigger.poll()).toEqual([]);
	listing.before = () => undefined;
	expect(commentIds(await trigger.poll())).toEqual([id]);
});
