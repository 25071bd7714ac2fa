// How records and pages of a list are read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type List, readPage } from '../../../nodes/shared/service/pages';
import { idOf, readRecord, type RecordKind, simplify } from '../../../nodes/shared/service/records';
import { nested, numeric, textual, toNumber } from '../../../nodes/shared/service/values';

const plant: RecordKind = {
	noun: 'plant',
	id: 'plant_id',
	fields: { plant_id: numeric, height: numeric, name: textual, bed: nested({ row: numeric }) },
	simple: ['plant_id', 'name', ['bed', 'label'], ['bed', 'row']],
};

describe('a record', () => {
	test.each<[unknown, string | undefined, unknown]>([
		[{ plant_id: '7', height: '1.5' }, undefined, { plant_id: 7, height: 1.5 }],
		[{ plant_id: 7, name: '12' }, undefined, { plant_id: 7, name: '12' }],
		[
			{ height: true, bed: { row: '3', at: '4' } },
			undefined,
			{ height: true, bed: { row: 3, at: '4' } },
		],
		[{ bed: 'none', other: '5' }, undefined, { bed: 'none', other: '5' }],
		[{ name: 'a' }, '9', { plant_id: 9, name: 'a' }],
		[{ plant_id: '8' }, '9', { plant_id: 8 }],
		[{ plant_id: null }, '9', { plant_id: null }],
		[[{}], undefined, undefined],
		[null, undefined, undefined],
		['text', '9', undefined],
	])('%j under the key %j', (value, key, record) => {
		expect(readRecord(plant, value, key)).toEqual(record);
	});

	test('whatever it holds, it can be read, and nothing of it is lost', () => {
		const name = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(plant.fields)));
		const value = fc.oneof(fc.jsonValue(), fc.integer().map(String), fc.float().map(String));
		fc.assert(
			fc.property(fc.dictionary(name, value), ({ bed: _, ...sent }) => {
				const read = readRecord(plant, structuredClone(sent)) ?? {};
				const numbers = Object.entries(sent).map(([name, value]) => [
					name,
					typeof read[name] === 'number' && Number.isFinite(read[name]) ? Number(value) : value,
				]);
				expect(read).toEqual(Object.fromEntries(numbers));
			}),
		);
	});

	test.each([undefined, '7'])('is changed in place, and none is copied (key: %s)', (key) => {
		const value = { plant_id: '7' };
		expect(readRecord(plant, value, key)).toBe(value);
	});

	test.each<[unknown, string | undefined]>([
		['7', '7'],
		[7, '7'],
		['a', 'a'],
		[0, '0'],
		['', undefined],
		[undefined, undefined],
		[null, undefined],
		[true, undefined],
	])('with the id %j is known by %j', (id, told) => {
		expect(idOf(plant, { plant_id: id })).toBe(told);
	});

	test('in its simple form has what the record has of a few fields, all of them flat', () => {
		const record = { plant_id: 7, height: 2, name: null, bed: { label: 'B', row: 0, at: 1 } };
		expect(simplify(plant, record)).toEqual({ plant_id: 7, name: null, label: 'B', row: 0 });
		expect(simplify(plant, { plant_id: 7, bed: 'B' })).toStrictEqual({ plant_id: 7 });
	});
});

test.each<[string, number | string]>([
	['0', 0],
	['-12', -12],
	['12.50', 12.5],
	['9007199254740991', 9007199254740991],
	['9007199254740992', '9007199254740992'],
	['-9007199254740992', '-9007199254740992'],
	['007', '007'],
	['1e3', '1e3'],
	['.5', '.5'],
	['5.', '5.'],
	[' 5', ' 5'],
	['', ''],
	['5 m', '5 m'],
])('the number %j', (written, number) => {
	expect(toNumber(written)).toBe(number);
});

describe('a page', () => {
	const plants: List = { path: '/v1/plants', record: plant, containers: ['items', 'plants', ''] };
	const plantsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ plant_id: n }));
	const read = (data: unknown, list = plants) => readPage(list, data, JSON.stringify({ data }));
	const idsOf = (page: ReturnType<typeof readPage>) =>
		typeof page === 'string' ? page : page.records.map(({ plant_id }) => plant_id);

	test.each<[string, unknown, unknown]>([
		['an array', { items: [{ plant_id: 2 }, { plant_id: '1' }] }, [2, 1]],
		['under its other name', { plants: [{ plant_id: 2 }] }, [2]],
		['the first of the names that holds a list', { items: null, plants: [{ plant_id: 2 }] }, [2]],
		['the data itself', [{ plant_id: 2 }], [2]],
		['by id', { items: { 3: { name: 'a' } } }, [3]],
		['nothing', { items: [] }, []],
		['nothing, by id', { items: {} }, []],
		['nothing at all', {}, []],
		['a message in place of a list', { message: 'ok' }, 'incomplete'],
		['one that is no record', { items: [{ plant_id: 2 }, 5] }, 'incomplete'],
		['by id, one that is no record', { items: { 3: 'a' } }, 'incomplete'],
		['no list', 'none', 'incomplete'],
		['no data', undefined, 'incomplete'],
		['as many as may be', plantsOf(100_000), plantsOf(100_000).map(({ plant_id }) => plant_id)],
		['more than may be', plantsOf(100_001), 'tooLarge'],
		['more than may be, by id', { items: { ...plantsOf(100_001) } }, 'tooLarge'],
	])('%s', (_what, data, records) => {
		expect(idsOf(read(data))).toEqual(records);
	});

	test('is no page where the list stands under none of its names', () => {
		const named = { ...plants, containers: ['items'] };
		expect(read([{ plant_id: 2 }], named)).toBe('incomplete');
		expect(read({ plants: [] }, named)).toBe('incomplete');
		expect(read({ items: 5 }, named)).toBe('incomplete');
	});

	test('counts each record, since even an empty one takes memory', () => {
		const [few, many] = [10, 1_010].map((count) => {
			const items = Array.from({ length: count }, () => ({}));
			return (read({ items }) as { size: number }).size;
		});
		expect(many - few).toBeGreaterThanOrEqual(1_000 * 150);
	});

	test.each<[unknown, boolean | undefined]>([
		[{ items: [], has_more: true }, true],
		[{ items: [], has_more: false }, false],
		[{ items: [], has_more: 1 }, undefined],
		[{ items: [] }, undefined],
		[[], undefined],
	])('%j says whether there are more: %j', (data, hasMore) => {
		expect(read(data)).toEqual({ records: [], hasMore, size: JSON.stringify({ data }).length });
	});
});
