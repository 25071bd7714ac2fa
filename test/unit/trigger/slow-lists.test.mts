// Lists that are long or slow: how soon each record is found.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, slow } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('a list of which a poll can read two pages is read to its end, and then audited', async () => {
	const listing = listed(900);
	const trigger = watching(listing);
	slow(listing, 12_000);
	for (let polls = 0; polls < 30; polls++) expect(await trigger.poll()).toEqual([]);
	const { feedback_id: old } = listing.create(450);
	const found: unknown[] = [];
	for (let polls = 0; polls < 25; polls++) {
		found.push(...ids(await trigger.poll()));
		trigger.restart();
	}
	expect(found).toEqual([old]);
});

test('a deletion fires where an answer takes nine seconds', async () => {
	const listing = listed(250, { perPage: 10 });
	const trigger = watching(listing, { events: ['postDeleted'] });
	await trigger.polls(30);
	slow(listing, 9_000);
	listing.delete(listing.posts.get(160)!);
	expect(await trigger.polls(120)).toHaveLength(1);
});

test('what is left and never read is said in the third poll in a row, also where each poll has news', async () => {
	const listing = listed(900);
	const trigger = await begun(listing);
	for (let made = 0; made < 300; made++) listing.create(1_000 + made);
	slow(listing, 30_000);
	const failed: number[] = [];
	for (let poll = 1; poll <= 14; poll++) {
		listing.create(2_000 + poll);
		await trigger.poll().catch(() => failed.push(poll));
	}
	expect(failed).toEqual([4]);
});
