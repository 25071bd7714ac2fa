import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEEPEST, isTooDeep, keysInOrder, parseJson } from '../../../nodes/shared/service/json';
import { type List, readPage } from '../../../nodes/shared/service/pages';
import { post, postList } from '../../../nodes/shared/service/posts';
import { endUserList } from '../../../nodes/shared/service/end-users';
import { idOf, readRecord, simplify } from '../../../nodes/shared/service/records';

/** The ids of a page, or why it has none. */
const idsOf = (list: List, page: ReturnType<typeof readPage>) =>
	typeof page === 'string' ? page : page.records.map((record) => idOf(list.record, record));

const recordsOf = (count: number) =>
	Array.from({ length: count }, (_, id) => ({ feedback_id: id }));

describe('integers that a number cannot hold', () => {
	test.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['9007199254740993', '9007199254740993'],
		['-9007199254740993', '-9007199254740993'],
		['123456789012345678901234567890', '123456789012345678901234567890'],
		['1234567890123456.5', 1234567890123456.5],
		['"9007199254740993"', '9007199254740993'],
		['0.1234567890123456789', 0.12345678901234568],
	])('%s', (text, value) => {
		expect(parseJson(text)).toBe(value);
		expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] });
	});

	test('stand in no text, whatever it holds', () => {
		const text = fc.string({
			unit: fc.constantFrom('"', '\\', '9007199254740993', ':', ',', '\n'),
		});
		fc.assert(
			fc.property(fc.dictionary(text, text), (record) => {
				expect(parseJson(JSON.stringify(record))).toEqual(record);
			}),
		);
	});

	test.each([
		'{"a":9007199254740993',
		'9007199254740993.',
		'00000000000000001',
		'{9007199254740993:1}',
	])('%s is no JSON', (text) => expect(() => parseJson(text)).toThrow(SyntaxError));

	test('all else is parsed as ever', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				fc.pre(!/\d{16}/.test(text.replaceAll(/\d+\.\d+|\d+e/g, '')));
				expect(parseJson(text)).toEqual(JSON.parse(text));
			}),
		);
	});
});

describe('an object keyed by id keeps the order it was written in', () => {
	const order = (raw: string) => {
		const { data } = JSON.parse(raw) as { data: { items: object } };
		return keysInOrder(data.items, raw);
	};

	test('whatever its records say', () => {
		const id = fc.nat({ max: 30 });
		const value = fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()));
		const records = fc.dictionary(fc.constantFrom('31', 'user', 'items', 'data'), value);
		fc.assert(
			fc.property(fc.uniqueArray(id), records, fc.string(), (ids, inner, title) => {
				const rows = ids.map((one) => `"${one}" : ${JSON.stringify({ ...inner, title })}`);
				const raw = `{"status":"success","data":{"items":{${rows.join(',')}}}}`;
				expect(order(raw)).toEqual(ids.map(String));
				const { data } = parseJson(raw) as { data: unknown };
				const page = readPage(postList, data, raw);
				expect(idsOf(postList, page)).toEqual(ids.map(String));
			}),
		);
	});

	test('also where a record has numeric keys of its own', () => {
		const raw =
			'{"data":{"items":{"30":{"votes":{"1":{},"2":{}}},"20":{"list":["items",{"7":1}]},"10":{}}}}';
		expect(order(raw)).toEqual(['30', '20', '10']);
	});

	test('a key that appears twice stands where it came first', () => {
		expect(order('{"data":{"items":{"9":{},"7":{},"9":{},"8":{}}}}')).toEqual(['9', '7', '8']);
	});

	test('a text that looks like a key is not one', () => {
		const raw = '{"data":{"items":{"9":{"title":"\\"7\\": x"},"8":{"title":"\\"7\\":{"}}}}';
		expect(order(raw)).toEqual(['9', '8']);
	});
});

test('data are too deep beyond a number of levels, in objects and in lists', () => {
	const nested = (levels: number, open: string, close: string) =>
		parseJson(open.repeat(levels) + '1' + close.repeat(levels));
	for (const [open, close] of [
		['{"a":', '}'],
		['[', ']'],
	]) {
		expect(isTooDeep(nested(DEEPEST, open, close))).toBe(false);
		expect(isTooDeep(nested(DEEPEST + 1, open, close))).toBe(true);
	}
	expect(isTooDeep(null)).toBe(false);
});

