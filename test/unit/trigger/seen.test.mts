// Row S14: in which order what was seen is forgotten, and what is made of it then.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ids, prints } from '../../../nodes/FeedbackTrigger/keeping';
import { type Keeping, Seen, type Thing } from '../../../nodes/FeedbackTrigger/seen';
import { timeOf } from './listing.mts';

const thing = (id: number | string, at: number, print = ''): Thing => ({
	id: String(id),
	print,
	at: timeOf(at),
});

/** Whether it would go for new: then it would be delivered. */
const isNew = (seen: Seen, one: Thing) =>
	seen.printOf(one.id) === undefined && !seen.mayHaveForgotten(one);

/** What was seen in these batches, one after the other. */
const seenIn = (keeping: Keeping, batches: ReadonlyArray<readonly Thing[]>) =>
	batches.reduce((seen, batch) => seen.with(batch), Seen.none(keeping));

const stored = (seen: Seen, keeping: Keeping) => Seen.decoded(seen.encoded(), keeping)!;

describe('ids', () => {
	const batches = (id: (number: number) => number | string) =>
		Array.from({ length: 100 }, (_, batch) =>
			Array.from({ length: 100 }, (_, at) => thing(id(batch * 100 + at), batch)),
		);

	test('in a row take next to nothing, and none is forgotten', () => {
		const seen = stored(
			seenIn(
				ids,
				batches((number) => number),
			),
			ids,
		);
		expect(seen.encoded().length).toBeLessThan(1_000);
		expect(seen.printOf('0')).toBe('');
		expect(seen.printOf('10000')).toBeUndefined();
	});

	test.each<[string, (number: number) => number | string]>([
		['far apart', (number) => 1_000_000 + number * 7_919],
		['that are long texts', (number) => `${'post|;,:'.repeat(20)}${number}`],
		['beyond what may be counted with', (number) => `9${'0'.repeat(18)}${number}`],
	])('%s stay within bounds: the newest are remembered, and of the oldest none is new', (_, id) => {
		const all = batches(id);
		const seen = stored(seenIn(ids, all), ids);
		expect(seen.encoded().length).toBeLessThanOrEqual(ids.longest);
		expect(seen.encoded().length).toBeGreaterThan(ids.longest / 2);
		for (const one of all.at(-1)!) expect(seen.printOf(one.id)).toBe('');
		for (const one of all[0]) expect(seen.printOf(one.id)).toBeUndefined();
		expect(all.flat().filter((one) => isNew(seen, one))).toEqual([]);
		expect(isNew(seen, thing(id(10_000), 100))).toBe(true);
	});

	test('of one text take no more room than another', () => {
		const room = (id: string) => seenIn(ids, [[thing(id, 1)]]).encoded().length;
		expect(room('x'.repeat(10_000))).toBe(room('x'));
	});
});

