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
