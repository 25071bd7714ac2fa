import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { path } from '../../../nodes/shared/client/path';
import { PATIENT } from '../../../nodes/shared/client/retry';
import { collect } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { error, ok, scene } from './scripted-transport.mts';

type Id = string | number;

interface Said {
	ids: readonly Id[];
	more?: boolean;
}

const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** A walk over a list that answers page by page, and what it asked for. */
async function walk(answer: (page: number, perPage: number) => Said, limit?: number) {
	const one = scene(({ url }) => {
		const { page, per_page } = parameters(url);
		const { ids, more } = answer(Number(page), Number(per_page));
		const items = ids.map((id) => ({ feedback_id: id, title: `Post ${id}` }));
		return ok({ items, ...(more !== undefined && { has_more: more }) });
	});
	const records = await collect(one.client, { list: postList, query: {}, limit });
	return {
		ids: records.map(({ feedback_id }) => feedback_id),
		asked: one.sent.map(({ url }) => Number(parameters(url).page)),
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
			what: 'three pages, read ahead',
			pages: [
				{ ids: [5, 4], more: true },
				{ ids: [3, 2], more: true },
				{ ids: [1], more: false },
			],
			ids: [5, 4, 3, 2, 1],
			asked: [0, 1, 2],
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
			what: 'pages that start at 1, with has_more',
			pages: [
				{ ids: [3, 2], more: true },
				{ ids: [3, 2], more: true },
				{ ids: [1], more: false },
			],
			ids: [3, 2, 1],
			asked: [0, 1, 2],
		},
		{
			what: 'a short page is not the end',
			pages: [
				{ ids: [4], more: true },
				{ ids: [], more: true },
				{ ids: [3], more: false },
			],
			ids: [4, 3],
			asked: [0, 1, 2],
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

	test('the same page for ever ends', async () => {
		const same = await walk(() => ({ ids: [2, 1], more: true }));
		expect(same.ids).toEqual([2, 1]);
		expect(same.asked.length).toBeLessThanOrEqual(7);
		expect((await walk(() => ({ ids: [2, 1] }))).asked).toEqual([0, 1, 2]);
	});

	test('ever more, with nothing in it, ends', async () => {
		const empty = await walk(() => ({ ids: [], more: true }));
		expect(empty.ids).toEqual([]);
		expect(empty.asked.length).toBeLessThanOrEqual(7);
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
		expect(sent).toBeLessThanOrEqual(3);
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
