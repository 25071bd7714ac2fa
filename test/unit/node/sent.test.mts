// What may be sent in a field, and what is said of what may not.
import { describe, expect, test, vi } from 'vitest';
import {
	anyOf,
	anyText,
	filledText,
	flag,
	integer,
	jsonObject,
	oneOf,
	pastTimestamp,
	type Sent,
	textOfLength,
	textList,
	textMap,
	textOfBytes,
	timestamp,
	Unsendable,
} from '../../../nodes/shared/node/sent';

/** What goes out, or what is said of it. */
function send(sent: Sent, value: unknown): unknown {
	try {
		return sent(value, 'UTC');
	} catch (error) {
		if (error instanceof Unsendable) return { refused: error.message };
		throw error;
	}
}
const refused = (why: string) => ({ refused: why });
const x = (count: number) => 'x'.repeat(count);

describe('text', () => {
	test.each<[unknown, unknown]>([
		['a b', 'a b'],
		['', ''],
		[12, '12'],
		[false, 'false'],
		[undefined, refused('is required')],
		[null, refused('must be text')],
		[{}, refused('must be text')],
		[2 ** 53 - 1, '9007199254740991'],
		[2 ** 53, refused('is too long for a number, give it as text')],
		[-1e21, refused('is too long for a number, give it as text')],
		[1.5e300 / 7, refused('is too long for a number, give it as text')],
		[Number.NaN, refused('must be text')],
	])('%j', (value, sent) => expect(send(anyText, value)).toEqual(sent));

	test.each<[unknown, unknown]>([
		['a', 'a'],
		[0, '0'],
		['', refused('must not be empty')],
		[' \n', refused('must not be empty')],
		[undefined, refused('is required')],
	])('that the service requires: %j', (value, sent) =>
		expect(send(filledText, value)).toEqual(sent),
	);

	test.each<[string, number, number, unknown]>([
		['abc', 3, 5, 'abc'],
		['abcde', 3, 5, 'abcde'],
		['ab', 3, 5, refused('must be 3 to 5 characters long, but has 2')],
		['abcdef', 3, 5, refused('must be 3 to 5 characters long, but has 6')],
		['   ', 3, 5, refused('must not be empty')],
		['👍🏽👍', 3, 3, '👍🏽👍'],
		['', 0, 5, ''],
		['   ', 0, 5, '   '],
		['abcdef', 0, 5, refused('must be at most 5 characters long, but has 6')],
	])('%j of %i to %i characters', (value, shortest, longest, sent) =>
		expect(send(textOfLength(shortest, longest), value)).toEqual(sent),
	);

	test.each<[string, unknown]>([
		['abcd', 'abcd'],
		['äö', 'äö'],
		['äöü', refused('must be at most 4 bytes long as UTF-8, but has 6')],
	])('%j of 4 bytes', (value, sent) => expect(send(textOfBytes(4), value)).toEqual(sent));
});

const choices = [
	{ name: 'Newest First', value: 'DESC' },
	{ name: 'Oldest First', value: 'ASC' },
];
const noChoice = refused('must be one of Newest First, Oldest First');

test.each<[unknown, unknown]>([
	['DESC', 'DESC'],
	[' asc ', 'ASC'],
	['newest first', 'DESC'],
	['Newest', noChoice],
	['', noChoice],
	[undefined, noChoice],
	[['DESC'], noChoice],
	[true, noChoice],
])('a choice of a menu: %j', (value, sent) => expect(send(oneOf(choices), value)).toEqual(sent));

test.each<[unknown, unknown]>([
	[
		['ASC', 'Newest First'],
		['ASC', 'DESC'],
	],
	['oldest first, desc', ['ASC', 'DESC']],
	[[], []],
	['ASC, newest', noChoice],
	[{}, refused('must be a list of texts')],
	['ASC, ASC, ASC', refused('must have at most 2 entries, but has 3')],
])('several choices of a menu: %j', (value, sent) =>
	expect(send(anyOf(choices), value)).toEqual(sent),
);

describe('several texts', () => {
	test.each<[unknown, unknown]>([
		['a, b ,, c', ['a', 'b', 'c']],
		['', []],
		[' ["a, b", 7] ', ['a, b', '7']],
		['[a, b', ['[a', 'b']],
		['7', ['7']],
		[
			['a', 1],
			['a', '1'],
		],
		['a,b,c,d', refused('must have at most 3 entries, but has 4')],
		[5, refused('must be a list of texts')],
		['[{}]', refused('must be text')],
	])('%j, of which there may be three', (value, sent) =>
		expect(send(textList(3), value)).toEqual(sent),
	);

	test.each<[unknown, unknown]>([
		[{ plan: 'pro' }, { plan: 'pro' }],
		['{"seats": 5}', { seats: '5' }],
		['', refused('must be a JSON object, such as {"plan": "pro"}')],
		[['{"plan": "pro"}'], refused('must be a JSON object, such as {"plan": "pro"}')],
		[{ a: '1', b: '2', c: '3' }, refused('must have at most 2 keys, but has 3')],
		[{ [x(6)]: '1' }, refused('must have keys of at most 5 characters')],
		[
			{ [x(5)]: x(5), b: '' },
			{ [x(5)]: x(5), b: '' },
		],
		[{ a: x(6) }, refused('must be at most 5 characters long, but has 6')],
	])('%j under two keys, of five characters each', (value, sent) =>
		expect(send(textMap(2, 5), value)).toEqual(sent),
	);
});

