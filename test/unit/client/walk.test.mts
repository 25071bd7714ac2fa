import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { path } from '../../../nodes/shared/client/path';
import { PATIENT } from '../../../nodes/shared/client/retry';
import type { Selection } from '../../../nodes/shared/client/selection';
import { collect, pagesOf } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { error, ok, scene } from './scripted-transport.mts';

type Id = string | number;

interface Said {
	ids: readonly Id[];
	more?: boolean;
}

const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** A walk over a list that answers page by page, and what it asked for. */
async function walk(
	answer: (page: number, perPage: number) => Said,
	limit?: number,
	count?: number,
) {
	const one = scene(({ url }) => {
		const { page, per_page } = parameters(url);
		const { ids, more } = answer(Number(page), Number(per_page));
		const items = ids.map((id) => ({ feedback_id: id, title: `Post ${id}` }));
		return ok({ items, ...(more !== undefined && { has_more: more }) });
	});
	const records = await collect(one.client, { list: postList, query: {}, limit, count });
	return {
		ids: records.map(({ feedback_id }) => feedback_id),
		/** In the order of the list, whatever was asked first. */
		asked: one.sent.map(({ url }) => Number(parameters(url).page)).sort((a, b) => a - b),
		sent: one.sent,
	};
}

/** Pages as a table; beyond the last one the list is empty. */
const pages =
	(...table: Said[]) =>
	(page: number): Said =>
		table[page] ?? { ids: [] };

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => from + index);

