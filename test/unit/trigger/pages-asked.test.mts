// Which pages each poll asks for: as many as there is news on, what a poll has left, and one for the audit.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { elapse, noChance, stopTime } from './elapsing.mts';
import { Listing, type ListingSettings, type Post, registration, timeOf } from './listing.mts';

beforeEach(noChance);
afterEach(() => {
	vi.restoreAllMocks();
});

let workflows = 0;

/** A trigger over a list of posts, which says of each poll which pages it asked for. */
class Asking {
	readonly listing: Listing;
	readonly poll: () => Promise<unknown[]>;

	constructor(settings: Partial<ListingSettings> = {}, event = 'newPost') {
		this.listing = new Listing({ perPage: 10, ...settings });
		this.poll = registration(this.listing, {
			parameters: { events: [event] },
			staticData: new StaticData(),
			workflow: `asked ${workflows++}`,
		});
	}

	create(count: number, second: number): Post[] {
		return Array.from({ length: count }, () => this.listing.create(second));
	}

	/** As somebody would who changes what no event watches. */
	touch(posts: readonly Post[], second: number): void {
		for (const post of posts) post.updated = timeOf(second);
	}

	/** The pages of some polls, each in the order in which they were asked for, and whether anything was delivered. */
	async asked(polls = 1): Promise<string[]> {
		const all: string[] = [];
		for (let count = 0; count < polls; count++) {
			const from = this.listing.requests.length;
			const items = await this.poll().catch(() => 'fails');
			const pages = this.listing.requests.slice(from).map((query) => query.get('page') ?? '0');
			const what =
				typeof items === 'string' ? `: ${items}` : items.length ? `: ${items.length}` : '';
			all.push(`${pages.join(' ')}${what}`);
		}
		return all;
	}

	/** From now on this page is refused. */
	refuse(page: string): void {
		const refused = { status: 403, body: '{"status":"error","message":"no"}' };
		this.listing.before = () =>
			this.listing.requests.at(-1)!.get('page') === page ? refused : undefined;
	}

	/** From now on each request takes so long. */
	slow(ms: number): void {
		stopTime();
		this.listing.before = () => {
			elapse(ms);
			return undefined;
		};
	}

	answer(): void {
		this.listing.before = () => undefined;
	}
}

/** One that has read this number of posts, with new ones since. */
async function begun(posts: number, created = 0): Promise<Asking> {
	const one = new Asking();
	one.create(posts, 1);
	await one.asked();
	one.create(created, 2);
	return one;
}

test('a first reading asks for all, and each page has its turn once in 20 idle polls', async () => {
	const one = new Asking();
	one.create(35, 1);
	expect(await one.asked()).toEqual(['0 1 2 3']);
	const round = ['0 1', '0 2', '0 3', ...Array.from({ length: 17 }, () => '0')];
	expect(await one.asked(21)).toEqual([...round, '0 1']);
});

test('a list that does not say where it ends is read one page further', async () => {
	const one = new Asking({ hasMore: false });
	one.create(35, 1);
	expect(await one.asked(3)).toEqual(['0 1 2 3 4', '0 1', '0 2']);
	one.create(25, 2);
	expect(await one.asked(2)).toEqual(['0 1 2 3: 25', '0 1 2 4']);
});

test('a poll goes on until a page is known, and news from below the first page is read twice', async () => {
	const one = await begun(95);
	const expected: Array<[created: number, pages: string[]]> = [
		[1, ['0 1: 1', '0 2']],
		[9, ['0 1 3: 9', '0 4']],
		[10, ['0 1 5: 10', '0 6']],
		[11, ['0 1 2 7: 11', '0 1 8']],
		[35, ['0 1 2 3 4 9: 35', '0 1 2 3 10']],
	];
	for (const [created, pages] of expected) {
		one.create(created, 2);
		expect(await one.asked(2)).toEqual(pages);
	}
});

test('a poll asks for a hundred pages at most', async () => {
	const one = new Asking({ perPage: 1 });
	one.create(250, 1);
	const pages = (from: number, to: number) =>
		['0', ...Array.from({ length: to - from + 1 }, (_, at) => String(from + at))].join(' ');
	const expected = [pages(1, 99), pages(99, 197), pages(197, 249), '0 1', '0 2'];
	expect(await one.asked(5)).toEqual(expected);
});

test('posts that changed in what nobody watches make no poll read on', async () => {
	const one = new Asking({}, 'postStatusChanged');
	const posts = one.create(200, 1);
	await one.asked();
	one.touch(posts, 2);
	expect(await one.asked(2)).toEqual(['0 1', '0 2']);
});

test('a list in no order is read like any other', async () => {
	const one = new Asking({ shuffled: true });
	for (let at = 0; at < 300; at++) one.create(1, 300 - at);
	await one.asked();
	expect(await one.asked(3)).toEqual(['0 1', '0 2', '0 3']);
});

test('an empty page ends a list, whatever it says of more', async () => {
	const one = await begun(35);
	const { page } = one.listing;
	one.listing.page = (query) =>
		page.call(one.listing, query).replace('"has_more":false', '"has_more":true');
	const round = ['0 1', '0 2', '0 3', '0 4', ...Array.from({ length: 16 }, () => '0')];
	expect(await one.asked(21)).toEqual([...round, '0 1']);
});

test('what a refused page has held up is read from the page above it', async () => {
	const one = await begun(300, 55);
	one.refuse('3');
	expect(await one.asked(2)).toEqual(['0 1 2 3: 30', '0 2 3']);
	one.answer();
	expect(await one.asked(3)).toEqual(['0 2 3 4 5 6 7 1: 25', '0 3 4 5 2', '0 3']);
});

test('what was held up is found further down once new posts have come above it', async () => {
	const one = await begun(300, 55);
	one.refuse('3');
	expect(await one.asked()).toEqual(['0 1 2 3: 30']);
	one.answer();
	one.create(25, 3);
	const pages = ['0 1 2 3 4 5 6 7 8 9 10: 50', '0 1 2 3 4 5 6 7', '0 3'];
	expect(await one.asked(3)).toEqual(pages);
});

test('with time for three pages, each poll goes on a page further', async () => {
	const one = await begun(300, 95);
	one.slow(9_000);
	const pages = ['0 2 3', '0 3 4', '0 4 5', '0 5 6', '0 6 7', '0 7 8'];
	expect(await one.asked(8)).toEqual([
		'0 1 2: 30',
		...pages.map((three) => `${three}: 10`),
		'0 8 9: 5',
	]);
});

test('with time for three pages, a first reading goes on a page further in each poll', async () => {
	const one = new Asking();
	one.create(95, 1);
	one.slow(9_000);
	const pages = ['0 1 2', '0 2 3', '0 3 4', '0 4 5', '0 5 6', '0 6 7', '0 7 8', '0 8 9'];
	expect(await one.asked(8)).toEqual(pages);
});

test('however slow its pages are, a poll asks for three: the newest, the one above what is left, and the next', async () => {
	const one = await begun(95, 35);
	one.slow(46_000);
	expect(await one.asked(6)).toEqual(['0 1 2: 30', '0 2 3: 5', '0 3 4', '0 4 5', '0 2', '0 3']);
});
