// Comments that one poll cannot read, and the next ones do.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownTime } from '../own-time.mts';
import { commented } from './commented.mts';
import { commentIds } from './delivered.mts';
import { elapse, noChance, ownChance, stopTime } from './elapsing.mts';

beforeEach(noChance);
afterEach(() => {
	vi.restoreAllMocks();
});

/** The posts whose comments are still to be read. */
const left = ({ memory }: { memory: IDataObject }) =>
	(memory.comments as { posts: unknown[] }).posts;

describe('comments that a poll cannot read', () => {
	test('fire with the next polls, each once, also after restarts', async () => {
		ownChance();
		const trigger = await commented(Array.from({ length: 60 }, () => 2));
		const { listing, posts, poll } = trigger;
		const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
		stopTime();
		listing.before = () => {
			elapse(3_000);
			return undefined;
		};
		const fired: unknown[] = [];
		let polls = 0;
		for (; fired.length < made.length && polls < 60; polls++) {
			const news = commentIds(await poll());
			// Every poll gets on.
			expect(news.length).toBeGreaterThan(0);
			fired.push(...news);
			trigger.restart();
		}
		expect(fired.toSorted()).toEqual(made);
		expect(left(trigger)).toEqual([]);
		listing.before = () => undefined;
		expect(await poll()).toEqual([]);
	});

	test('are stored for posts on later pages, which are requested by their IDs', async () => {
		const trigger = await commented(Array.from({ length: 35 }, () => 2));
		const { listing, posts, poll, asked } = trigger;
		const deep = posts.slice(0, 3);
		const made = deep.map((post) => listing.comment(post, 5_000).comment_id);
		const refused = { status: 500, body: '{"status":"error","data":{"key":"internal_error"}}' };
		ownTime();
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refused : undefined);
		// The audit meets them at the end of the list, and nothing more can be asked for then.
		const isMet = () => left(trigger).length === 3;
		for (let polls = 0; polls < 20 && !isMet(); polls++) expect(await poll()).toEqual([]);
		expect(isMet()).toBe(true);
		listing.before = () => undefined;
		trigger.restart();
		asked();
		expect(commentIds(await poll())).toEqual(made);
		expect(asked()).toContain('post/100');
		expect(left(trigger)).toEqual([]);
		expect(await poll()).toEqual([]);
	});

	test('fail the third poll where a rate limit lets none be read', async () => {
		ownTime();
		const { listing, posts, poll } = await commented([2]);
		const made = listing.comment(posts[0], 5_000);
		const limited = {
			status: 429,
			headers: { 'retry-after': '0' },
			body: '{"status":"error","data":{"key":"rate_limit"}}',
		};
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? limited : undefined);
		for (let polls = 1; polls < 3; polls++) expect(await poll()).toEqual([]);
		await expect(poll()).rejects.toThrow(/rate limit .*New Comment/);
		listing.before = () => undefined;
		expect(commentIds(await poll())).toEqual([made.comment_id]);
	});

	test('of more than 500 posts fire, all the same', async () => {
		ownTime();
		const trigger = await commented([1], { perPage: 100 });
		const { listing, poll } = trigger;
		const made = Array.from({ length: 520 }, (_, at) => {
			const post = listing.create(2_000 + at);
			return listing.comment(post, 5_000 + at).comment_id;
		});
		const refused = { status: 403, body: '{"status":"error","message":"no"}' };
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refused : undefined);
		expect(await poll()).toEqual([]);
		expect(left(trigger)).toHaveLength(500);
		trigger.restart();
		listing.before = () => undefined;
		const fired: unknown[] = [];
		for (let polls = 0; polls < 10; polls++) fired.push(...commentIds(await poll()));
		expect(fired.toSorted()).toEqual(made);
	});

	test('are given up where the post was deleted', async () => {
		const trigger = await commented([2, 2]);
		const { listing, posts, poll } = trigger;
		listing.comment(posts[0], 5_000);
		listing.before = () =>
			listing.paths.at(-1)!.endsWith('/comments')
				? { status: 403, body: '{"status":"error","message":"no"}' }
				: undefined;
		await poll().catch(() => []);
		listing.before = () => undefined;
		listing.posts.delete(posts[0].feedback_id);
		expect(await poll()).toEqual([]);
		expect(left(trigger)).toEqual([]);
	});

	test('do not fire where they come in no order and may be old', async () => {
		const { listing, posts, poll } = await commented([250, 2], { comments: 'in no order' });
		listing.comment(posts[0], 9_000);
		const other = listing.comment(posts[1], 9_000);
		expect(commentIds(await poll())).toEqual([other.comment_id]);
		expect(await poll()).toEqual([]);
	});

	test('do not fire where they have no date and may be old', async () => {
		const { listing, posts, poll } = await commented([250, 2], { comments: 'newest first' });
		for (const one of listing.comments.values()) Object.assign(one, { created: undefined });
		listing.comment(posts[0], 9_000, { created: undefined });
		const other = listing.comment(posts[1], 9_000);
		expect(commentIds(await poll())).toEqual([other.comment_id]);
		expect(await poll()).toEqual([]);
	});

	test('of one post do not hold up those of others', async () => {
		ownChance();
		const { listing, posts, poll } = await commented([300, 2, 2], { comments: 'in no order' });
		const made = posts.map((post) => listing.comment(post, 9_000).comment_id);
		stopTime();
		listing.before = () => {
			elapse(2_500);
			return undefined;
		};
		const fired: unknown[] = [];
		for (let polls = 0; polls < 10; polls++) {
			fired.push(...commentIds(await poll().catch(() => [])));
		}
		expect(fired.toSorted()).toEqual(made.slice(1));
	});
});