describe('pages -> records and requests', () => {
	test.each<{
		what: string;
		pages: Said[];
		limit?: number;
		ids: number[];
		asked: number[];
	}>([
		{ what: 'nothing there', pages: [{ ids: [], more: false }], ids: [], asked: [0] },
		{ what: 'nothing there, and no has_more', pages: [{ ids: [] }], ids: [], asked: [0] },
		{ what: 'one page', pages: [{ ids: [3, 2], more: false }], ids: [3, 2], asked: [0] },
		{
			what: 'three pages, and one guess',
			pages: [
				{ ids: [5, 4], more: true },
				{ ids: [3, 2], more: true },
				{ ids: [1], more: false },
			],
			ids: [5, 4, 3, 2, 1],
			asked: [0, 1, 2, 4],
		},
		{
			what: 'no has_more: one after the other, to an empty page',
			pages: [{ ids: [4, 3] }, { ids: [2, 1] }],
			ids: [4, 3, 2, 1],
			asked: [0, 1, 2],
		},
		{
			what: 'pages that start at 1: page 0 is page 1',
			pages: [{ ids: [4, 3] }, { ids: [4, 3] }, { ids: [2, 1] }],
			ids: [4, 3, 2, 1],
			asked: [0, 1, 2, 3],
		},
		{
			what: 'no has_more: pages that each come once more are not the end',
			pages: [{ ids: [6, 5] }, { ids: [6, 5] }, { ids: [4, 3] }, { ids: [4, 3] }, { ids: [2, 1] }],
			ids: [6, 5, 4, 3, 2, 1],
			asked: [0, 1, 2, 3, 4, 5],
		},
		{
			what: 'pages that start at 1, with has_more',
			pages: [
				{ ids: [3, 2], more: true },
				{ ids: [3, 2], more: true },
				{ ids: [1], more: false },
			],
			ids: [3, 2, 1],
			asked: [0, 1, 2, 4],
		},
		{
			what: 'a short page is not the end',
			pages: [
				{ ids: [4], more: true },
				{ ids: [], more: true },
				{ ids: [3], more: false },
			],
			ids: [4, 3],
			asked: [0, 1, 2, 4],
		},
		{
			what: 'ids as text here and as numbers there',
			pages: [{ ids: ['7', 8] }, { ids: [7, '8', 9] }],
			ids: [7, 8, 9],
			asked: [0, 1, 2],
		},
		{
			what: 'a record that moved down a page meanwhile',
			pages: [{ ids: [9, 8] }, { ids: [8, 7] }],
			ids: [9, 8, 7],
			asked: [0, 1, 2],
		},
		{
			what: 'a limit that the first page meets',
			pages: [{ ids: [5, 4, 3], more: true }],
			limit: 2,
			ids: [5, 4],
			asked: [0],
		},
		{
			what: 'a limit that the first page meets exactly',
			pages: [{ ids: [5, 4], more: true }],
			limit: 2,
			ids: [5, 4],
			asked: [0],
		},
		{
			what: 'a limit that takes a second page, and no third',
			pages: [
				{ ids: [5, 4], more: true },
				{ ids: [3, 2], more: true },
				{ ids: [1], more: false },
			],
			limit: 4,
			ids: [5, 4, 3, 2],
			asked: [0, 1],
		},
		{
			what: 'a limit beyond the end',
			pages: [{ ids: [2, 1], more: false }],
			limit: 50,
			ids: [2, 1],
			asked: [0],
		},
	])('$what', async ({ pages: table, limit, ids, asked }) => {
		const outcome = await walk(pages(...table), limit);
		expect(outcome.ids).toEqual(ids);
		expect(outcome.asked).toEqual(asked);
	});

	test.each<[string, (page: number) => Said]>([
		['the same page', () => ({ ids: [2, 1], more: true })],
		['empty pages', () => ({ ids: [], more: true })],
		['empty pages after two', (page) => ({ ids: page < 2 ? [page] : [], more: true })],
	])('%s for ever is an error after few requests', async (_what, said) => {
		let requests = 0;
		const endless = walk((page) => {
			requests++;
			return said(page);
		});
		await expect(endless).rejects.toMatchObject({ problem: { kind: 'endless' } });
		expect(requests).toBeLessThanOrEqual(20);
	});

	test('the same page again is the end where nothing says that there are more', async () => {
		const same = await walk(() => ({ ids: [2, 1] }));
		expect(same).toMatchObject({ ids: [2, 1], asked: [0, 1, 2] });
	});

	test('some empty pages are no end while it says that there are more', async () => {
		const seldom = await walk((page) => ({ ids: page % 12 === 0 ? [page] : [], more: page < 48 }));
		expect(seldom.ids).toEqual([0, 12, 24, 36, 48]);
	});

	test.each([
		['all that it counts, and a page that is not full', 5, [[5, 4, 3, 2, 1]], [0]],
		['fewer than it counts', 9, [[5, 4, 3, 2, 1]], [0, 1]],
		['all that it counts, and a page that may be full', 10, [numbers(0, 10)], [0, 1]],
		['more than it counts', 2, [numbers(0, 10), [10, 11]], [0, 1]],
	])('%s: one that does not say it is read as far as that', async (_what, count, table, asked) => {
		const said = pages(...table.map((ids) => ({ ids })));
		const one = await walk(said, undefined, count);
		expect(one.ids).toEqual(table.flat());
		expect(one.asked).toEqual(asked);
		// What it says itself is believed first.
		const more = await walk((page) => ({ ...said(page), more: page < 2 }), undefined, count);
		expect(more.asked).toEqual(expect.arrayContaining([0, 1, 2]));
	});

	test('a finite list of many pages is read to its end', async () => {
		const { ids } = await walk((page) => ({ ids: [page], more: page < 1_200 }));
		expect(ids).toEqual(numbers(0, 1_201));
	});

	test('records without an id stay apart, each time they come but for the same page again', async () => {
		const one = scene(({ url }) => {
			const page = Number(parameters(url).page);
			const titled = (title: string) => ({ title });
			const table = [
				['a', 'a'],
				['a', 'a'],
				['b', 'a'],
			];
			return ok({ items: (table[page] ?? []).map(titled) });
		});
		const records = await collect(one.client, { list: postList, query: {} });
		expect(records.map(({ title }) => title)).toEqual(['a', 'a', 'b', 'a']);
	});

	test('ever new records end at the limit', async () => {
		const endless = (page: number) => ({ ids: numbers(page * 10, page * 10 + 10), more: true });
		const { ids, asked } = await walk(endless, 45);
		expect(ids).toEqual(numbers(0, 45));
		expect(asked).toEqual([0, 1, 2, 3, 4]);
	});

	test('ever new records without a limit are an error in the end, not an endless run', async () => {
		const endless = (page: number) => ({ ids: [page], more: true });
		await expect(walk(endless)).rejects.toMatchObject({ problem: { kind: 'endless' } });
	});

	test.each([1, 2, 5, 19, 20, 60, 200, 400])(
		'of a list of %i pages, hardly more are asked for than there are',
		async (count) => {
			const { ids, asked } = await walk((page) => ({
				ids: page < count ? [page] : [],
				more: page < count - 1,
			}));
			expect(ids).toEqual(numbers(0, count));
			expect(asked.length - count).toBeLessThanOrEqual(Math.max(2, count / 10));
		},
	);

	test('per_page is as much as may be asked for, and no more than is wanted', async () => {
		const perPage = async (limit?: number) =>
			parameters((await walk(pages({ ids: [1], more: false }), limit)).sent[0].url).per_page;
		expect(await perPage()).toBe('100');
		expect(await perPage(50)).toBe('50');
		expect(await perPage(1)).toBe('1');
		expect(await perPage(5000)).toBe('100');
	});

	test('a service that clamps or ignores per_page gives everything all the same', async () => {
		for (const size of [1, 7, 10, 30]) {
			const clamped = (page: number) => ({
				ids: numbers(page * size, Math.min(95, page * size + size)),
				more: (page + 1) * size < 95,
			});
			expect((await walk(clamped)).ids).toEqual(numbers(0, 95));
			const { ids, asked } = await walk(clamped, 50);
			expect(ids).toEqual(numbers(0, 50));
			expect(asked).toEqual(numbers(0, Math.ceil(50 / size)));
		}
	});
});