describe('pages', () => {
	const ids = (data: unknown, list = postList) =>
		idsOf(list, readPage(list, data, JSON.stringify({ data })));

	test.each<[string, unknown, string[] | string]>([
		['keyed', { items: { 7: { feedback_id: 7 }, 9: { feedback_id: '9' } } }, ['7', '9']],
		['keyed, with the id in the key alone', { items: { 7: { title: 'x' } } }, ['7']],
		['an array', { items: [{ feedback_id: 9 }, { feedback_id: 7 }] }, ['9', '7']],
		['an empty map', { items: {} }, []],
		['an empty map, as PHP writes it', { items: [] }, []],
		['no data', undefined, 'incomplete'],
		['null', null, 'incomplete'],
		['no items', {}, 'incomplete'],
		['items of another form', { items: 'none' }, 'incomplete'],
		['items that are no records', { items: [1, 2] }, 'incomplete'],
		['a record that is null', { items: { 7: null } }, 'incomplete'],
		[
			'10,000 records',
			{ items: recordsOf(10_000) },
			recordsOf(10_000).map(({ feedback_id }) => `${feedback_id}`),
		],
		['more than 10,000 records', { items: recordsOf(10_001) }, 'tooLarge'],
		['more than 10,000 keyed records', { items: { ...recordsOf(10_001) } }, 'tooLarge'],
	])('%s', (_what, data, expected) => {
		expect(ids(data)).toEqual(expected);
	});

	test('a list whose container is not known is found under any of its names', () => {
		for (const data of [
			{ items: [{ user_id: 1 }] },
			{ users: [{ user_id: 1 }] },
			[{ user_id: 1 }],
		]) {
			expect(ids(data, endUserList)).toEqual(['1']);
		}
		expect(ids('nonsense', endUserList)).toBe('incomplete');
	});

	test.each([
		[true, true],
		[false, false],
		['true', undefined],
		[1, undefined],
		[undefined, undefined],
	])('has_more: %j', (said, hasMore) => {
		const page = readPage(postList, { items: [], has_more: said }, '');
		expect(page).toMatchObject({ records: [] });
		expect(page).toHaveProperty('hasMore', hasMore);
	});
});

describe('records', () => {
	test.each<[unknown, unknown]>([
		['42', 42],
		[42, 42],
		['0', 0],
		['-7', -7],
		['3.50', 3.5],
		['9007199254740993', '9007199254740993'],
		['0042', '0042'],
		['4 2', '4 2'],
		['1e3', '1e3'],
		['', ''],
		[null, null],
		[{ odd: true }, { odd: true }],
		['many', 'many'],
	])('a counter of %j', (sent, read) => {
		expect(readRecord(post, { feedback_id: 1, total_up: sent })).toEqual({
			feedback_id: 1,
			total_up: read,
		});
	});

	test('whatever a record holds, it can be read, and nothing of it is lost', () => {
		const name = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(post.fields)));
		const value = fc.oneof(fc.jsonValue(), fc.integer().map(String), fc.float().map(String));
		fc.assert(
			fc.property(fc.dictionary(name, value), (sent) => {
				const read = readRecord(post, structuredClone(sent)) ?? {};
				expect(Object.keys(read).toSorted()).toEqual(Object.keys(sent).toSorted());
				for (const [name, value] of Object.entries(sent)) {
					// Its own fields are read in turn.
					if (name === 'user') continue;
					const isNumber = typeof value === 'string' && typeof read[name] === 'number';
					if (isNumber) expect(Number.isFinite(read[name])).toBe(true);
					expect(read[name]).toEqual(isNumber ? Number(value) : value);
				}
			}),
		);
	});

	test('Simplify gives few and flat fields, and only those that the record has', () => {
		const record = { feedback_id: 1, title: 'x', user: { user_id: 7, data_name: 'ada' } };
		expect(simplify(post, record)).toEqual({ feedback_id: 1, title: 'x', user_id: 7 });
		expect(simplify(post, { user: 'gone' })).toEqual({});
	});
});
