// The snapshot by itself: what it keeps of records, in any order and form of ids, and what it forgets.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
const restored = (snapshot: Snapshot, mostBytes?: number) =>
	Snapshot.decoded(
		JSON.parse(JSON.stringify(snapshot.encoded())) as ReturnType<Snapshot['encoded']>,
		mostBytes,
	)!;

describe('a snapshot', () => {
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
});

describe('what does not fit', () => {
	const forms = {
		'numbers in a row': (at: number) => String(at),
		'numbers far apart': (at: number) => String(1_000_000 + at * 977),
		'19 digits': (at: number) => String(10n ** 18n + BigInt(at) * 1_000_003n),
		texts: (at: number) => `post-${at}`,
	};
	const time = (at: number) => `2026-01-01 ${String(at).padStart(8, '0')}`;
	const MOST = 20_000;

	test.each(Object.entries(forms))(
		'is forgotten by its creation, the oldest first: %s',
		(_form, idOf) => {
			let snapshot = Snapshot.empty(columns, MOST);
			const add = (from: number, to: number) => {
				const entries = Array.from({ length: to - from }, (_, index) => ({
					id: idOf(from + index),
					at: time(from + index),
					values: { votes: (((from + index) * 7919) % 1000).toString(36), status: 'AbC' },
				}));
				snapshot = restored(snapshot.with(entries.toReversed()), MOST);
				expect(JSON.stringify(snapshot.encoded()).length).toBeLessThan(MOST + 8_000);
			};
			// Some are found late, among newer ones. What was forgotten is ignored.
			for (let from = 0; from < 6_000; from += 500) {
				add(from, from + 450);
				if (from > 0) add(from - 50, from);
				for (let index = 0; index < from; index++) {
					const isKept = snapshot.get(idOf(index)) !== undefined;
					expect(isKept || snapshot.mayHaveForgotten(time(index))).toBe(true);
				}
			}
			expect(snapshot.get(idOf(5_900))).toBeDefined();
			expect(snapshot.get(idOf(0))).toBeUndefined();
			expect(snapshot.mayHaveForgotten(time(6_000))).toBe(false);
		},
	);

	test('may be of the same second as what is kept', () => {
		const entries = ['1', '2', '3'].map((one) => ({ id: one, at: time(1), values: {} }));
		expect(Snapshot.empty([], 6).with(entries).mayHaveForgotten(time(1))).toBe(true);
	});
});
