// However little one poll can read, every event goes on: limits, slow answers and none, with time in the test's hands.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { limit, listed, type Listing, refusal, refusePage, slow } from './listing.mts';
import { eventsOf, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const LONGEST_POLL = 45_000;
const byTen = { perPage: 10 };
const never = async () => await new Promise<never>(() => undefined);

const create = (listing: Listing, count: number, second = 1_000) =>
	Array.from({ length: count }, (_, at) => listing.create(second + at).feedback_id);

/** A trigger that has begun, whose memory goes through n8n's database after each poll. */
async function begun(listing: Listing, events = ['newPost']) {
	const trigger = watching(listing, { events });
	expect(await trigger.poll()).toEqual([]);
	const poll = async () => {
		await time.sleep(60_000);
		const started = time.now();
		const items = await trigger.now();
		expect(time.now() - started).toBeLessThanOrEqual(LONGEST_POLL);
		trigger.restart();
		return items;
	};
	const polls = async (count: number) => {
		const items: IDataObject[] = [];
		for (let polled = 0; polled < count; polled++) items.push(...(await poll()));
		return items;
	};
	return { trigger, poll, polls };
}

test.each([4, 8, 30])(
	'%i requests a minute: a burst of 400 arrives completely, each once',
	async (requests) => {
		const listing = listed(30, byTen);
		const { polls } = await begun(listing);
		const burst = create(listing, 400);
		limit(listing, requests);
		expect(ids(await polls(60)).toSorted()).toEqual(burst);
	},
);

test.each([3, 4])(
	'%i requests each hour: a page that failed once is read again',
	async (requests) => {
		const listing = listed(200, byTen);
		const trigger = watching(listing, { events: ['newPost', 'postStatusChanged'] });
		const hours = async (count: number) => {
			const items: IDataObject[] = [];
			for (let hour = 0; hour < count; hour++) {
				await time.sleep(3_600_000);
				items.push(...(await trigger.now().catch(() => [])));
			}
			return items;
		};
		await hours(3);
		refusePage(listing, 7, refusal(500));
		await hours(1);
		limit(listing, requests);
		const [changed] = [...listing.posts.values()].slice(-75);
		changed.status = 'planned';
		expect(ids(await hours(60))).toEqual([changed.feedback_id]);
	},
);

test('what is deleted while a list is read for the first time makes nothing of it new', async () => {
	const listing = listed(200, byTen);
	const [, ...newest] = [...listing.posts.keys()].reverse();
	limit(listing, 8);
	const { poll, polls } = await begun(listing);
	// One after the other: what is left to read moves up.
	for (const id of newest.slice(0, 8)) {
		expect(await poll()).toEqual([]);
		listing.posts.delete(id);
	}
	listing.before = () => undefined;
	expect(await polls(60)).toEqual([]);
});

test('where only the newest page can be read and nothing of what is left, the poll says so', async () => {
	const listing = listed(100, byTen);
	limit(listing, 1);
	const { trigger, poll, polls } = await begun(listing);
	expect(await polls(2)).toEqual([]);
	expect(trigger.logged).toEqual([]);
	await expect(poll()).rejects.toThrow(/rate limit .*New Post/);
});

test('where nothing is left to read, nothing is said', async () => {
	const listing = listed(5, byTen);
	const { trigger, polls } = await begun(listing, ['newPost', 'postChanged']);
	limit(listing, 1);
	expect(await polls(5)).toEqual([]);
	expect(trigger.logged).toEqual([]);
});

test('of two lists with a burst each, both deliver with the next poll', async () => {
	const listing = listed(20, byTen);
	const { poll } = await begun(listing, ['newPost', 'newEndUser']);
	create(listing, 400);
	for (let at = 0; at < 400; at++) listing.join(1_000 + at);
	slow(listing, 1_000);
	const events = eventsOf(await poll());
	for (const event of ['newPost', 'newEndUser'])
		expect(events.filter((one) => one === event).length).toBeGreaterThanOrEqual(50);
});

test('a request that is never answered ends the poll within its time, and what came before is delivered', async () => {
	const listing = listed(30, byTen);
	const { poll } = await begun(listing);
	const burst = create(listing, 25);
	const asked = listing.requests.length;
	listing.before = async (request) => (request - asked < 3 ? undefined : await never());
	expect(ids(await poll())).toEqual(burst.slice(5));
	listing.before = () => undefined;
	expect(ids(await poll())).toEqual(burst.slice(0, 5));
});
