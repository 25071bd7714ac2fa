// What an item returns beside the record, and its event ID.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, timeOf } from './listing.mts';
import { begun, eventsOf, ids, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest();

test('an item has the event, an event ID, and the record, simplified or whole', async () => {
	for (const simplify of [true, () => '', false]) {
		const trigger = await begun(sandbox, 'newPost', { simplify });
		const [id] = sandbox.createPosts(1, { title: 'Dark mode' });
		const [item] = await trigger.poll();
		expect(item).toMatchObject({
			event: 'newPost',
			eventId: `newPost:${id}`,
			feedback_id: id,
			title: 'Dark mode',
		});
		expect('scoring' in item).toBe(!simplify);
		// As the columns of a table: what fired and the record, and last what only a program reads.
		expect(Object.keys(item).slice(0, 3)).toEqual(
			simplify ? ['event', 'feedback_id', 'title'] : ['event', 'feedback_id', 'product_id'],
		);
		expect(Object.keys(item).at(-1)).toBe('eventId');
	}
});

describe('event IDs and fields', () => {
	ownTimeAndChanceInEachTest();

	test.each([
		[['newPost'], ['new', 'new']],
		[
			['newPost', 'postVotesChanged'],
			['new', 'updated'],
		],
	])('of %j the first and the second poll ask for the order %j', async (events, orders) => {
		const listing = listed(3);
		const trigger = watching(listing, { events });
		expect(await trigger.polls(2)).toEqual([]);
		expect(listing.requests.map((query) => query.get('sort'))).toEqual(orders);
	});

	test('changes come in the order in which they were made, whenever the posts were created', async () => {
		const listing = listed(3);
		const [first, second, undated] = listing.posts.values();
		Object.assign(undated, { updated: '', created: timeOf(102) });
		const trigger = await begun(listing, 'postStatusChanged');
		Object.assign(first, { status: 'done', updated: timeOf(101) });
		Object.assign(second, { status: 'done', updated: timeOf(100) });
		undated.status = 'done';
		const changes = [second, first, undated];
		expect(ids(await trigger.poll())).toEqual(changes.map(({ feedback_id: id }) => id));
	});

	test('fields of a record named event, eventId, from, to or votes do not replace those of the item', async () => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const names = ['event', 'eventId', 'from', 'to', 'votes', 'changedFields', 'postTitle'];
		const theirs = Object.fromEntries(names.map((name) => [name, 'x']));
		for (const one of listing.posts.values()) Object.assign(one, theirs);
		const events = ['postStatusChanged', 'postReachedVoteThreshold', 'postChanged', 'newComment'];
		const trigger = await begun(listing, events, { votes: 5, simplify: false });
		Object.assign(post, { status: 'done', total_sum: 7, updated: timeOf(100) });
		listing.comment(post, 100, theirs as object);
		const items = await trigger.poll();
		expect(eventsOf(items)).toEqual(events.toSorted());
		for (const item of items) {
			const { event, eventId, from, to, votes, changedFields, postTitle } = item;
			expect(String(eventId)).toMatch(`${event}:`);
			if (event === 'postStatusChanged') expect([from, to]).toEqual(['open', 'done']);
			if (event === 'postReachedVoteThreshold') expect(votes).toBe(7);
			if (event === 'postChanged') expect(changedFields).toEqual(['status']);
			if (event === 'newComment') expect(postTitle).toBe(post.title);
		}
	});
});