describe('what is forgotten', () => {
	const few = prints(200);
	/** A batch that leaves room for two others. */
	const batch = (from: number, at: number) =>
		Array.from({ length: 6 }, (_, one) => thing(from + one * 50_000, at, 'abc'));

	test('bears the oldest dates, in whatever order it came', () => {
		const [oldest, middle, ...newest] = [10, 20, 30, 40].map((at) => batch(at, at));
		for (const came of [
			[oldest, middle, ...newest],
			[...newest, middle, oldest],
			[middle, ...newest, oldest],
		]) {
			const seen = stored(seenIn(few, came), few);
			for (const one of newest.flat()) expect(seen.printOf(one.id)).toBe('abc');
			expect(oldest.map((one) => seen.printOf(one.id))).toEqual(oldest.map(() => undefined));
		}
	});

	test('goes for known for good, also when something older is seen and forgotten afterwards', () => {
		const seen = seenIn(
			few,
			[10, 20, 30, 40].map((at) => batch(at, at)),
		);
		const forgotten = thing(999, 15);
		expect(isNew(seen, forgotten)).toBe(false);
		const older = seen.merged(seenIn(few, [batch(5, 5)]));
		expect(isNew(older, forgotten)).toBe(false);
		expect(isNew(stored(older, few), forgotten)).toBe(false);
	});

	test('is never new again under its date, and what is newest is remembered, whatever comes when', () => {
		const things = fc.array(fc.record({ id: fc.nat(60), print: fc.constantFrom('aaa', 'bbb') }), {
			minLength: 1,
			maxLength: 12,
		});
		const dateOf = (id: number) => (id * 17) % 41;
		fc.assert(
			fc.property(fc.array(things, { minLength: 1, maxLength: 25 }), (came) => {
				let seen = Seen.none(few);
				const known = new Map<string, Thing>();
				for (const batch of came) {
					const met = batch.map(({ id, print }) => thing(id * 40_000, dateOf(id), print));
					// A page names each thing once.
					const once = [...new Map(met.map((one) => [one.id, one])).values()];
					for (const one of once) known.set(one.id, one);
					seen = stored(seen.with(once), few);
					expect([...known.values()].filter((one) => isNew(seen, one))).toEqual([]);
				}
				const latest = [...known.values()]
					.map(({ at = '' }) => at)
					.sort()
					.at(-1);
				const newest = [...known.values()].filter(({ at }) => at === latest);
				expect(newest.some(({ id }) => seen.printOf(id) !== undefined)).toBe(true);
			}),
		);
	});
});

