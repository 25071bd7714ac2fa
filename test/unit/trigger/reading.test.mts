// Which pages of a list one poll reads, in which order, and what it makes of them.
import { describe, expect, test } from 'vitest';
import type { Cursor, Stretch } from '../../../nodes/FeedbackTrigger/cursor';
import { ids } from '../../../nodes/FeedbackTrigger/keeping';
import { Reading } from '../../../nodes/FeedbackTrigger/reading';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import type { DataRecord } from '../../../nodes/shared/service/records';
import { watchedBy } from './watched.mts';

const watched = watchedBy({}, { begunBy: 'begun' });

const timeOf = (id: number) => `2026-01-01 00:00:${String(id).padStart(2, '0')}`;

/** Posts by their numbers, which are also when they were made. */
const records = (numbers: readonly number[]): DataRecord[] =>
	numbers.map((id) => ({ feedback_id: id, created: timeOf(id) }));

const page = (of: readonly DataRecord[], hasMore?: boolean) => ({
	records: [...of],
	hasMore,
	raw: '',
});

function memory(known: readonly number[], more: Partial<Cursor> = {}): Cursor {
	const seen = Seen.none(ids).with(known.map((id) => ({ id: String(id), print: '' })));
	return { scope: '', account: 'key', owed: [], depth: 0, seen, ...more };
}

/** `3-5`, `3-` to the end of the list, `3-5 again`. */
function stretch(text: string): Stretch {
	const [, from, to, again] = /^(\d+)-(\d*)( again)?$/.exec(text)!;
	return { from: Number(from), ...(to && { to: Number(to) }), ...(again && { again: true }) };
}
const written = ({ from, to, again }: Stretch) => `${from}-${to ?? ''}${again ? ' again' : ''}`;

interface Case {
	/** The pages of the list; behind them come empty ones. */
	list: ReadonlyArray<readonly number[]>;
	/** What is remembered; undefined while the baseline is begun. */
	known?: readonly number[];
	owed?: readonly string[];
	sweep?: readonly string[];
	/** Whether pages say if there are more. */
	saysMore?: boolean;
	/** So many requests and no more. */
	most?: number;
}

/** Reads what there is to be read. */
function read({ list, known, owed = [], sweep = [], saysMore = true, most = 60 }: Case) {
	const cursor = known && memory(known, { owed: owed.map(stretch) });
	const reading = new Reading(watched, cursor, sweep.map(stretch));
	const asked: number[] = [];
	for (let number = reading.next(); number !== undefined && asked.length < most; ) {
		asked.push(number);
		reading.add(
			number,
			page(records(list[number] ?? []), saysMore ? number < list.length - 1 : undefined),
		);
		number = reading.next();
	}
	return { asked, reading };
}

/** Pages of two posts each, from this number down to 1. */
const down = (from: number) =>
	Array.from({ length: from / 2 }, (_, at) => [from - 2 * at, from - 2 * at - 1]);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const pages = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('the pages', () => {
	test.each<[string, Case, number[]]>([
		['of a baseline, all', { list: down(8) }, [0, 1, 2, 3]],
		['of a list with nothing in it, one', { list: [] }, [0]],
		['with nothing new, the newest', { list: down(8), known: upTo(8) }, [0]],
		[
			'with news, down to the first page of which all is known',
			{ list: down(8), known: upTo(5) },
			[0, 1, 2],
		],
		['with news on all, all', { list: down(8), known: [] }, [0, 1, 2, 3]],
		[
			'that do not say whether there are more, to the first that is empty',
			{ list: down(4), saysMore: false },
			[0, 1, 2],
		],
		[
			'that repeat the one before, to the fourth in a row',
			{ list: Array.from({ length: 20 }, () => [2, 1]) },
			[0, 1, 2, 3, 4],
		],
		[
			'where another one comes in between, on from there',
			{ list: [[4, 3], [4, 3], [4, 3], [2, 1], [2, 1], [2, 1], [2, 1], [2, 1], [0]] },
			pages(0, 7),
		],
		[
			'that are owed, from one page above them, which they may have moved up to',
			{ list: down(20), known: upTo(20), owed: ['4-6'] },
			[0, 3, 4, 5, 6],
		],
		[
			'that are owed from the top, from the top',
			{ list: down(20), known: upTo(20), owed: ['0-2'] },
			[0, 1, 2],
		],
		[
			'that are owed to the end, to the end',
			{ list: down(20), known: upTo(20), owed: ['7-'] },
			[0, 6, 7, 8, 9],
		],
		[
			'that are owed, and on from there until all of a page is known',
			{ list: down(20), known: [...upTo(5), ...pages(13, 20)], owed: ['4-4'] },
			[0, 3, 4, 5, 6, 7, 8],
		],
		[
			'that are owed twice, each in its turn',
			{ list: down(20), known: upTo(20), owed: ['6-7', '2-3'] },
			[0, 5, 6, 7, 1, 2, 3],
		],
		[
			'that are owed and were pushed down by what is new, a page further for each page of it',
			{ list: down(20), known: upTo(17), owed: ['3-4'] },
			[0, 1, 2, 3, 4, 5, 6],
		],
		[
			'above what is owed, where that begins with something unknown, and three further down for it',
			{ list: down(20), known: [...upTo(8), ...pages(15, 20)], owed: ['5-6'] },
			[0, 4, 3, 2, 5, 6, 7, 8, 9],
		],
		[
			'half as far down, where there is nothing as far down as is owed',
			{ list: down(8), known: upTo(8), owed: ['20-22'] },
			[0, 19, 9, 4, 2, 3],
		],
		[
			'that are looked through, after those that are owed',
			{ list: down(20), known: upTo(20), owed: ['8-8'], sweep: ['2-3'] },
			[0, 7, 8, 1, 2, 3],
		],
		[
			'that were read are not read again',
			{ list: down(8), known: upTo(5), owed: ['1-2'] },
			[0, 1, 2, 3],
		],
		[
			'of a list that proves not to come newest first, all',
			{
				list: [
					[1, 8],
					[3, 4],
					[5, 6],
					[2, 7],
				],
				known: upTo(7),
			},
			[0, 1, 2, 3],
		],
		[
			'of one whose newest page is known, though in no order, all as well',
			{
				list: [
					[1, 8],
					[3, 4],
					[5, 6],
					[2, 7],
				],
				known: upTo(8),
			},
			[0, 1, 2, 3],
		],
	])('%s', (_what, given, expected) => expect(read(given).asked).toEqual(expected));
});

