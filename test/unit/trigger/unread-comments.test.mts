// Comments that one poll cannot read, and the next ones do.
import { beforeEach, expect, test } from 'vitest';
import { noChance, ownChance, ownTimeInEachTest, time } from '../own-time.mts';
import {
	type ListingAnswer,
	answer,
	commentOrders,
	limited,
	refusal,
	refuse,
	refusePage,
	slow,
	timeOf,
} from './listing.mts';
import { commented, commentIds } from './n8n.mts';

ownTimeInEachTest();
beforeEach(noChance);

test.each(['in one process', 'after restarts'])(
	'all fire, each once, where a poll has time for a few: %s',
	async (how) => {
		ownChance();
		const { listing, posts, polls, asked, restart } = await commented(Array<number>(60).fill(2));
		const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
		slow(listing, 3_000);
		const fired: unknown[] = [];
		for (let count = 0; fired.length < made.length && count < 100; count++) {
			fired.push(...commentIds(await polls(1)));
			if (how !== 'in one process' && count % 10 === 0) restart();
		}
		expect(fired.toSorted()).toEqual(made);
		answer(listing);
		asked();
		expect(await polls(1)).toEqual([]);
		expect(new Set(asked())).toEqual(new Set(['posts']));
	},
);

test.each(['in one process', 'after a restart'])(
	'fire within 20 minutes where their posts stand on a later page: %s',
	async (how) => {
		const { listing, posts, polls, asked, restart } = await commented(Array<number>(35).fill(2));
		const deep = posts.slice(0, 3);
		const made = deep.map((post) => listing.comment(post, 5_000).comment_id);
		refuse(listing, '/comments', refusal(500));
		// The audit meets them on the last page.
		while (!asked().some((path) => path.endsWith('/comments'))) await polls(1);
		answer(listing);
		if (how.includes('restart')) restart();
		expect(commentIds(await polls(21))).toEqual(made);
		asked();
		expect(await polls(1)).toEqual([]);
		expect(new Set(asked())).toEqual(new Set(['posts']));
	},
);

test.each<[string, RegExp, () => ListingAnswer]>([
	['a rate limit lets none be read', /rate limit .*New Comment/, () => limited(0)],
	[
		'the service goes down',
		/could not be reached.* New Comment/,
		() => {
			throw Object.assign(new Error('It is down'), { code: 'ECONNREFUSED' });
		},
	],
])('fail the third poll where %s, and each asks for one post', async (_what, says, refused) => {
	const { listing, posts, poll, asked } = await commented([2, 2, 2]);
	const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
	listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refused() : undefined);
	for (let polls = 1; polls < 3; polls++) {
		asked();
		expect(await poll()).toEqual([]);
		expect(new Set(asked())).toHaveProperty('size', 2);
	}
	await expect(poll()).rejects.toThrow(says);
	answer(listing);
	expect(commentIds(await poll())).toEqual(made);
});

test('of one post fail a poll that names this post alone', async () => {
	const { listing, posts, poll } = await commented([2, 2, 2]);
	for (const post of posts) listing.comment(post, 5_000);
	const { feedback_id: id } = posts[1];
	refuse(listing, `/${id as number}/comments`, refusal(500));
	const failures: string[] = [];
	for (let polls = 0; polls < 9; polls++) {
		for (const one of posts) listing.comment(one, 6_000 + polls);
		await poll().catch(({ message }: Error) => failures.push(message));
	}
	expect(failures.length).toBeGreaterThan(0);
	for (const failure of failures) expect(failure).toContain(`(post ${id as number})`);
});

test('fire after they failed, while an older page never answers and polls are an hour apart', async () => {
	const { listing, posts, poll } = await commented(Array<number>(35).fill(2));
	const made = listing.comment(posts[34], 5_000);
	const hour = async () => {
		await time.sleep(3_600_000);
		return await poll().catch(() => []);
	};
	refuse(listing, '/comments', refusal(500));
	await hour();
	refusePage(listing, 2, new Promise<never>(() => undefined));
	const fired: unknown[] = [];
	for (let polls = 0; polls < 9; polls++) fired.push(...commentIds(await hour()));
	expect(fired).toEqual([made.comment_id]);
});

test('are given up where the post was deleted', async () => {
	const { listing, posts, poll, asked } = await commented([2, 2]);
	listing.comment(posts[0], 5_000);
	refuse(listing, '/comments');
	await poll().catch(() => []);
	answer(listing);
	listing.posts.delete(posts[0].feedback_id);
	expect(await poll()).toEqual([]);
	asked();
	expect(await poll()).toEqual([]);
	expect(asked()).toEqual(['posts']);
});

test.each(commentOrders)('of a new post with more than 20 pages all fire: %s', async (comments) => {
	const { listing, polls } = await commented([2], { comments });
	const post = listing.create(4_000);
	const made = Array.from({ length: 250 }, (_, at) => listing.comment(post, 5_000 + at));
	const fired = commentIds(await polls(10));
	expect(fired.toSorted()).toEqual(made.map(({ comment_id }) => comment_id).toSorted());
});

test.each(['oldest first', 'newest first'] as const)(
	'of a post with more than 20 pages all fire where they stand on two of them: %s',
	async (comments) => {
		const { listing, posts, poll } = await commented([248], { comments });
		const made = Array.from({ length: 7 }, (_, at) => listing.comment(posts[0], 5_000 + at));
		expect(commentIds(await poll())).toEqual(made.map(({ comment_id }) => comment_id));
	},
);

test('of a post with more than 20 pages in no order may be lost, and no old one fires in their place', async () => {
	const { listing, posts, poll, polls } = await commented([250, 2], { comments: 'in no order' });
	for (const one of listing.comments.values()) one.created = timeOf(-1_000);
	const made = [0, 0, 0, 0, 1].map((at) => listing.comment(posts[at], 9_000).comment_id);
	const fired: unknown[] = commentIds(await polls(7));
	expect(made).toEqual(expect.arrayContaining(fired));
	expect(fired).toContain(made.at(-1));
	// It is looked for five minutes longer.
	listing.paths.length = 0;
	expect(await poll()).toEqual([]);
	expect(listing.paths.filter((path) => path.endsWith('/comments'))).toEqual([]);
});

test('fire once without a date, the last one that was made', async () => {
	const { listing, posts, poll } = await commented([250, 2]);
	for (const one of listing.comments.values()) Object.assign(one, { created: undefined });
	const made = listing.comment(posts[0], 9_000, { created: undefined });
	expect(commentIds(await poll())).toEqual([made.comment_id]);
	expect(await poll()).toEqual([]);
});
