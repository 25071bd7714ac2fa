// Which pages each poll asks for: as many as there is news on, what a poll has left, and one for the audit.
import { beforeEach, expect, test } from 'vitest';
import { noChance, ownTimeInEachTest, time } from '../own-time.mts';
import { answer, listed, type Listing, refusePage, slow, timeOf } from './listing.mts';
import { ids, watching } from './n8n.mts';

ownTimeInEachTest();
beforeEach(noChance);

const byTen = { perPage: 10 };

/** A trigger over a listing. What it returns says of some polls which pages they asked for, and how much they delivered. */
function asking(listing: Listing, event = 'newPost') {
	const trigger = watching(listing, { events: [event] });
	const asked = async (polls = 1) => {
		const all: string[] = [];
		for (let count = 0; count < polls; count++) {
			listing.requests.length = 0;
			const { length } = await trigger.poll();
			const pages = listing.requests.map((query) => query.get('page')).join(' ');
			all.push(length > 0 ? `${pages}: ${length}` : pages);
		}
		return all;
	};
	return { asked, logged: trigger.logged };
}

/** One that has read this number of posts, with new ones since. */
async function begun(posts: number, created = 0) {
	const listing = listed(posts, byTen);
	const { asked } = asking(listing);
	await asked();
	listing.createMany(created);
	return { listing, asked };
}

test('a first reading asks for all, and each page has its turn once in 20 minutes', async () => {
	const { asked } = asking(listed(35, byTen));
	expect(await asked()).toEqual(['0 1 2 3']);
	const round = ['0 1', '0 2', '0 3', ...Array.from({ length: 17 }, () => '0')];
	expect(await asked(21)).toEqual([...round, '0 1']);
});

test('a poll a day asks for all, of up to a hundred pages', async () => {
	const { asked } = asking(listed(35, byTen));
	await asked();
	for (let days = 0; days < 3; days++) {
		await time.sleep(24 * 3_600_000);
		expect(await asked()).toEqual(['0 1 2 3']);
	}
	const { asked: askedOfMany } = asking(listed(120, { perPage: 1 }));
	await askedOfMany(2);
	await time.sleep(24 * 3_600_000);
	const [pages] = await askedOfMany();
	expect(pages.split(' ')).toHaveLength(100);
});

test.each([
	[50, 1],
	[50, 5],
	[50, 11],
	[50, 19],
	[50, 20],
	[210, 5],
	[210, 19],
	[500, 7],
	[500, 20],
	[500, 60],
])(
	'of %i posts, ten a page, each has its turn in time with polls of %i minutes',
	async (posts, minutes) => {
		const { asked } = asking(listed(posts, byTen));
		await asked();
		const pages = posts / 10;
		const last = Array.from({ length: pages }, () => 0);
		const mostMs = 60_000 * Math.max(20, pages, minutes) + 2_000;
		for (let polls = 0; polls < 25 + (3 * pages) / minutes; polls++) {
			// A poll is never exactly on time.
			await time.sleep((minutes - 1) * 60_000 + (polls % 3) * 1_000 - 1_000);
			const [numbers] = await asked();
			for (const number of numbers.split(' ').map(Number)) last[number] = time.now();
			// A new process begins with a page each minute, whatever the time between polls.
			if (polls > 20) expect(time.now() - Math.min(...last)).toBeLessThanOrEqual(mostMs);
		}
	},
);

test.each([0, 3])(
	'a list that seems to end with page %i by mistake, once, has all its pages read in time',
	async (wrong) => {
		const { asked, listing } = await begun(500);
		const inFiveMinutes = async () => {
			await time.sleep(240_000);
			return (await asked())[0].split(' ').map(Number);
		};
		for (let polls = 0; polls < 20; polls++) await inFiveMinutes();
		const page = listing.page.bind(listing);
		let mistakes = 0;
		listing.page = (query) => {
			if (mistakes > 0 || Number(query.get('page')) !== wrong) return page(query);
			mistakes++;
			return page(query).replace('"has_more":true', '"has_more":false');
		};
		while (mistakes === 0) await inFiveMinutes();
		const read = new Set<number>();
		for (let polls = 0; polls < 10; polls++) for (const one of await inFiveMinutes()) read.add(one);
		expect(read.size).toBe(50);
	},
);

