// Which comments of a post are new, in whatever order and on however many pages it lists them.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { commentOrders } from './listing.mts';
import { commented, commentIds } from './n8n.mts';

ownTimeAndChanceInEachTest();

for (const comments of commentOrders) {
	test.each([1, 3, 12, 30])(`after 25, ${comments}, %i more fire`, async (count) => {
		const { listing, posts, poll } = await commented([25], { comments });
		for (let round = 0; round < 2; round++) {
			const made = Array.from({ length: count }, () => listing.comment(posts[0], 5_000 + round));
			expect(commentIds(await poll())).toEqual(made.map(({ comment_id: id }) => id));
			expect(await poll()).toEqual([]);
		}
	});
}

test('a comment that comes while those of its post are read for the first time fires as well', async () => {
	const { listing, posts, polls } = await commented([3]);
	const made = [listing.comment(posts[0], 5_000)];
	listing.before = () => {
		const isAsked = listing.paths.at(-1)!.endsWith('/comments');
		if (isAsked && made.length === 1) made.push(listing.comment(posts[0], 5_001));
		return undefined;
	};
	const fired = commentIds(await polls(3)).toSorted();
	expect(fired).toEqual(made.map(({ comment_id: id }) => id));
});

test('of one second, the comments with the highest IDs are new', async () => {
	const { listing, posts, poll } = await commented([1]);
	Object.assign(listing.commentsOf()[0], { comment_id: 998 });
	for (const id of [999, 1_000]) listing.comment(posts[0], 1_000, { comment_id: id });
	expect(commentIds(await poll())).toEqual([999, 1_000]);
});

test('a new comment is found behind an empty page with has_more', async () => {
	const { listing, posts, poll } = await commented([25], { comments: 'oldest first' });
	const made = listing.comment(posts[0], 5_000);
	const body = '{"status":"success","data":{"comments":{},"has_more":true}}';
	listing.before = () =>
		listing.requests.at(-1)!.get('page') === '1' ? { status: 200, body } : undefined;
	expect(commentIds(await poll())).toEqual([made.comment_id]);
});

test('a post is read to its end the first time, and then as far as there is something new', async () => {
	const { listing, posts, poll, asked } = await commented([95]);
	for (const requests of [10, 1]) {
		listing.comment(posts[0], 5_000);
		asked();
		expect(await poll()).toHaveLength(1);
		expect(asked()).toEqual(['posts', ...Array(requests).fill('post/100/comments')]);
		expect(await poll()).toEqual([]);
	}
});

test('of 7,000 comments none is forgotten: one dated before them fires', async () => {
	const { listing, posts, polls } = await commented(Array<number>(7).fill(999), { perPage: 100 });
	for (const post of posts) listing.comment(post, 5_000);
	expect(await polls(2)).toHaveLength(7);
	const { comment_id: late } = listing.comment(posts[0], 500);
	expect(commentIds(await polls(2))).toEqual([late]);
});

test('newer comments than the last one fire, also where old ones were deleted', async () => {
	const { listing, posts, poll } = await commented([250]);
	const first = listing.comment(posts[0], 5_000);
	expect(commentIds(await poll())).toEqual([first.comment_id]);
	listing.uncomment(listing.commentsOf()[0]);
	const made = [1, 2].map((at) => listing.comment(posts[0], 6_000 + at));
	expect(commentIds(await poll())).toEqual(made.map(({ comment_id: id }) => id));
	expect(await poll()).toEqual([]);
});

test('the next comment fires after all of its post were deleted', async () => {
	const { listing, posts, poll } = await commented([3]);
	for (const comment of [...listing.commentsOf()]) listing.uncomment(comment);
	expect(await poll()).toEqual([]);
	const made = listing.comment(posts[0], 6_000);
	expect(commentIds(await poll())).toEqual([made.comment_id]);
});

test('one dated before the last comment fires beside a newer one', async () => {
	const { listing, posts, poll } = await commented([25]);
	listing.comment(posts[0], 5_000);
	expect(await poll()).toHaveLength(1);
	const made = [500, 6_000].map((at) => listing.comment(posts[0], at));
	expect(commentIds(await poll())).toEqual(made.map(({ comment_id: id }) => id));
	expect(await poll()).toEqual([]);
});

test('a comment pinned on top of 2,000 hides none of 20', async () => {
	const { listing, posts, poll } = await commented([2_000], { perPage: 100 });
	const [post] = posts;
	const [pinned] = listing.comments.values();
	const page = listing.commentPage.bind(listing);
	listing.commentPage = (id, query) =>
		query.get('page') === '0'
			? page(id, query).replace('"comments":[', `"comments":[${JSON.stringify(pinned)},`)
			: page(id, query);
	const made: number[] = [];
	for (let round = 0; round < 20; round++) {
		made.push(listing.comment(post, 9_000 + round).comment_id);
		expect(commentIds(await poll())).toEqual(made.slice(-1));
	}
});

test('a poll reads the comments of 100 posts at most, and the others have their turn within 20 minutes', async () => {
	const counts = Array<number>(150).fill(1);
	const { listing, posts, poll, polls, asked } = await commented(counts, { perPage: 100 });
	const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
	asked();
	const found = commentIds(await poll());
	expect(asked().filter((path) => path.endsWith('/comments'))).toHaveLength(100);
	found.push(...commentIds(await polls(20)));
	expect(found.toSorted()).toEqual(made);
});

test('oldest first, 10 to a page, new ones beyond 200 are found', async () => {
	const { listing, posts, poll } = await commented([500], { comments: 'oldest first' });
	const [post] = posts;
	for (let round = 0; round < 3; round++) {
		const made = [0, 1, 2].map((at) => listing.comment(post, 9_000 + 10 * round + at).comment_id);
		expect(commentIds(await poll())).toEqual(made);
	}
	expect(await poll()).toEqual([]);
});
