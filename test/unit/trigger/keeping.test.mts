// How what was seen is written down and read again, and that nothing else is taken for it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids, prints } from '../../../nodes/FeedbackTrigger/keeping';
import { keyOf } from '../../../nodes/FeedbackTrigger/seen';

const keys = { ids, prints: prints(1_000) };
const id = fc.oneof(fc.nat(40).map(String), fc.nat().map(String), fc.string());
const print = fc.stringMatching(/^[\w-]{0,8}$/);
const things = fc.uniqueArray(fc.record({ id, print }), {
	selector: (thing) => keyOf(thing.id),
	maxLength: 30,
});

describe.each(['ids', 'prints'] as const)('%s', (kind) => {
	const keeping = keys[kind];

	test('come out as they went in, also when written down', () => {
		fc.assert(
			fc.property(things, things, (all, others) => {
				const part = keeping.of(all);
				const again = keeping.decoded(part.text)!;
				expect(again.text).toBe(part.text);
				const known = new Set(all.map((thing) => keyOf(thing.id)));
				for (const thing of [...all, ...others]) {
					const isThere = known.has(keyOf(thing.id));
					const own = all.find((one) => keyOf(one.id) === keyOf(thing.id));
					const expected = isThere ? (kind === 'ids' ? '' : own?.print) : undefined;
					expect(part.printOf(keyOf(thing.id))).toBe(expected);
					expect(again.printOf(keyOf(thing.id))).toBe(expected);
				}
				expect(keeping.of(others).with(part).printOf(keyOf('never'))).toBeUndefined();
			}),
		);
	});

	test('nothing is written as little, and is nothing', () => {
		const nothing = keeping.decoded(keeping.of([]).text)!;
		expect(nothing.printOf(0)).toBeUndefined();
		expect(nothing.printOf(1)).toBeUndefined();
		expect(nothing.with(keeping.of([{ id: '7', print: '' }])).text).toBe(
			keeping.of([{ id: '7', print: '' }]).text,
		);
	});

	test('what is the same without others stays as it is', () => {
		const part = keeping.of([{ id: '7', print: 'a' }]);
		expect(part.without(keeping.of([{ id: '8', print: 'a' }]))).toBe(part);
	});
});

test('prints without others are the rest', () => {
	const part = keys.prints.of([
		{ id: '7', print: 'a' },
		{ id: '8', print: 'b' },
	]);
	const rest = part.without(keys.prints.of([{ id: '8', print: 'c' }]));
	expect([rest.printOf(7), rest.printOf(8)]).toEqual(['a', undefined]);
	expect(keys.prints.decoded('~abcdef:x,5:y')?.printOf(5)).toBe('y');
});

test.each<['ids' | 'prints', string]>([
	['ids', '1,2 3:'],
	['ids', ' 1:'],
	['ids', '1!:'],
	['ids', '1*:'],
	['ids', '1**2:'],
	['ids', 'A:'],
	['ids', '1:short'],
	['ids', '1:abcdef!'],
	['ids', '1:abcdef:abcdef'],
	['prints', '1'],
	['prints', '1:a b'],
	['prints', ' 1:a'],
	['prints', '1:a;2:b'],
	['prints', '~short:a'],
	['prints', 'A:a'],
])('%s are not read from %j', (kind, text) => {
	expect(keys[kind].decoded(text)).toBeUndefined();
});
