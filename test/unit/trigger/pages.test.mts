// Pages over a living list. What happens between two requests of a poll is said here exactly.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { ids } from './delivered.mts';
import { elapse, noChance, stopTime } from './elapsing.mts';
import { Listing, type ListingSettings, registration } from './listing.mts';
import { refusal } from './watching.mts';

beforeEach(noChance);
afterEach(() => {
	vi.restoreAllMocks();
});

const newPosts = { events: ['newPost'] };

/** A listing with posts that are known already, and the poll of a trigger that watches it. */
async function watched(known: number, settings: Partial<ListingSettings> = {}) {
	const listing = new Listing({ perPage: 30, ...settings });
	for (let count = 0; count < known; count++) listing.create(count);
	const poll = registration(listing, {
		parameters: newPosts,
		staticData: new StaticData(),
		workflow: `pages ${workflows++}`,
	});
	expect(await poll()).toEqual([]);
	const createMany = (count: number) =>
		Array.from({ length: count }, () => listing.create(5_000).feedback_id);
	/** Does something right before the so-manieth request from now. */
	const before = (request: number, happens: () => void) => {
		const at = listing.requests.length + request;
		listing.before = (number) => {
			if (number === at) happens();
			return undefined;
		};
	};
	return { listing, poll, createMany, before };
}
let workflows = 0;

test('what is inserted while the pages are read repeats nothing, and comes with the next poll', async () => {
	const { poll, createMany, before } = await watched(50);
	const created = createMany(75);
	const late: number[] = [];
	before(2, () => late.push(...createMany(20)));
	expect(ids(await poll())).toEqual(created);
	expect(ids(await poll())).toEqual(late);
	expect(await poll()).toEqual([]);
});

test('what is left and moves two pages down while it is read is read all the same', async () => {
	const { listing, poll, createMany, before } = await watched(50);
	const created = createMany(200);
	listing.before = () => (listing.requests.at(-1)!.get('page') === '4' ? refusal(403) : undefined);
	expect(ids(await poll())).toEqual(created.slice(-120));
	// Right before the page at which what is left begins.
	before(3, () => created.push(...createMany(60)));
	const delivered = created.slice(80, 200);
	for (let polls = 0; polls < 3; polls++) delivered.push(...(ids(await poll()) as number[]));
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
		const { listing, poll, createMany } = await watched(50);
		const created = createMany(first);
		const asked = listing.requests.length;
		stopTime();
		listing.before = (request) => {
			elapse(ms);
			if (request === asked + at) listing.posts.delete(created.at(-1)!);
			return undefined;
		};
		const delivered = ids(await poll());
		created.push(...createMany(more));
		for (let polls = 0; polls < 5; polls++) delivered.push(...ids(await poll()));
		expect(delivered.toSorted()).toEqual(created.toSorted());
		expect(await poll()).toEqual([]);
	},
);

describe('lists that do not end', () => {
	for (const hasMore of [true, false]) {
		test(`the same page for ever, ${hasMore ? 'with' : 'without'} has_more`, async () => {
			const { listing, poll, createMany } = await watched(10, { hasMore });
			const created = createMany(3);
			const page = listing.page(new URLSearchParams({ page: '0' }));
			const always = hasMore ? page.replace('"has_more":false', '"has_more":true') : page;
			listing.before = () => ({ status: 200, body: always });
			const asked = listing.requests.length;
			expect(ids(await poll())).toEqual(created);
			await poll();
			expect(listing.requests.length - asked).toBeLessThan(10);
		});
	}

	test('ever new posts are bounded in one poll, and go on in the next', async () => {
		const listing = new Listing({ perPage: 100 });
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
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
	const { listing, poll, createMany } = await watched(100);
	const [pinned] = listing.posts.values();
	pinned.created = '2000-01-01 00:00:00';
	const page = listing.page.bind(listing);
	listing.page = (query) => {
		const first = page(query);
		if (query.get('page') !== '0') return first;
		return first.replace(
			'"items":{',
			`"items":{"${pinned.feedback_id}":${JSON.stringify(pinned)},`,
		);
	};
	const created = createMany(1);
	expect(ids(await poll())).toEqual(created);
	expect(await poll()).toEqual([]);
});

describe('page base and page size', () => {
	for (const pageBase of [0, 1] as const) {
		for (const hasMore of [true, false]) {
			for (const perPage of [1, 7, 30]) {
				test(`first page ${pageBase}, ${hasMore ? 'with' : 'without'} has_more, ${perPage} to a page`, async () => {
					const { poll, createMany } = await watched(95, { pageBase, hasMore, perPage });
					for (const count of [1, perPage, perPage + 1, 3 * perPage, 64]) {
						const created = createMany(count);
						expect(ids(await poll())).toEqual(created);
						expect(await poll()).toEqual([]);
					}
				});
			}
		}
	}
});

describe('reading is bounded', () => {
	test('of a burst while it is being finished, what stands above all known posts is delivered, and nothing of it', async () => {
		const { poll, createMany } = await watched(250, { perPage: 1 });
		const created = createMany(130);
		const delivered: unknown[] = [];
		for (let polls = 0; polls < 12; polls++) delivered.push(...ids(await poll()));
		expect(delivered.toSorted()).toEqual(created.slice(-100));
	});
});

describe('a page that is refused as if nothing stood on it', () => {
	const nothing = { status: 400, body: '{"status":"error","message":"No items found."}' };

	test('ends no first reading while the page above says that there is more', async () => {
		const listing = new Listing({ perPage: 3 });
		for (let second = 0; second < 9; second++) listing.create(second);
		const poll = registration(listing, {
			parameters: newPosts,
			staticData: new StaticData(),
			workflow: 'refused as empty',
		});
		listing.before = () => (listing.requests.at(-1)!.get('page') === '1' ? nothing : undefined);
		expect(await poll()).toEqual([]);
		listing.before = () => undefined;
		for (let polls = 0; polls < 25; polls++) expect(await poll()).toEqual([]);
	});

	test('ends a list that does not say whether there is more', async () => {
		const { listing, poll, createMany } = await watched(60, { hasMore: false });
		listing.before = () => (listing.requests.at(-1)!.get('page') === '2' ? nothing : undefined);
		for (let polls = 0; polls < 25; polls++) expect(await poll()).toEqual([]);
		const created = createMany(1);
		expect(ids(await poll())).toEqual(created);
	});
});
