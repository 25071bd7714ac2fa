// Little time and few requests: who gets them, and what is still delivered.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { limited, listed, slow } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('where a limit lets one request through in each poll, every list has its turn', async () => {
	const listing = listed(5);
	const trigger = await begun(listing, ['newEndUser', 'newPost']);
	let left = 0;
	listing.before = () => (left-- > 0 ? undefined : limited(50));
	const fired = new Set<unknown>();
	for (let polls = 0; polls < 30; polls++) {
		listing.create(100 + polls);
		listing.join(100 + polls);
		left = 1;
		const items = await trigger.poll().catch(() => []);
		for (const { event } of items) fired.add(event);
	}
	expect([...fired].sort()).toEqual(['newEndUser', 'newPost']);
});

test('with 10 seconds for a poll and 2.5 for a page, each poll leaves n8n two seconds and nothing is lost', async () => {
	const listing = listed(900);
	const trigger = watching(listing, {}, { pollBudgetMs: 10_000 });
	slow(listing, 2_500);
	const poll = async () => {
		const start = time.now();
		const items = await trigger.now();
		expect(time.now() - start).toBeLessThanOrEqual(8_000);
		await time.sleep(60_000);
		return ids(items);
	};
	for (let polls = 0; polls < 15; polls++) expect(await poll()).toEqual([]);
	const made = Array.from({ length: 450 }, (_, at) => listing.create(1_000 + at).feedback_id);
	const told: unknown[] = [];
	for (let polls = 0; polls < 10; polls++) told.push(...(await poll()));
	expect(told.toSorted()).toEqual(made.toSorted());
});