test('every record once and in order, however the service pages', async () => {
	const behaviour = fc.record({
		total: fc.nat(120),
		size: fc.integer({ min: 1, max: 40 }),
		base: fc.constantFrom(0, 1),
		says: fc.constantFrom('always', 'never', 'sometimes'),
		asText: fc.boolean(),
		keyed: fc.boolean(),
		limit: fc.option(fc.integer({ min: 1, max: 130 }), { nil: undefined }),
	});
	await fc.assert(
		fc.asyncProperty(behaviour, async ({ total, size, base, says, asText, keyed, limit }) => {
			// Newest first: ids fall, which is the order that parsing a keyed object loses.
			const all = numbers(0, total).map((index) => 1000 - index);
			const one = scene(({ url }) => {
				const page = Number(parameters(url).page);
				const from = Math.max(0, page - base) * size;
				const rows = all
					.slice(from, from + size)
					.map((id) => ({ feedback_id: asText ? String(id) : id }));
				const speaks = says === 'always' || (says === 'sometimes' && page % 2 === 0);
				const more = speaks ? `,"has_more":${from + size < total}` : '';
				const items = keyed
					? `{${rows.map((row) => `"${row.feedback_id}":${JSON.stringify(row)}`).join(',')}}`
					: JSON.stringify(rows);
				return {
					status: 200,
					headers: {},
					body: `{"status":"success","data":{"items":${items}${more}}}`,
				};
			});
			const records = await collect(one.client, { list: postList, query: {}, limit });
			expect(records.map(({ feedback_id }) => feedback_id)).toEqual(all.slice(0, limit));
			if (limit !== undefined && limit <= Math.min(size, total)) expect(one.sent).toHaveLength(1);
		}),
	);
});