test.each<[string, unknown, unknown]>([
	['an object', { plan: 'pro' }, { plan: 'pro' }],
	['an empty object', {}, undefined],
	['missing values', { plan: null, seats: undefined, region: '' }, { region: '' }],
	['only missing values', '{"plan": null}', undefined],
	[
		'more levels than can be written',
		'{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
		refused('must have at most 200 nested levels'),
	],
])('keys and values: %s', (_what, value, sent) =>
	expect(send(textMap(20, 255), value)).toEqual(sent),
);

test.each<[unknown, unknown]>([
	[7, 7],
	[' 12 ', 12],
	['1.5', refused('must be a whole number')],
	['12 apples', refused('must be a whole number')],
	['0x12', refused('must be a whole number')],
	[['12'], refused('must be a whole number')],
	['9.0', 9],
	['', refused('is required')],
	[1.5, refused('must be a whole number')],
	[Number.NaN, refused('must be a whole number')],
	[Number.POSITIVE_INFINITY, refused('must be a whole number')],
	[true, refused('must be a whole number')],
	[{}, refused('must be a whole number')],
	[undefined, refused('is required')],
])('a whole number: %j', (value, sent) => expect(send(integer, value)).toEqual(sent));

test.each<[unknown, unknown]>([
	[true, true],
	['true', true],
	[' TRUE ', true],
	['False', false],
	...['yes', 'no', 'null', 1, 0, {}].map((value) => [value, refused('must be true or false')]),
] as Array<[unknown, unknown]>)('a switch: %j', (value, sent) =>
	expect(send(flag, value)).toEqual(sent),
);

describe('dates', () => {
	const noTimestamp = refused(
		'must be a date and time, such as 2025-03-14 09:26:53 or 2025-03-14T09:26:53Z',
	);
	test.each<[unknown, unknown]>([
		['2024-02-29 23:59:59', '2024-02-29 23:59:59'],
		['2025-03-14T09:26:53', '2025-03-14 09:26:53'],
		['2025-03-14 24:00:01', noTimestamp],
		['+012025-03-14 09:26:53', noTimestamp],
	])('a timestamp: %j', (value, sent) => expect(send(timestamp, value)).toEqual(sent));

	test('the past begins where it is in some time zone', () => {
		const now = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2025, 2, 14, 12));
		const future = refused('must not be in the future');
		expect(send(pastTimestamp, '2025-03-15 02:00:00')).toBe('2025-03-15 02:00:00');
		expect(send(pastTimestamp, '2025-03-15 02:00:01')).toEqual(future);
		expect(send(pastTimestamp, 'yesterday')).toEqual(noTimestamp);
		now.mockRestore();
	});
});

test.each<[unknown, unknown]>([
	[
		{ seat: 2 ** 53 - 1, share: 1.5 },
		{ seat: 2 ** 53 - 1, share: 1.5 },
	],
	['{"seat": 9007199254740993}', { seat: '9007199254740993' }],
	[{ a: { seats: [1, 2 ** 53] } }, refused('is too long for a number, give it as text')],
])('an object with numbers: %j', (value, sent) => expect(send(jsonObject, value)).toEqual(sent));

test('an object names the key of a number that has lost digits', () => {
	expect(() => jsonObject({ id: 1, plan: { seats: [1, 2 ** 53] } })).toThrow(
		expect.objectContaining({ key: 'plan.seats.1' }),
	);
});

describe('keys that JavaScript has a meaning for', () => {
	test.each([textMap(20, 255), jsonObject])('are keys like any other', (kind) => {
		const json = '{"constructor":"a","toString":"b","hasOwnProperty":"c"}';
		expect(JSON.stringify(kind(JSON.parse(json)))).toBe(json);
		expect(JSON.stringify(kind(json))).toBe(json);
	});

	test.each([textMap(20, 255), jsonObject])('but one, which is refused by name', (kind) => {
		const json = '{"__proto__":"x","a":"b"}';
		expect(() => kind(JSON.parse(json))).toThrow('must not have the key __proto__');
		expect(() => kind(json)).toThrow('must not have the key __proto__');
	});

	test.each([textMap(20, 255), jsonObject])('what is no plain object is refused', (kind) => {
		for (const value of [new Date(), [], 1, null, new Map()]) {
			expect(() => kind(value)).toThrow('must be a JSON object');
		}
	});
});
