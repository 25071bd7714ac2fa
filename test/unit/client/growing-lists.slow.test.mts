import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { numbers, parameters, walk } from './scripted-list.mts';
import { ok, scene } from './scripted-transport.mts';

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

test('is read completely when it grows by exactly a page, without has_more', async () => {
	const list = growing(50);
	const { ids } = await walk((page) => {
		if (page === 3) list.add(10);
		return { ids: list.page(page, 10) };
	});
	expect(ids).toEqual(list.before);
});

test('returns everything that was there all the time', async () => {
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

test('returns everything that was there all the time when pages are answered out of order', async () => {
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
				// By more at once than was read so far, it cannot be noticed; by 50 pages, it is an error.
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
