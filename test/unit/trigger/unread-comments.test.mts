// Comments that one poll cannot read, and the next ones do.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ownTime } from '../own-time.mts';
import { commented } from './commented.mts';
import { commentIds } from './delivered.mts';
import { timeOf } from './listing.mts';
import { elapse, noChance, ownChance, stopTime } from './elapsing.mts';

beforeEach(noChance);
afterEach(() => {
	vi.restoreAllMocks();
});

/** The pages that the next poll reads once more. */
const left = ({ memory }: { memory: IDataObject }) => memory.backlog;

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
		expect(left(trigger)).toBeUndefined();
		listing.before = () => undefined;
		expect(await poll()).toEqual([]);
	});

	test('fire with the next poll also where their posts stand on a later page, and after a restart', async () => {
		const trigger = await commented(Array.from({ length: 35 }, () => 2));
		const { listing, posts, poll } = trigger;
		const deep = posts.slice(0, 3);
		const made = deep.map((post) => listing.comment(post, 5_000).comment_id);
		const refused = { status: 500, body: '{"status":"error","data":{"key":"internal_error"}}' };
		ownTime();
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refused : undefined);
		// The audit meets them on the last page.
		for (let polls = 0; polls < 20 && !left(trigger); polls++) expect(await poll()).toEqual([]);
		expect(left(trigger)).toEqual({ from: 4, to: 3 });
		listing.before = () => undefined;
		trigger.restart();
		expect(commentIds(await poll())).toEqual(made);
		expect(left(trigger)).toBeUndefined();
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
		expect(left(trigger)).toBeUndefined();
	});

	test('of a post with more than 20 pages in no order may be lost, and no old one fires in their place', async () => {
		const { listing, posts, poll } = await commented([250, 2], { comments: 'in no order' });
		for (const one of listing.comments.values()) one.created = timeOf(-1_000);
		const made = [0, 0, 0, 0, 1].map((at) => listing.comment(posts[at], 9_000).comment_id);
		const fired: unknown[] = [];
		for (let polls = 0; polls < 10; polls++) fired.push(...commentIds(await poll()));
		expect(made).toEqual(expect.arrayContaining(fired));
		expect(fired).toContain(made.at(-1));
		// It is looked for in a few polls only.
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
});
