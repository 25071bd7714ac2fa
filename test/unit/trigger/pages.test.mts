// Pages over a living list. What happens between two requests of a poll is said here exactly.
import { beforeEach, describe, expect, test } from 'vitest';
import { noChance, ownTimeInEachTest, time } from '../own-time.mts';
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
	/** Does something right before the so-manieth request from now. */
	const before = (request: number, happens: () => void) => {
		const at = listing.requests.length + request;
		listing.before = (number) => {
			if (number === at) happens();
			return undefined;
		};
	};
	return { listing, poll, polls: async (count: number) => ids(await trigger.polls(count)), before };
}

test('what is inserted while the pages are read repeats nothing, and comes with the next poll', async () => {
	const { listing, poll, before } = await watched(50);
	const created = listing.createMany(75);
	const late: number[] = [];
	before(2, () => late.push(...listing.createMany(20)));
	expect(await poll()).toEqual(created);
	expect(await poll()).toEqual(late);
	expect(await poll()).toEqual([]);
});

test('what is left and moves two pages down while it is read is read all the same', async () => {
	const { listing, poll, polls, before } = await watched(50);
	const created = listing.createMany(200);
	refusePage(listing, 4);
	expect(await poll()).toEqual(created.slice(-120));
	// Right before the page at which what is left begins.
	before(3, () => created.push(...listing.createMany(60)));
	const delivered = [...created.slice(80, 200), ...(await polls(3))];
	expect(delivered.toSorted()).toEqual(created.toSorted());
});

test.each<[string, { at: number; first?: number; more?: number; ms?: number }]>([
	['right before the second page is read', { at: 2 }],
	['deeper down, where the first page is known by then', { at: 3 }],
	['before the second page, and more posts come before the next poll', { at: 2, more: 100 }],
	['deeper down, and more posts come before the next poll', { at: 3, more: 100 }],
	['where the time for reading runs out in between', { at: 3, first: 200, ms: 4_000 }],
])(
	'what moves over a seam because the newest post is deleted comes with the next polls: %s',
	async (_when, { at, first = 75, more = 0, ms = 0 }) => {
		const { listing, poll, polls } = await watched(50);
		const created = listing.createMany(first);
		const asked = listing.requests.length;
		listing.before = async (request) => {
			await time.sleep(ms);
			if (request === asked + at) listing.posts.delete(created.at(-1)!);
			return undefined;
		};
		const delivered = await poll();
		created.push(...listing.createMany(more));
		delivered.push(...(await polls(5)));
		expect(delivered.toSorted()).toEqual(created.toSorted());
		expect(await poll()).toEqual([]);
	},
);

describe('lists that do not end', () => {
	/** A list with three new posts, which from now on answers each request with its first page. */
	async function stuck(hasMore: boolean) {
		const { listing, poll } = await watched(10, { hasMore });
		const created = listing.createMany(3);
		const page = listing.page(new URLSearchParams({ page: '0' }));
		const always = page.replace('"has_more":false', '"has_more":true');
		listing.before = () => ({ status: 200, body: always });
		listing.requests.length = 0;
		return { listing, poll, created };
	}

	test.each([false, true])(
		'the same page for ever ends after a few repeats, with has_more: %s',
		async (hasMore) => {
			const { listing, poll, created } = await stuck(hasMore);
			expect(await poll()).toEqual(created);
			for (let polls = 0; polls < 3; polls++) expect(await poll()).toEqual([]);
			expect(listing.requests.length).toBeLessThan(10);
		},
	);

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

describe('page base and page size', () => {
	for (const pageBase of [0, 1] as const) {
		for (const hasMore of [true, false]) {
			for (const perPage of [1, 7, 30]) {
				test(`first page ${pageBase}, ${hasMore ? 'with' : 'without'} has_more, ${perPage} to a page`, async () => {
					const { listing, poll } = await watched(95, { pageBase, hasMore, perPage });
					for (const count of [1, perPage, perPage + 1, 3 * perPage, 64]) {
						const created = listing.createMany(count);
						expect(await poll()).toEqual(created);
						expect(await poll()).toEqual([]);
					}
				});
			}
		}
	}
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
