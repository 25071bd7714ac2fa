// Pages over a living list. What happens between two requests of a poll is played by the model.
import { beforeEach, expect, test } from 'vitest';
import { noChance, ownTimeInEachTest } from '../own-time.mts';
import { answer, listed, type ListingSettings, pin, refusePage } from './listing.mts';
import { ids, watching } from './n8n.mts';

ownTimeInEachTest();
beforeEach(noChance);

/** A listing with posts that are known already, and the poll of a trigger that watches it. */
async function watched(known: number, settings: Partial<ListingSettings> = {}) {
	const listing = listed(known, { perPage: 30, ...settings });
	const trigger = watching(listing);
	const poll = async () => ids(await trigger.poll());
	expect(await poll()).toEqual([]);
	return { listing, poll, polls: async (count: number) => ids(await trigger.polls(count)) };
}

test('ever new posts are bounded in one poll, and go on in the next', async () => {
	const { listing, poll } = await watched(0);
	listing.before = (request) => {
		const rows = Array.from({ length: 100 }, (_, at) => ({ feedback_id: request * 100 + at }));
		const body = { status: 'success', data: { items: rows, has_more: true } };
		return { status: 200, body: JSON.stringify(body) };
	};
	expect(await poll()).toHaveLength(2_500);
	expect(await poll()).toHaveLength(2_500);
});

test('a known post that is pinned to the top hides nothing below it', async () => {
	const { listing, poll } = await watched(100);
	const [pinned] = listing.posts.values();
	pinned.created = '2000-01-01 00:00:00';
	pin(listing, pinned);
	const created = listing.createMany(1);
	expect(await poll()).toEqual(created);
	expect(await poll()).toEqual([]);
});

test('of a burst while it is being finished, what stands above all known posts is delivered, and nothing of it', async () => {
	const { listing, polls } = await watched(250, { perPage: 1 });
	const created = listing.createMany(130);
	const delivered = await polls(12);
	expect(delivered.toSorted()).toEqual(created.slice(-100));
});

test('a page that is refused as if nothing stood on it ends no first reading while the page above says that there is more', async () => {
	const listing = listed(9, { perPage: 3 });
	const trigger = watching(listing);
	refusePage(listing, 1, { status: 400, body: '{"status":"error","message":"No items found."}' });
	expect(await trigger.poll()).toEqual([]);
	answer(listing);
	expect(await trigger.polls(25)).toEqual([]);
});
