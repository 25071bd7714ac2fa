// Only what is new since a moment: exactly that, and no more pages than it takes where the order allows it. For any list, whatever
// its order, `syncs/misplaced-records` and `syncs/changed-since` say so.
import { describe, expect, test } from 'vitest';
import { allOf, type Period, within } from '../../../nodes/shared/client/period';
import { collect } from '../../../nodes/shared/client/walk';
import { post, postList } from '../../../nodes/shared/service/posts';
import { ok, scene } from './scripted-transport.mts';

interface Post {
	id: number;
	created?: unknown;
	updated?: unknown;
}

/** This many minutes after the start of a year. */
const at = (minute: number) =>
	new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');

async function read(posts: readonly Post[], perPage: number, period: Period) {
	const { client, sent } = scene(({ url }) => {
		const from = Number(new URL(url).searchParams.get('page')) * perPage;
		const items = posts
			.slice(from, from + perPage)
			.map(({ id, ...times }) => ({ feedback_id: id, ...times }));
		return ok({ items, has_more: from + perPage < posts.length });
	});
	const only = within(period, post);
	const records = await collect(client, { list: postList, query: {}, only });
	return { ids: records.map(({ feedback_id }) => feedback_id), pages: sent.length };
}

const byTime = (by: 'created' | 'updated') => (a: Post, b: Post) =>
	String(b[by]).localeCompare(String(a[by])) || b.id - a.id;

describe('how far is read', () => {
	/** 1,000 posts, one a minute, of which every 40th of the older ones was updated lately: newest change first. */
	const changed = Array.from(
		{ length: 1_000 },
		(_, id): Post => ({
			id,
			created: at(id),
			updated: id < 900 && id % 40 === 0 ? at(1_000 + id) : at(id),
		}),
	).toSorted(byTime('updated'));

	test('not beyond the first page that holds older ones alone', async () => {
		const { ids, pages } = await read(changed, 100, { by: 'updated', from: at(1_000) });
		expect(ids).toHaveLength(23);
		expect(pages).toBe(2);
	});

	test('as far as there may be more of the very moment that is asked for', async () => {
		const list = [6, 5, 5, 1, 0].map((minute, id): Post => ({ id, created: at(minute) }));
		expect((await read(list, 2, { by: 'created', from: at(5) })).ids).toEqual([0, 1, 2]);
	});

	test.each<[string, Post[], Period, number[]]>([
		[
			'where the order by change could as well be that of creation, of records that were imported',
			[
				{ id: 1, created: at(5), updated: at(9) },
				{ id: 2, created: at(3), updated: at(7) },
				{ id: 3, created: at(1), updated: at(20) },
			],
			{ by: 'updated', from: at(8) },
			[1, 3],
		],
		[
			'where the order could as well be that of IDs, of which one was imported with an old date',
			[
				{ id: 3, created: at(3) },
				{ id: 2, created: at(-5_000), updated: at(2) },
				{ id: 1, created: at(1) },
				{ id: 0, created: at(0), updated: at(20) },
			],
			{ by: 'updated', from: at(8) },
			[0],
		],
		[
			'where records changed at one moment could as well be the oldest changes first',
			[
				{ id: 0, created: at(4), updated: at(6) },
				{ id: 2, created: at(6), updated: at(6) },
				{ id: 1, created: at(2), updated: at(7) },
			],
			{ by: 'updated', from: at(7) },
			[1],
		],
		[
			'where a record without a time stands in the order',
			[{ id: 4, created: at(9) }, { id: 3 }, { id: 2, created: at(5) }, { id: 1, created: at(20) }],
			{ by: 'created', from: at(6) },
			[4, 3, 1],
		],
	])('to the end, %s', async (_what, list, period, expected) => {
		expect((await read(list, 1, period)).ids).toEqual(expected);
	});

	test('to the end, where one record comes too late for the order', async () => {
		const list = changed.toSorted(byTime('created'));
		const [newest, ...others] = list;
		const period: Period = { by: 'created', from: at(998) };
		const swapped = [others[1], others[0], ...others.slice(2), newest];
		expect((await read(swapped, 100, period)).ids).toEqual([998, 999]);
	});
});

describe('a record that does not say when', () => {
	test.each([undefined, null, '', '0000-00-00 00:00:00', 'yesterday', 5, [at(1)]])(
		'%j: is taken, and the rest is read',
		async (unsaid) => {
			const list: Post[] = [
				{ id: 3, created: at(3) },
				{ id: 2, created: unsaid },
				{ id: 1, created: at(1) },
				{ id: 0, created: at(9) },
			];
			const { ids } = await read(list, 2, { by: 'created', from: at(2) });
			expect(ids).toEqual([3, 2, 0]);
		},
	);

	test.each([undefined, null, '', '0000-00-00 00:00:00'])(
		'updated %j: counts as changed when it was created',
		async (updated) => {
			const list: Post[] = [
				{ id: 2, created: at(5), updated },
				{ id: 1, created: at(1), updated },
			];
			const { ids } = await read(list, 10, { by: 'updated', from: at(3) });
			expect(ids).toEqual([2]);
		},
	);

	test.each([
		['a day alone, its first moment', '2025-01-05', '2025-01-05 00:00:00', '2025-01-05 00:00:01'],
		['a time in the form of ISO 8601', '2025-01-01T00:05:00Z', at(5), at(6)],
	])('but %s, is in one of two periods', async (_what, created, from, after) => {
		const since = (from: string) => read([{ id: 1, created }], 10, { by: 'created', from });
		expect((await since(from)).ids).toEqual([1]);
		expect((await since(after)).ids).toEqual([]);
	});
});

test.each<[string, Omit<Period, 'by'>, number[]]>([
	['has its first and its last moment in it', { from: at(2), until: at(3) }, [3, 2]],
	['may have no beginning', { until: at(3) }, [3, 2, 1]],
	['may have no end', { from: at(3) }, [4, 3]],
])('a period %s', async (_what, period, expected) => {
	const list = [4, 3, 2, 1].map((id): Post => ({ id, created: at(id) }));
	const { ids } = await read(list, 10, { by: 'created', ...period });
	expect(ids).toEqual(expected);
});

test('several filters: what all take, over with the first', () => {
	const created = within({ by: 'created', from: at(5) }, post);
	const updated = within({ by: 'updated', from: at(1) });
	const both = allOf([created, updated])!;
	const record = (minute: number) => ({ created: at(minute), updated: at(minute) });
	expect([both.takes(record(6)), both.takes(record(4))]).toEqual([true, false]);
	expect(both.pagesLeft!([record(6), record(5)])).toBe(Number.POSITIVE_INFINITY);
	expect(both.pagesLeft!([record(5), record(4)])).toBe(1);
	expect(both.pagesLeft!([record(3)])).toBe(0);
	expect(allOf([updated])!.pagesLeft).toBeUndefined();
	expect(allOf([])).toBeUndefined();
});