describe('what is owed', () => {
	const owedOf = (known: readonly number[], owed: readonly string[], list: Case['list']) =>
		read({ list, known, owed }).reading.owed.map(written);

	test('the whole list where nothing is remembered', () => {
		expect(new Reading(watched, undefined).owed).toEqual([{ from: 0 }]);
	});

	test('what was left, and where the list has no order all of it', () => {
		const unordered = [
			[1, 4],
			[3, 2],
		];
		expect(owedOf(upTo(4), ['1-1'], down(4))).toEqual(['1-1']);
		expect(owedOf(upTo(4), ['1-1'], unordered)).toEqual(['1-1', '0-']);
		expect(owedOf(upTo(4), ['1-'], unordered)).toEqual(['1-']);
		expect(owedOf(upTo(4), ['0-1', '1-'], unordered)).toEqual(['0-1', '1-']);
	});
});

describe('what is left to the next polls', () => {
	test.each<[string, Case, string[]]>([
		['nothing, of what was read to its end', { list: down(8), known: upTo(5) }, []],
		['the rest of a baseline', { list: down(20), most: 3 }, ['3-4', '3-']],
		[
			'the newest pages, before any was read',
			{ list: down(20), known: upTo(20), most: 0 },
			['0-1'],
		],
		[
			'the rest of what is new, and at the least two pages of it',
			{ list: down(20), known: [], most: 3 },
			['3-4'],
		],
		[
			'what is owed and was not begun, as it is',
			{ list: down(20), known: upTo(20), owed: ['4-6', '8-'], most: 1 },
			['4-6', '8-'],
		],
		[
			'the rest of what is owed',
			{ list: down(20), known: upTo(20), owed: ['4-6 again'], most: 4 },
			['6-7 again'],
		],
		[
			'what is owed, further down for what came above',
			{ list: down(20), known: upTo(17), owed: ['6-7'], most: 3 },
			['6-9'],
		],
	])('%s', (_what, given, expected) => {
		expect(read(given).reading.rests().map(written)).toEqual(expected);
	});

	test('only what is asked about', () => {
		const { reading } = read({ list: down(20), known: upTo(20), owed: ['4-6', '8-'], most: 1 });
		expect(reading.rests([{ from: 2, to: 3 }]).map(written)).toEqual(['2-3']);
		expect(reading.rests([]).map(written)).toEqual([]);
	});
});

describe('how deep a list is', () => {
	test.each<[string, Case, number, number]>([
		['the last page that was met', { list: down(8) }, 9, 3],
		['as before, where the end was not met', { list: down(20), known: upTo(20) }, 9, 9],
		['further than before, where more was read', { list: down(20), most: 3 }, 1, 3],
		['not at all, before anything was read', { list: [], most: 0 }, 0, 0],
	])('%s', (_what, given, former, depth) => expect(read(given).reading.depth(former)).toBe(depth));

	test('nothing is known of it at first', () => {
		expect(new Reading(watched, undefined).depth()).toBe(0);
	});
});

