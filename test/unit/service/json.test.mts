import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	DEEPEST,
	hasTooManyValues,
	isTooDeep,
	keysInOrder,
	MOST_VALUES,
	parseJson,
} from '../../../nodes/shared/service/json';
import { type Page, readPage } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import { idOf } from '../../../nodes/shared/service/records';

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
				const page = readPage(postList, data, raw) as Page;
				const read = page.records.map((record) => idOf(postList.record, record));
				expect(read).toEqual(ids.map(String));
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

test('a long list is walked without a name for each of its entries', () => {
	const inner = { values: [1, [2]] };
	const unnamed = new Proxy([inner, 3], {
		ownKeys() {
			throw new Error('A name was made for each entry');
		},
	});
	expect(isTooDeep(unnamed, 4)).toBe(false);
	expect(isTooDeep(unnamed, 3)).toBe(true);
});

describe('a text has too many values', () => {
	const many = (unit: string) => (count: number) => unit.repeat(count);
	/** Texts with exactly this many values: each begins or ends one. */
	const texts: Array<[what: string, (count: number) => string]> = [
		['numbers', (count) => `[${many('1,')(count - 1)}1]`],
		['lists in lists', (count) => many('[')(count) + many(']')(count)],
		['objects that are cut', (count) => many('{')(count)],
		['empty objects', (count) => `[{}${many(',{}')((count - 2) / 2)}]`],
		['texts of commas', (count) => `[${many('"{,[",')(count - 1)}"\\",\\\\"]`],
		['texts that end in a backslash', (count) => `[${many('"[\\\\",')(count - 1)}""]`],
	];

	test.each(texts)('%s: at most 2 million', (_what, make) => {
		expect(hasTooManyValues(make(MOST_VALUES))).toBe(false);
		expect(hasTooManyValues(make(MOST_VALUES + 2))).toBe(true);
	});

	test.each([
		['a text of 4 million commas', `"${','.repeat(2 * MOST_VALUES)}"`],
		['a text of quotes and commas', `"${'\\",'.repeat(2 * MOST_VALUES)}"`],
		['blanks', `[${' '.repeat(2 * MOST_VALUES)}]`],
	])('but not: %s', (_what, text) => {
		expect(hasTooManyValues(text)).toBe(false);
	});
});
