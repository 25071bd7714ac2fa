// Lists that are long or slow: how soon each record is found.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { time } from '../own-time.mts';
import { ids } from './delivered.mts';
import { Listing, timeOf } from './listing.mts';
import { isBaselined } from './stored.mts';
import { limited, listed, ownTimeAndChanceInEachTest, slow, watching } from './watching.mts';

ownTimeAndChanceInEachTest();

describe('later pages', () => {
	const isFound = (items: IDataObject[]) => items.length > 0;

	test.each([
		['2 s a page', (listing: Listing) => slow(listing, 2_000), false],
		['12 requests a minute', limitedTo12, false],
		['a fresh registration for each poll', () => undefined, true],
	] as const)(
		'a post with an old date in the middle of 3,000 is found: %s',
		async (_what, hinder, isFresh) => {
			const listing = listed(3_000);
			const trigger = watching(listing);
			expect(await trigger.poll()).toEqual([]);
			hinder(listing);
			listing.create(9_000, { feedback_id: 9_999, created: timeOf(1_450) });
			let found: IDataObject[] = [];
			let polls = 0;
			for (; polls < (isFresh ? 400 : 31) && !isFound(found); polls++) {
				found = await trigger.poll();
				if (isFresh) trigger.restart();
			}
			expect(ids(found)).toEqual([9999]);
			expect(trigger.logged).toEqual([]);
		},
	);

	function limitedTo12(listing: Listing): void {
		let since = 0;
		let answered = 0;
		listing.before = () => {
			if (time.now() - since >= 60_000) [since, answered] = [time.now(), 0];
			return ++answered <= 12 ? undefined : limited(30);
		};
	}
});

describe('slow pages', () => {
	test('a list of which a poll can read two pages is read to its end, and then audited', async () => {
		const listing = listed(900);
		const trigger = watching(listing);
		slow(listing, 12_000);
		for (let polls = 0; polls < 30; polls++) expect(await trigger.poll()).toEqual([]);
		expect(isBaselined(trigger.memory)).toBe(true);
		const { feedback_id: old } = listing.create(450);
		const found: unknown[] = [];
		for (let polls = 0; polls < 25; polls++) found.push(...ids(await trigger.poll()));
		expect(found).toEqual([old]);
	});

	test('of a list that takes 30 s a page the newest page is read, and what is left fails the third poll', async () => {
		const listing = listed(900);
		const trigger = watching(listing);
		await trigger.poll();
		slow(listing, 30_000);
		const { feedback_id: id } = listing.create(1_000);
		expect(ids(await trigger.poll())).toEqual([id]);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow('did not answer in time');
	});

	test('what is left and never read is said in the third poll in a row, also where each poll has news', async () => {
		const listing = listed(900);
		const trigger = watching(listing);
		await trigger.poll();
		for (let made = 0; made < 300; made++) listing.create(1_000 + made);
		slow(listing, 30_000);
		const failed: number[] = [];
		for (let poll = 1; poll <= 14; poll++) {
			listing.create(2_000 + poll);
			await trigger.poll().catch(() => failed.push(poll));
		}
		expect(failed).toEqual([4]);
	});
});
