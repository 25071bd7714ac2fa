// Post Votes Changed, Post Subscribers Changed and Post Reached Vote Threshold.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, Listing, timeOf } from './listing.mts';
import { begun } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('a post that was forgotten does not fire a second time', async () => {
	const listing = new Listing({ perPage: 1_000, ids: 'text' });
	listing.create(0);
	const trigger = await begun(listing, 'postReachedVoteThreshold');
	const first = listing.create(1, { total_sum: 20 });
	expect(await trigger.poll()).toHaveLength(1);
	for (let second = 2; second < 60_000; second++) listing.create(second, { total_sum: second % 9 });
	expect(await trigger.polls(3)).toEqual([]);
	Object.assign(first, { title: 'Another', updated: timeOf(90_000) });
	expect(await trigger.polls(3)).toEqual([]);
});

test('a post that reaches its votes outside the filter does not fire when it comes to match', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, 'postReachedVoteThreshold', {
		votes: 10,
		postFilters: { filter: 'planned' },
	});
	Object.assign(post, { total_sum: 20, updated: timeOf(100) });
	expect(await trigger.poll()).toEqual([]);
	Object.assign(post, { status: 'planned', updated: timeOf(101) });
	expect(await trigger.poll()).toEqual([]);
});

test('votes that a post did not say are unknown, and the number that it says later is no news', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	Object.assign(post, { total_sum: undefined });
	const trigger = await begun(listing, 'postReachedVoteThreshold', { votes: 5 });
	Object.assign(post, { total_sum: 20, updated: timeOf(100) });
	expect(await trigger.polls(2)).toEqual([]);
	expect(trigger.logged).toEqual([]);
	const { feedback_id: id } = listing.create(101, { total_sum: 5 });
	expect(await trigger.poll()).toMatchObject([{ feedback_id: id, votes: 5 }]);
});

test('changed votes fire for a post that matched before, and then no more', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, 'postVotesChanged', { postFilters: { filter: 'open' } });
	Object.assign(post, { status: 'done', total_sum: 3, updated: timeOf(100) });
	expect(await trigger.poll()).toMatchObject([{ status: 'done', from: 0, to: 3 }]);
	Object.assign(post, { total_sum: 4, updated: timeOf(101) });
	expect(await trigger.poll()).toEqual([]);
});

test.each([null, ''])('the first vote and subscriber of a post with %j fire', async (none) => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	for (const one of listing.posts.values())
		Object.assign(one, { total_sum: none, total_subscriber: none });
	const events = ['postReachedVoteThreshold', 'postSubscribersChanged', 'postVotesChanged'];
	const trigger = await begun(listing, events, { votes: 1 });
	Object.assign(post, { total_sum: 1, total_subscriber: 1, updated: timeOf(100) });
	const items = await trigger.poll();
	expect(items).toMatchObject([{ votes: 1 }, { from: 0, to: 1 }, { from: 0, to: 1 }]);
	expect(items.map(({ event }) => event).toSorted()).toEqual(events);
});
