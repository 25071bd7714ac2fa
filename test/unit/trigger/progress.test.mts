// However little one poll can read, every event gets on: limits, slow answers and none, with time in the test's hands.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import type { VirtualClock } from '../virtual-clock.mts';
import { ownTime } from '../own-time.mts';
import { ownChance } from './elapsing.mts';
import { Listing, registration, reloaded } from './listing.mts';

let clock: VirtualClock;

beforeEach(() => {
	clock = ownTime();
	ownChance();
});
afterEach(() => {
	vi.restoreAllMocks();
});

const MINUTE = 60_000;
const LONGEST_POLL = 45_000;
const ids = (items: IDataObject[]) => items.map(({ feedback_id }) => feedback_id);
const byTen = { perPage: 10 };
let keys = 0;

/** A trigger over a listing, polled once a minute, whose memory goes through n8n's database after each poll. */
function polledEachMinute(listing: Listing, events = ['newPost']) {
	let staticData = new StaticData();
	const apiKey = `key-${keys++}`;
	const logged: string[] = [];
	const options = { apiKey, parameters: { events }, logged };
	return {
		logged,
		get memory() {
			return JSON.parse(JSON.stringify(staticData.node)) as Record<string, IDataObject>;
		},
		async poll() {
			await clock.sleep(MINUTE);
			const started = clock.now();
			const poll = registration(listing, { ...options, staticData });
			try {
				return await poll();
			} finally {
				expect(clock.now() - started).toBeLessThanOrEqual(LONGEST_POLL);
				staticData = reloaded(JSON.parse(JSON.stringify(staticData.node)) as IDataObject);
			}
		},
	};
}

/** Answers so many requests of each minute, and all others with a 429. */
function limit(listing: Listing, requests: number): void {
	let since = Number.NEGATIVE_INFINITY;
	let answered = 0;
	listing.before = () => {
		if (clock.now() - since >= MINUTE) [since, answered] = [clock.now(), 0];
		if (++answered <= requests) return undefined;
		const body = '{"status":"error","data":{"key":"rate_limit"}}';
		return { status: 429, headers: { 'retry-after': '30' }, body };
	};
}

const create = (listing: Listing, count: number, second = 0) =>
	Array.from({ length: count }, (_, at) => listing.create(second + at).feedback_id);

async function until(trigger: { poll(): Promise<IDataObject[]> }, isDone: () => boolean) {
	const delivered: IDataObject[] = [];
	for (let polls = 0; polls < 60 && !isDone(); polls++) delivered.push(...(await trigger.poll()));
	return delivered;
}

describe('a limit in the middle of a poll', () => {
	for (const requests of [4, 8, 30]) {
		test(`${requests} requests a minute: a burst of 400 arrives completely, each once`, async () => {
			const listing = new Listing(byTen);
			create(listing, 30);
			const trigger = polledEachMinute(listing);
			await trigger.poll();
			const burst = create(listing, 400, 1_000);
			limit(listing, requests);
			const delivered = ids(await until(trigger, () => false));
			expect(delivered.toSorted()).toEqual(burst);
		});
	}

	test('what is deleted while a burst is being read hides nothing of it', async () => {
		const listing = new Listing(byTen);
		create(listing, 30);
		const trigger = polledEachMinute(listing);
		await trigger.poll();
		const burst = create(listing, 400, 1_000);
		limit(listing, 8);
		const delivered = ids(await trigger.poll());
		// All that was read but for the newest page: what is owed moves up by so much.
		for (const id of delivered.slice(0, -10)) listing.posts.delete(id as number);
		// The audit finds what has moved up by more than a page.
		for (let polls = 0; polls < 80; polls++) delivered.push(...ids(await trigger.poll()));
		expect(delivered.toSorted()).toEqual(burst);
	});

	test('what is deleted while a baseline is being read makes nothing of it new', async () => {
		const listing = new Listing(byTen);
		const [, ...newest] = create(listing, 200).reverse();
		const trigger = polledEachMinute(listing);
		limit(listing, 8);
		expect(await trigger.poll()).toEqual([]);
		// One after the other: what is left to read moves up.
		for (const id of newest.slice(0, 8)) {
			expect(await trigger.poll()).toEqual([]);
			listing.posts.delete(id);
		}
		listing.before = () => undefined;
		expect(await until(trigger, () => false)).toEqual([]);
	});

	test('where only the newest page and none of what is owed can be read, the poll says so', async () => {
		const listing = new Listing(byTen);
		create(listing, 100);
		const trigger = polledEachMinute(listing);
		limit(listing, 1);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow(/rate limit .*New Post/);
	});

	test('where nothing is owed, nobody has to know', async () => {
		const listing = new Listing(byTen);
		create(listing, 5);
		const trigger = polledEachMinute(listing, ['newPost', 'postChanged']);
		await trigger.poll();
		limit(listing, 1);
		for (let polls = 0; polls < 5; polls++) expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged).toEqual([]);
	});
});

describe('answers that take long, or do not come', () => {
	/** The same records for every event: each finds its own id among theirs. */
	function forAllEvents(listing: Listing): void {
		const page = listing.page.bind(listing);
		listing.page = (query) =>
			page(query).replaceAll(/"feedback_id":"(\d+)"/g, '$&,"changelog_id":$1,"promoter_id":$1');
	}

	test('of two lists with a burst each, both deliver with the next poll', async () => {
		const listing = new Listing({ perPage: 10, itemsAsArray: true });
		create(listing, 20);
		forAllEvents(listing);
		const trigger = polledEachMinute(listing, ['newPost', 'newNpsResponse']);
		await trigger.poll();
		create(listing, 400, 1_000);
		listing.before = async () => {
			await clock.sleep(1_000);
			return undefined;
		};
		const count = (items: IDataObject[], name: string) =>
			items.filter(({ event }) => event === name).length;
		const items = await trigger.poll();
		expect(count(items, 'newPost')).toBeGreaterThanOrEqual(50);
		expect(count(items, 'newNpsResponse')).toBeGreaterThanOrEqual(50);
	});

	test('a request that is never answered ends the poll within its time, and what came before is delivered', async () => {
		const listing = new Listing(byTen);
		create(listing, 30);
		const trigger = polledEachMinute(listing);
		await trigger.poll();
		const burst = create(listing, 25, 1_000);
		const asked = listing.requests.length;
		listing.before = async (request) =>
			request - asked < 3 ? undefined : await new Promise<never>(() => undefined);
		expect(ids(await trigger.poll())).toEqual(burst.slice(5));
		listing.before = () => undefined;
		expect(ids(await trigger.poll())).toEqual(burst.slice(0, 5));
	});
});
