// The snapshot by itself: what it keeps of records, in any order and form of ids, and what it forgets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Values } from '../../../nodes/FeedbackTrigger/snapshot/encoding';
import { type Entry, Snapshot } from '../../../nodes/FeedbackTrigger/snapshot/snapshot';

const columns = [{ name: 'status', isText: true as const }, { name: 'votes' }];
const id = fc.oneof(
	fc.nat(300).map(String),
	fc.integer({ min: 1, max: 10 ** 12 }).map(String),
	fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n }).map(String),
	fc.string({ minLength: 1, maxLength: 12 }),
);
const at = fc.integer({ min: 0, max: 40 }).map((second) => (second === 0 ? '' : `2026-${second}`));
const values = fc.record(
	{
		votes: fc.constantFrom('0', '1', '2z', '-3'),
		status: fc.constantFrom('open', 'x.,|', '123'),
	},
	{ requiredKeys: [] },
);
const entry: fc.Arbitrary<Entry> = fc.record({ id, at, values });
const polls = fc.array(fc.array(entry, { maxLength: 60 }), { maxLength: 8 });

/** As n8n's database gives it back. */
const restored = (snapshot: Snapshot) =>
	Snapshot.decoded(
		JSON.parse(JSON.stringify(snapshot.encoded())) as ReturnType<Snapshot['encoded']>,
	)!;

test('keeps of each record what was added last, also when it is stored and read again', () => {
	fc.assert(
		fc.property(polls, (rounds) => {
			let snapshot = Snapshot.empty(columns);
			const expected = new Map<string, Values>();
			for (const entries of rounds) {
				// One id twice in a poll does not happen.
				const once = [...new Map(entries.map((one) => [one.id, one])).values()];
				snapshot = restored(snapshot.with(once));
				for (const one of once) expected.set(one.id, one.values);
			}
			for (const [one, kept] of expected) {
				expect(snapshot.get(one)).toEqual(kept);
			}
			expect(snapshot.get('never')).toBeUndefined();
		}),
	);
});

test('is the same object when nothing is added', () => {
	fc.assert(
		fc.property(fc.uniqueArray(entry, { selector: ({ id: one }) => one }), (entries) => {
			const snapshot = Snapshot.empty(columns).with(entries);
			expect(snapshot.with(entries)).toBe(snapshot);
		}),
	);
});

test('counts what is as old as a forgotten record as known', () => {
	const entries = ['1', '2', '3'].map((one) => ({ id: one, at: 'b', values: {} }));
	const full = Snapshot.empty([], 8).with(entries);
	expect(full.size).toBe(2);
	expect(full.mayHaveForgotten('b')).toBe(true);
	expect(full.mayHaveForgotten('c')).toBe(false);
	// Also where an older one is found and forgotten later.
	expect(full.with([{ id: '4', at: 'a', values: {} }]).mayHaveForgotten('b')).toBe(true);
});

test('keeps a thousand different texts, and forty characters of a time', () => {
	const of = (count: number): Entry[] => [
		{ id: String(count), at: 'a', values: { status: `status ${count}` } },
	];
	const entries = Array.from({ length: 1_001 }, (_, at) => of(at + 1)).flat();
	const full = restored(Snapshot.empty(columns).with(entries));
	expect(full.get('1000')).toEqual({ status: 'status 1000' });
	expect(full.get('1001')).toEqual({});
	const time = 't'.repeat(40);
	const times = [`${time}z`, 'u'].map((one) => ({ id: one.slice(-1), at: one, values: {} }));
	const late = Snapshot.empty([], 9).with(times);
	expect(late.size).toBe(1);
	expect(late.mayHaveForgotten(time)).toBe(true);
	expect(late.mayHaveForgotten(`${time}a`)).toBe(false);
});

test('knows 600 records with rising times before its limit, and knows or has forgotten each after it', () => {
	const entries = Array.from({ length: 600 }, (_, at) => ({
		id: String(1000 + at),
		at: `2026-${1000 + at}`,
		values: {},
	}));
	const whole = restored(Snapshot.empty([]).with(entries));
	expect(entries.filter(({ id: one }) => !whole.get(one))).toEqual([]);
	expect(whole.mayHaveForgotten(entries[0].at)).toBe(false);
	const full = Snapshot.decoded(whole.encoded(), 1_000).with([
		{ id: '5000', at: '2026-5000', values: {} },
	]);
	const later = restored(full);
	expect(later.size).toBeLessThan(600);
	const isLost = ({ id: one, at: time }: Entry) => !later.get(one) && !later.mayHaveForgotten(time);
	expect(entries.filter(isLost)).toEqual([]);
	expect(later.mayHaveForgotten('2026-5000')).toBe(false);
});

test('keeps the times of records however often it forgets one and is stored again', () => {
	const numbered = (at: number) => ({ id: String(1000 + at), at: `2026-${1000 + at}`, values: {} });
	const entries = Array.from({ length: 1_000 }, (_, at) => numbered(at));
	const { size } = Snapshot.empty([], 3_000).with(entries);
	let snapshot = Snapshot.empty([], 3_000).with(entries);
	for (let at = 1_000; at < 1_300; at++)
		snapshot = Snapshot.decoded(restored(snapshot.with([numbered(at)])).encoded(), 3_000);
	expect(snapshot.size).toBe(size);
	// Those of a line share a time: none is taken for more than a line newer than it is.
	expect(snapshot.mayHaveForgotten(numbered(1_300 - size - 1).at)).toBe(true);
	expect(snapshot.mayHaveForgotten(numbered(1_300 - size + 256).at)).toBe(false);
});

test('does not change what was read from it before', () => {
	const first = Snapshot.empty(columns).with([{ id: '1', at: 'a', values: { status: 'AbC' } }]);
	first.with([{ id: '1', at: 'a', values: { status: '123' } }]);
	expect(first.get('1')).toEqual({ status: 'AbC' });
});

test('with other values to keep, those that it has stay, and the others are unknown', () => {
	const entries: Entry[] = [
		{ id: '7', at: 'a', values: { votes: '3', status: 'AbC' } },
		{ id: 'x', at: 'b', values: { votes: '4' } },
	];
	const other = Snapshot.empty(columns)
		.with(entries)
		.keeping([{ name: 'more' }, { name: 'votes' }]);
	expect(other.get('7')).toEqual({ votes: '3' });
	expect(other.get('x')).toEqual({ votes: '4' });
	const none = other.keeping([]);
	expect(none.get('7')).toEqual({});
});