test.each([
	['newPost', [42, 42, 42, 42, 42]],
	// Each second one, once posts are missing: the newest page, and these posts by their IDs.
	['postDeleted', [42, 42, 43, 42, 43]],
])(
	'%s: a poll that has no time for all pages is followed by one that asks for what comes after them',
	async (event, expected) => {
		const listing = listed(600, byTen);
		const { asked } = asking(listing, event);
		await asked();
		await asked();
		for (const post of [...listing.posts.values()].slice(0, 100)) listing.delete(post);
		slow(listing, 600);
		const counts: number[] = [];
		for (let days = 0; days < 5; days++) {
			await time.sleep(24 * 3_600_000);
			counts.push((await asked())[0].split(' ').length);
		}
		expect(counts).toEqual(expected);
	},
);

test('a list that does not say where it ends is read one page further', async () => {
	const listing = listed(35, { ...byTen, hasMore: false });
	const { asked } = asking(listing);
	// A first reading reads an empty page twice.
	expect(await asked(3)).toEqual(['0 1 2 3 4 4', '0 1', '0 2']);
	listing.createMany(25);
	expect(await asked(2)).toEqual(['0 1 2 3: 25', '0 4 5']);
});

test('a poll goes on while the last record of a page is new', async () => {
	const { listing, asked } = await begun(95);
	const expected: Array<[created: number, pages: string[]]> = [
		[1, ['0 1: 1', '0 2']],
		[9, ['0 3: 9', '0 4']],
		[10, ['0 1 5: 10', '0 6']],
		[11, ['0 1 7: 11', '0 8']],
		[35, ['0 1 2 3 9 10: 35', '0 11 12']],
	];
	for (const [created, pages] of expected) {
		listing.createMany(created);
		expect(await asked(2)).toEqual(pages);
	}
});

test('a poll asks for a hundred pages at most', async () => {
	const { asked } = asking(listed(250, { perPage: 1 }));
	const pages = (from: number, to: number) =>
		['0', ...Array.from({ length: to - from + 1 }, (_, at) => String(from + at))].join(' ');
	const expected = [pages(1, 99), pages(99, 197), pages(197, 249), '0 1', '0 2'];
	expect(await asked(5)).toEqual(expected);
});

test.each([3, 10])(
	'%i votes a minute that move no date make no poll ask for more than two pages, and all fire in time',
	async (votes) => {
		const listing = listed(500, byTen);
		const trigger = watching(listing, { events: ['postVotesChanged'] });
		await trigger.polls(60);
		const posts = [...listing.posts.values()];
		const due = new Map<number, number>();
		const counts: number[] = [];
		for (let polls = 0; polls < 120; polls++) {
			for (let vote = 0; vote < votes; vote++) {
				const post = posts[(polls * 97 + vote * 41) % posts.length];
				post.total_sum++;
				if (!due.has(post.feedback_id)) due.set(post.feedback_id, polls);
			}
			listing.requests.length = 0;
			const fired = ids(await trigger.poll());
			counts.push(listing.requests.length);
			for (const id of fired) due.delete(Number(id));
			const late = [...due.values()].filter((since) => polls - since > 50);
			expect(late).toEqual([]);
		}
		expect(Math.max(...counts)).toBeLessThanOrEqual(2);
	},
);

test('posts that changed in what nobody watches make no poll read on', async () => {
	const listing = listed(200, byTen);
	const { asked } = asking(listing, 'postStatusChanged');
	await asked();
	for (const post of listing.posts.values()) post.updated = timeOf(5_000);
	expect(await asked(2)).toEqual(['0 1', '0 2']);
});

test('a list in no order is read like any other', async () => {
	const { asked } = asking(listed(300, { ...byTen, shuffled: true }));
	await asked();
	expect(await asked(3)).toEqual(['0 1', '0 2', '0 3']);
});

