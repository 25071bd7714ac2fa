// Records that say less than they should, and counts that do not fit: what still fires, and what is not asked for.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { answering, listed, Listing, timeOf } from './listing.mts';
import { begun, commented, commentIds, ids } from './n8n.mts';

ownTimeAndChanceInEachTest();

const commentsAsked = ({ paths }: Listing) =>
	paths.filter((path) => path.endsWith('/comments')).length;

test('a record without an ID does not fire, and the others do', async () => {
	const items: unknown[] = [{ feedback_id: '1', created: timeOf(1) }];
	const trigger = await begun(answering(items));
	items.unshift({ title: 'Nobody', created: timeOf(3) }, { feedback_id: '2', created: timeOf(2) });
	expect(ids(await trigger.poll())).toEqual([2]);
	expect(await trigger.poll()).toEqual([]);
});

test.each([2, 5])('%i of 5 comments that go before any was read ask for nothing', async (gone) => {
	const listing = listed(1);
	const [post] = listing.posts.values();
	for (let made = 0; made < 5; made++) listing.comment(post, 10 + made);
	const trigger = await begun(listing, 'newComment');
	for (const old of listing.commentsOf().slice(0, gone)) listing.uncomment(old);
	expect(await trigger.poll()).toEqual([]);
	expect(commentsAsked(listing)).toBe(0);
	listing.comment(post, 50);
	expect(await trigger.poll()).toHaveLength(1);
});

test('a number of comments that still counts what was deleted finds a new one on an earlier page', async () => {
	const listing = listed(1, { perPage: 10, comments: 'oldest first' });
	const [post] = listing.posts.values();
	const trigger = await begun(listing, 'newComment');
	for (let made = 0; made < 150; made++) listing.comment(post, 10 + made);
	expect(await trigger.polls(5)).toHaveLength(150);
	for (const old of listing.commentsOf().slice(0, 100)) listing.comments.delete(old.comment_id);
	const { comment_id: added } = listing.comment(post, 500);
	expect(commentIds(await trigger.polls(3))).toEqual([added]);
});

test.each([
	['where a whole page is new by then', 7, 0],
	['where a whole page is new later, and no record says its workspace', undefined, 1],
])('another key of the same workspace loses nothing, also %s', async (_when, product, polls) => {
	const listing = listed(50, { product });
	const trigger = await begun(listing);
	trigger.move({ apiKey: 'rotated' });
	expect(await trigger.polls(polls)).toEqual([]);
	const created = listing.createMany(150);
	expect(ids(await trigger.poll())).toEqual(created);
});

test.each([
	['a list that is empty for one poll', 1],
	['the list of an empty workspace', 3],
])('a changed key that meets %s does not fire what was there', async (_what, polls) => {
	const listing = listed(300);
	const trigger = await begun(listing);
	const posts = new Map(listing.posts);
	listing.posts.clear();
	trigger.move({ apiKey: 'rotated' });
	expect(await trigger.polls(polls)).toEqual([]);
	for (const [id, post] of posts) listing.posts.set(id, post);
	trigger.move({ apiKey: 'rotated' });
	expect(await trigger.polls(3)).toEqual([]);
});

test('comments on a second page fire where that page repeats the first one', async () => {
	const trigger = await commented([20], { perPage: 10, pageBase: 1 });
	const { listing } = trigger;
	const [post] = trigger.posts;
	listing.comment(post, 5_000);
	expect(await trigger.poll()).toHaveLength(1);
	for (const old of listing.commentsOf().slice(0, 10)) listing.uncomment(old);
	const made = Array.from({ length: 15 }, (_, at) => listing.comment(post, 6_000 + at).comment_id);
	expect(commentIds(await trigger.polls(5))).toEqual(made);
});
