import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { numbers, pages, parameters, walk } from './scripted-list.mts';
import { ok, scene } from './scripted-transport.mts';

test('records without an id are returned each time they come, except for a repeated page', async () => {
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

test('per_page is the maximum of the service, or the limit if that is lower', async () => {
	const perPage = async (limit?: number) =>
		parameters((await walk(pages({ ids: [1], more: false }), limit)).sent[0].url).per_page;
	expect(await perPage()).toBe('100');
	expect(await perPage(50)).toBe('50');
	expect(await perPage(1)).toBe('1');
	expect(await perPage(5000)).toBe('100');
});

test('every record comes once and in order, however the service pages', async () => {
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