describe('what is met', () => {
	test.each<
		[
			string,
			Array<[number, DataRecord[]]>,
			{ isOrdered: boolean; downTo: string; begun?: string; found?: number },
		]
	>([
		['nothing', [], { isOrdered: true, downTo: '' }],
		[
			'newest first',
			[
				[0, records([4, 3])],
				[1, records([2, 1])],
			],
			{ isOrdered: true, downTo: timeOf(1), found: 4 },
		],
		[
			'a newer one below an older one',
			[[0, records([3, 4])]],
			{ isOrdered: false, downTo: timeOf(3), found: 2 },
		],
		[
			'a newer one on the next page',
			[
				[0, records([3, 2])],
				[1, records([4])],
			],
			{ isOrdered: false, downTo: timeOf(2), found: 3 },
		],
		[
			'a newer one further up, which was read later',
			[
				[1, records([2])],
				[0, records([4, 3])],
			],
			{ isOrdered: true, downTo: timeOf(2), found: 3 },
		],
		[
			'one that was met before',
			[
				[0, records([4, 3])],
				[1, records([4, 2])],
			],
			{ isOrdered: true, downTo: timeOf(2), found: 3 },
		],
		[
			'one of the same time',
			[[0, [...records([3]), { feedback_id: 9, created: timeOf(3) }]]],
			{ isOrdered: true, downTo: timeOf(3), found: 2 },
		],
		[
			'one without a time',
			[[0, [...records([3]), { feedback_id: 9 }]]],
			{ isOrdered: false, downTo: timeOf(3), found: 2 },
		],
		[
			'the latest beginning',
			[
				[
					0,
					[
						{ ...records([3])[0], begun: 'b' },
						{ ...records([2])[0], begun: 'c' },
						{ ...records([1])[0], begun: 'a' },
					],
				],
			],
			{ isOrdered: true, downTo: timeOf(1), begun: 'c', found: 3 },
		],
	])('%s', (_what, given, { begun = '', found = 0, ...expected }) => {
		const reading = new Reading(watched, memory([]));
		for (const [number, of] of given) reading.add(number, page(of, true));
		expect(reading).toMatchObject({ ...expected, begun, found });
	});

	test('what is known is no news, and of a baseline nothing is', () => {
		const some = new Reading(watched, memory([3]));
		some.add(0, page(records([4, 3]), false));
		expect(some.found).toBe(1);
		const none = new Reading(watched, undefined);
		none.add(0, page(records([4, 3]), false));
		expect(none.found).toBe(0);
	});
});

describe('whose list it is', () => {
	/** After another key. */
	const other = (known: readonly number[], workspace?: string) =>
		memory(known, { account: 'another', ...(workspace !== undefined && { workspace }) });
	const of = (workspace: unknown, numbers: readonly number[]) =>
		records(numbers).map((record) => ({ ...record, product_id: workspace }));

	test.each<[string, Cursor, DataRecord[][], { isOurs: boolean; workspace?: string }]>([
		['ours, by the same key', memory([1]), [records([9])], { isOurs: true }],
		['ours, by the workspace', other([], '7'), [of(7, [9])], { isOurs: true, workspace: '7' }],
		[
			'not ours, by the workspace, whatever is known',
			other([9], '7'),
			[of(8, [9])],
			{ isOurs: false, workspace: '8' },
		],
		[
			'ours, by something that is known, where the records do not say',
			other([9], '7'),
			[records([9])],
			{ isOurs: true },
		],
		[
			'ours, by something that is known, where the memory does not say',
			other([9]),
			[of(8, [9])],
			{ isOurs: true, workspace: '8' },
		],
		[
			'ours, by something that is known on the third page',
			other([1]),
			[records([9]), records([8]), records([1])],
			{ isOurs: true },
		],
		[
			'not ours, where nothing is known on three pages',
			other([1]),
			[records([9]), records([8]), records([7])],
			{ isOurs: false },
		],
		['ours as long as there is nothing in it', other([1]), [[]], { isOurs: true }],
	])('%s', (_what, cursor, given, { isOurs, workspace }) => {
		const reading = new Reading(watched, cursor);
		for (const [number, one] of given.entries()) reading.add(number, page(one, true));
		reading.end();
		expect(reading.cursor).toBe(isOurs ? cursor : undefined);
		expect(reading.workspace).toBe(workspace);
		expect(reading.isUndecided).toBe(false);
		expect(reading.memory).toBe(cursor);
	});

	test('not known where too little was read', () => {
		const cursor = other([1]);
		const reading = new Reading(watched, cursor);
		expect(reading.isUndecided).toBe(false);
		for (const [number, one] of [records([9]), records([8])].entries()) {
			reading.add(number, page(one, true));
			reading.end();
			expect(reading.isUndecided).toBe(true);
			expect(reading.cursor).toBe(cursor);
		}
	});

	test('not ours where nothing is known of all there is', () => {
		const reading = new Reading(watched, other([1]));
		reading.add(0, page(records([9]), false));
		expect(reading.isUndecided).toBe(true);
		reading.end();
		expect(reading.isUndecided).toBe(false);
		expect(reading.cursor).toBeUndefined();
		expect(reading.owed).toEqual([{ from: 0 }]);
	});

	test("a baseline is nobody else's", () => {
		const reading = new Reading(watched, undefined);
		reading.add(0, page(of(7, [9]), false));
		expect(reading.isUndecided).toBe(false);
		expect(reading.workspace).toBe('7');
	});
});