test('the audit goes no further than an empty page, whatever that says of more', async () => {
	const { listing, asked } = await begun(35);
	const page = listing.page.bind(listing);
	listing.page = (query) => page(query).replace('"has_more":false', '"has_more":true');
	const round = ['0 1', '0 2', '0 3 4', ...Array.from({ length: 17 }, () => '0')];
	expect(await asked(21)).toEqual([...round, '0 1']);
});

/** What comes instead of the pages below the last one, what the service says of more, and the polls that ask for more than the newest. */
const ends: Array<
	[what: string, last: number, more: boolean | undefined, first: string, ...string[]]
> = [
	['comes again', 3, undefined, '0 1 2 3 4 5 6', '0 1', '0 2', '0 3 4'],
	['comes again, with has_more', 3, true, '0 1 2 3 4 5 6', '0 1', '0 2', '0 3 4'],
	['is always the first one', 0, undefined, '0 1 2 3', '0 1 2'],
	['is always the first one, with has_more', 0, true, '0 1 2 3', '0 1 2'],
	['is empty, with has_more', 4, true, '0 1 2 3 4 4 5 5 6 6 7 7', '0 1', '0 2', '0 3', '0 4'],
];

test.each(ends)(
	'a list ends where its last page %s, and is asked no further',
	async (...[, last, more, first, ...older]) => {
		const listing = listed(35, { ...byTen, hasMore: more !== undefined });
		const page = listing.page.bind(listing);
		listing.page = (query) =>
			page(
				new URLSearchParams({ page: String(Math.min(last, Number(query.get('page')))) }),
			).replace('"has_more":false', '"has_more":true');
		const { asked, logged } = asking(listing);
		expect(await asked()).toEqual([first]);
		await asked(20);
		for (let round = 0; round < 3; round++) {
			const newest = Array.from({ length: 20 - older.length }, () => '0');
			expect(await asked(20)).toEqual([...older, ...newest]);
		}
		const stuck =
			'New Post sees only the first page: the service answers every page with the same records.';
		expect(logged).toEqual(last === 0 ? [stuck] : []);
	},
);

test('what a refused page has held up is read from the page above it', async () => {
	const { listing, asked } = await begun(300, 55);
	refusePage(listing, 3);
	expect(await asked(2)).toEqual(['0 1 2 3: 30', '0 2 3']);
	answer(listing);
	expect(await asked(3)).toEqual(['0 2 3 4 5 1: 25', '0 2', '0 3']);
});

test('what was held up comes by turn once more than a page of new posts has come above it', async () => {
	const { listing, asked } = await begun(300, 55);
	refusePage(listing, 3);
	expect(await asked()).toEqual(['0 1 2 3: 30']);
	answer(listing);
	listing.createMany(25, 6_000);
	expect(await asked()).toEqual(['0 1 2 3: 25']);
	const found = (await asked(40)).map((one) => Number(one.split(': ').at(1) ?? 0));
	expect(found.reduce((all, one) => all + one)).toBe(25);
});

test('with time for three pages, each poll goes on a page further', async () => {
	const { listing, asked } = await begun(300, 95);
	slow(listing, 9_000);
	const pages = ['0 2 3', '0 3 4', '0 4 5', '0 5 6', '0 6 7', '0 7 8'];
	expect(await asked(8)).toEqual([
		'0 1 2: 30',
		...pages.map((three) => `${three}: 10`),
		'0 8 9: 5',
	]);
});

test('with time for three pages, a first reading goes on a page further in each poll', async () => {
	const listing = listed(95, byTen);
	const { asked } = asking(listing);
	slow(listing, 9_000);
	const pages = ['0 1 2', '0 2 3', '0 3 4', '0 4 5', '0 5 6', '0 6 7', '0 7 8', '0 8 9'];
	expect(await asked(8)).toEqual(pages);
});

test('however slow its pages are, a poll asks for three: the newest, the one above what is left, and the next', async () => {
	const { listing, asked } = await begun(95, 35);
	slow(listing, 14_000);
	expect(await asked(4)).toEqual(['0 1 2: 30', '0 2 3: 5', '0 1', '0 2']);
});