describe('a list that grows at its top while it is read', () => {
	/** A list of posts, newest first, that the test adds to. */
	function growing(total: number) {
		const posts = numbers(0, total).map((index) => 1000 - index);
		let newest = 1000;
		return {
			before: [...posts],
			add(count: number) {
				for (; count > 0; count--) posts.unshift(++newest);
			},
			page: (number: number, size: number) => posts.slice(number * size, number * size + size),
			isLast: (number: number, size: number) => (number + 1) * size >= posts.length,
		};
	}

	test.each([true, false])('many at once, with has_more: %s', async (says) => {
		const list = growing(500);
		const { ids } = await walk((page) => {
			if (page === 8) list.add(80);
			return { ids: list.page(page, 10), ...(says && { more: !list.isLast(page, 10) }) };
		});
		// What came on top may stand anywhere among what was there, which comes whole and in order.
		expect(ids.filter((id) => list.before.includes(Number(id)))).toEqual(list.before);
	});

	test('by just a page, without has_more', async () => {
		const list = growing(50);
		const { ids } = await walk((page) => {
			if (page === 3) list.add(10);
			return { ids: list.page(page, 10) };
		});
		expect(ids).toEqual(list.before);
	});

	test('also where a page asked for ahead was answered first', async () => {
		const list = growing(60);
		const one = scene(async ({ url }) => {
			const page = Number(parameters(url).page);
			if (page === 2 && list.page(0, 1)[0] === 1000) {
				await one.clock.sleep(1000);
				list.add(5);
			}
			const items = list.page(page, 10).map((id) => ({ feedback_id: id }));
			return ok({ items, has_more: !list.isLast(page, 10) });
		});
		const records = await collect(one.client, { list: postList, query: {} });
		expect(records.map(({ feedback_id }) => feedback_id)).toEqual(list.before);
	});

	test('a page asked for ahead that was the last one is asked for again when its turn comes', async () => {
		let asked = 0;
		const { ids } = await walk((page) => {
			// Oldest first, as a list of comments may be: what is new comes below.
			const last = page === 4 && asked++ > 0 ? [4, 5] : [page];
			return { ids: last, more: page < 4 };
		});
		expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
	});

	test('nothing that was there all the time is missing', async () => {
		const growth = fc.record({
			total: fc.nat(150),
			size: fc.integer({ min: 1, max: 40 }),
			base: fc.constantFrom(0, 1),
			says: fc.boolean(),
			added: fc.array(fc.nat(120), { maxLength: 8 }),
		});
		await fc.assert(
			fc.asyncProperty(growth, async ({ total, size, base, says, added }) => {
				const list = growing(total);
				let requests = 0;
				const { ids } = await walk((page) => {
					const count = Math.min(added[requests++] ?? 0, 5 * size);
					// Just a page again and again looks, where nothing says that there are more, like the end.
					list.add(!says && count === size ? count + 1 : count);
					const number = Math.max(0, page - base);
					return {
						ids: list.page(number, size),
						...(says && { more: !list.isLast(number, size) }),
					};
				});
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids).toEqual(expect.arrayContaining(list.before));
			}),
			{ numRuns: 200 },
		);
	});

	test('nor where pages are answered out of turn', async () => {
		const growth = fc.record({
			total: fc.integer({ min: 20, max: 400 }),
			size: fc.integer({ min: 1, max: 12 }),
			delays: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 30 }),
			added: fc.record({ at: fc.nat(60), count: fc.constantFrom(1, 3, 10, 12, 24, 36, 100) }),
		});
		await fc.assert(
			fc.asyncProperty(growth, async ({ total, size, delays, added }) => {
				const list = growing(total);
				let requests = 0;
				const served = new Set<number>();
				const one = scene(async ({ url }) => {
					const request = requests++;
					await one.clock.sleep(delays[request % delays.length]);
					const page = Number(parameters(url).page);
					// By more at once than was read so far, there is nothing to tell it by; by 50 pages, it is an error.
					const read = Math.min(
						40,
						page,
						numbers(0, 1000).findIndex((one) => !served.has(one)),
					);
					if (added.at === request) list.add(Math.min(added.count, read * size));
					served.add(page);
					const items = list.page(page, size).map((id) => ({ feedback_id: id }));
					return ok({ items, has_more: !list.isLast(page, size) });
				});
				const records = await collect(one.client, { list: postList, query: {} });
				const ids = records.map(({ feedback_id }) => Number(feedback_id));
				expect(new Set(ids).size).toBe(ids.length);
				const there = ids.filter((id) => id <= 1000);
				expect(there.toSorted((a, b) => b - a)).toEqual(list.before);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('how soon a list is read', () => {
	/** Rounds of requests, each as long as one request takes, and how many requests it were. */
	async function reading(count: number, only?: Selection, total = count) {
		const one = scene(async ({ url }) => {
			await one.clock.sleep(100);
			const page = Number(parameters(url).page);
			const items = page < total ? [{ feedback_id: page }] : [];
			return ok({ items, has_more: page < total - 1 });
		});
		const start = one.clock.now();
		const records = await collect(one.client, { list: postList, query: {}, only });
		expect(records.map(({ feedback_id }) => feedback_id)).toEqual(numbers(0, count));
		return { rounds: (one.clock.now() - start) / 100, requests: one.sent.length };
	}

	test.each([
		[1, 1, 1],
		[10, 7, 11],
		[100, 9, 104],
		[1000, 55, 1005],
	])('%i pages in %i rounds and %i requests at the most', async (count, rounds, requests) => {
		const took = await reading(count);
		expect(took.rounds).toBeLessThanOrEqual(rounds);
		expect(took.requests).toBeLessThanOrEqual(requests);
	});

	test('where not all of a list may be wanted, one page is asked for ahead at first, and one in vain', async () => {
		const everyOne: Selection = { takes: () => true, pagesLeft: () => Infinity };
		expect(await reading(20, everyOne)).toEqual({ rounds: 11, requests: 21 });
	});

	/** The first pages of the list, as far as they were changed since a time. */
	const first = (count: number): Selection => ({
		takes: ({ feedback_id }) => Number(feedback_id) < count,
		pagesLeft: ([{ feedback_id }]) => (Number(feedback_id) < count ? Infinity : 0),
	});

	test.each([
		[5, 4, 8],
		[20, 11, 23],
		[100, 30, 111],
		[1000, 77, 1022],
	])(
		'the first %i pages of 2,000 in %i rounds and %i requests at the most',
		async (count, rounds, requests) => {
			const took = await reading(count, first(count), 2_000);
			expect(took.rounds).toBeLessThanOrEqual(rounds);
			expect(took.requests).toBeLessThanOrEqual(requests);
		},
	);
});

test('large pages are not asked for far ahead, and all are read', async () => {
	const count = 20;
	const title = 'x'.repeat(10 * 1024 * 1024);
	let unread = 0;
	let most = 0;
	const one = scene(({ url }) => {
		const page = Number(parameters(url).page);
		most = Math.max(most, ++unread);
		return ok({
			items: page < count ? [{ feedback_id: page, title }] : [],
			has_more: page < count - 1,
		});
	});
	const ids: unknown[] = [];
	for await (const records of pagesOf(one.client, { list: postList, query: {} })) {
		unread--;
		ids.push(...records.map(({ feedback_id }) => feedback_id));
	}
	expect(ids).toEqual(numbers(0, count));
	// Six of these pages are 60 MB; those that were asked for in vain or twice were let go.
	expect(most).toBeLessThanOrEqual(6 + one.sent.length - count);
	expect(one.sent.length - count).toBeLessThan(10);
});

describe('trouble on the way', () => {
	const table = [
		{ ids: [6, 5], more: true },
		{ ids: [4, 3], more: true },
		{ ids: [2, 1], more: false },
	];

	test('a page that fails is asked for again, and nothing is missing', async () => {
		let failed = 0;
		const one = scene(({ url }) => {
			const page = Number(parameters(url).page);
			if (page === 1 && failed++ < 2) return error(500, 'internal_error');
			const { ids, more } = pages(...table)(page);
			return ok({ items: ids.map((id) => ({ feedback_id: id })), has_more: more ?? false });
		});
		const records = await collect(one.client, { list: postList, query: {} });
		expect(records.map(({ feedback_id }) => feedback_id)).toEqual([6, 5, 4, 3, 2, 1]);
	});

	test('a page that cannot be had fails the walk, and pages asked for ahead try no further', async () => {
		const one = scene(({ url }) => {
			const page = Number(parameters(url).page);
			if (page === 0) return ok({ items: [{ feedback_id: 1 }], has_more: true });
			return page === 1 ? error(403, 'forbidden') : error(500, 'internal_error');
		});
		await expect(collect(one.client, { list: postList, query: {} })).rejects.toThrow(
			ServiceFailure,
		);
		const sent = one.sent.length;
		await one.clock.sleep(PATIENT.waitMs);
		expect(one.sent.length).toBe(sent);
		expect(sent).toBeLessThanOrEqual(4);
	});

	test('a failure beyond the end harms nobody', async () => {
		const one = scene(({ url }) => {
			const page = Number(parameters(url).page);
			if (page > 2) return error(500, 'internal_error');
			const { ids, more } = table[page];
			return ok({ items: ids.map((id) => ({ feedback_id: id })), has_more: more });
		});
		expect(await collect(one.client, { list: postList, query: {} })).toHaveLength(6);
		const sent = one.sent.length;
		await one.clock.sleep(PATIENT.waitMs);
		expect(one.sent.length).toBe(sent);
	});

	test('an answer that is no page is an error, never an empty list', async () => {
		for (const data of [undefined, null, 'none', { items: 5 }, { items: [7] }]) {
			const one = scene([ok(data)]);
			await expect(collect(one.client, { list: postList, query: {} })).rejects.toMatchObject({
				problem: { kind: 'incomplete' },
			});
		}
	});

	test('cancelling ends it at once', async () => {
		const cancel = new AbortController();
		const one = scene(
			({ url }) => {
				const page = Number(parameters(url).page);
				if (page === 5) cancel.abort();
				return ok({ items: [{ feedback_id: page }], has_more: true });
			},
			{ signal: cancel.signal },
		);
		await expect(collect(one.client, { list: postList, query: {} })).rejects.toMatchObject({
			problem: { kind: 'cancelled' },
		});
		expect(one.sent.length).toBeLessThanOrEqual(10);
	});
});

test('a list that belongs to a thing is asked for there, with its filters', async () => {
	const one = scene([ok({ items: [], has_more: false })]);
	const of = path`/v1/post/${5}/comments`;
	await collect(one.client, { list: postList, path: of, query: { search: 'x' } });
	expect(one.sent[0].url).toMatch(/\/v1\/post\/5\/comments\?.*per_page=100&search=x&page=0$/);
});