describe('what is written down', () => {
	/** One chunk for each batch, with its newest time. */
	const chunks = (seen: Seen) => seen.encoded().split('|').slice(1);
	const few = prints(200);

	test('nothing, as little, and read again as nothing', () => {
		const none = Seen.none(ids);
		expect(none.encoded()).toBe('');
		expect(none.isEmpty).toBe(true);
		expect(Seen.decoded('', ids)!.isEmpty).toBe(true);
		expect(none.with([])).toBe(none);
	});

	test('what was seen, with the newest time of each chunk, in whatever order it came', () => {
		const seen = Seen.none(ids).with([
			{ id: '7', print: '', at: 'b;|' },
			{ id: '8', print: '', at: 'a' },
		]);
		expect(seen.encoded()).toBe('|b%3B%7C;7*2:');
		expect(seen.isEmpty).toBe(false);
		expect(stored(seen, ids).printOf('8')).toBe('');
		expect(seen.with([{ id: '9', print: '' }]).encoded()).toBe('|;9:|b%3B%7C;7*2:');
	});

	test('the same again is the same, and a text that was read a moment ago is not read again', () => {
		const seen = Seen.none(few).with([thing(7, 1, 'abc')]);
		expect(seen.with([thing(7, 9, 'abc')])).toBe(seen);
		expect(seen.with([thing(7, 9, 'abd')]).printOf('7')).toBe('abd');
		const read = stored(seen, few);
		expect(Seen.decoded(seen.encoded(), few, read)).toBe(read);
		expect(Seen.decoded(seen.encoded(), few, seen)).not.toBe(seen);
		expect(Seen.decoded('', few, read)).not.toBe(read);
	});

	test.each(['x', '|', '|a', '|a;b;c', '|%;7:', '>%', '>%|a;7:', 'a>b|a;7:', '|a;7 8:'])(
		'%j is none of ours',
		(text) => expect(Seen.decoded(text, ids)).toBeUndefined(),
	);

	test.each([
		[undefined, false],
		['a', true],
		['b', true],
		['c', false],
	])('what was forgotten down to b, and bears %j, may be forgotten: %s', (at, mayBe) => {
		const seen = Seen.decoded('>b|c;7:', ids)!;
		expect(seen.mayHaveForgotten({ id: '1', print: '', at })).toBe(at === undefined || mayBe);
		expect(seen.knows({ id: '1', print: '', at })).toBe(at === undefined || mayBe);
		expect(seen.knows({ id: '7', print: '', at })).toBe(true);
		expect(seen.with([{ id: '9', print: '', at: 'd' }]).encoded()).toBe('>b|c;7:|d;9:');
	});

	test('nothing is forgotten as long as there is room', () => {
		const seen = Seen.none(ids).with([thing(7, 5)]);
		expect(seen.mayHaveForgotten({ id: '1', print: '' })).toBe(false);
		expect(seen.knows({ id: '1', print: '' })).toBe(false);
	});

	test('the same of what was read, also for what bears no time', () => {
		expect(Seen.decoded('|a;7:', ids)!.mayHaveForgotten({ id: '1', print: '' })).toBe(false);
	});

	test('a chunk of which all is seen otherwise later is none any more', () => {
		const seen = seenIn(few, [[thing(7, 1, 'abc')], [thing(7, 9, 'abd')]]);
		expect(chunks(seen)).toEqual([`${encodeURIComponent(timeOf(9))};7:abd`]);
	});

	test('all stays that just fits', () => {
		const batches = [[thing(7, 1)], [thing(8, 2)]];
		const longest = seenIn(ids, batches).encoded().length;
		expect(seenIn({ ...ids, longest }, batches).printOf('7')).toBe('');
		expect(seenIn({ ...ids, longest: longest - 1 }, batches).printOf('7')).toBeUndefined();
	});

	test('the last chunk stays, however little room there is', () => {
		const seen = seenIn({ ...ids, longest: 5 }, [[thing(7, 1)], [thing(8, 2)]]);
		expect([7, 8].map((id) => seen.printOf(String(id)))).toEqual([undefined, '']);
		expect(seen.mayHaveForgotten(thing(7, 1))).toBe(true);
		expect(seen.mayHaveForgotten(thing(7, 2))).toBe(false);
	});

	test('at the most 256 things come into one chunk, and there are at the most 16', () => {
		const batch = (count: number) => Array.from({ length: count }, (_, at) => thing(at * 3, at));
		expect(chunks(Seen.none(ids).with(batch(256)))).toHaveLength(1);
		expect(chunks(Seen.none(ids).with(batch(257)))).toHaveLength(2);
		const times = (count: number) =>
			seenIn(
				ids,
				Array.from({ length: count }, (_, at) => [thing(at * 3, at)]),
			);
		expect(chunks(times(16))).toHaveLength(16);
		expect(chunks(times(17))).toHaveLength(16);
		for (let id = 0; id < 17; id++) expect(times(17).printOf(String(id * 3))).toBe('');
	});

	test('the shortest neighbours become one first, and bear the newer time of the two', () => {
		const long = Array.from({ length: 50 }, (_, at) => thing(1_000 + at * 3, 0));
		const rest = Array.from({ length: 16 }, (_, at) => [thing(at * 3, at + 1)]);
		const seen = seenIn(ids, [long, ...rest]);
		expect(chunks(seen)).toHaveLength(16);
		expect(chunks(seen)[0]).toMatch(new RegExp(`^${encodeURIComponent(timeOf(0))};`));
		expect(
			chunks(seen)
				.slice(1)
				.map((chunk) => chunk.split(';')[0]),
		).toEqual(
			// Of those alike, the last two.
			Array.from({ length: 15 }, (_, at) => encodeURIComponent(timeOf(at + 2))),
		);
	});

	test('before anything is forgotten, neighbours become one that are shorter together', () => {
		const narrow = { ...ids, longest: 150 };
		const inARow = [1, 2, 3, 4].map((at) => [thing(10_000_000 + at, at)]);
		const apart = [5, 6, 7].map((at) => [thing(at * 1_000, at)]);
		const seen = seenIn(narrow, [...inARow, ...apart]);
		expect(seen.encoded().length).toBeLessThanOrEqual(150);
		for (const [one] of [...inARow, ...apart]) expect(seen.printOf(one.id)).toBe('');
		expect(seen.mayHaveForgotten(thing(1, 1))).toBe(false);
	});
});
