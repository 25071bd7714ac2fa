// What one page, and one record on it, says to an event.
import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../../nodes/FeedbackTrigger/cursor';
import type { Rule, Watched } from '../../../nodes/FeedbackTrigger/events';
import { ids, keepingOf } from '../../../nodes/FeedbackTrigger/keeping';
import {
	begunAt,
	isNews,
	oldestFirst,
	toReadPage,
	toSighting,
} from '../../../nodes/FeedbackTrigger/page';
import { fields } from '../../../nodes/FeedbackTrigger/prints';
import { Seen, type Thing } from '../../../nodes/FeedbackTrigger/seen';
import { watchedBy } from './watched.mts';

const keeps = fields(['status'], { named: ['status'] });

const watched = (rule: Partial<Rule> = {}, filters = {}, begunBy?: string) =>
	watchedBy(rule, { filters, begunBy });

function cursor(things: Thing[] = [], more: Partial<Cursor> = {}, of = watched()): Cursor {
	const seen = Seen.none(of.rule.keeps ? keepingOf(of.rule) : ids).with(things);
	return { scope: '', account: '', owed: [], depth: 0, seen, ...more };
}

describe('a record', () => {
	test.each<[string, Watched, object, object | undefined]>([
		[
			'with its time',
			watched(),
			{ feedback_id: 7, created: 'then' },
			{ id: '7', print: '', at: 'then' },
		],
		['without a time', watched(), { feedback_id: 7 }, { id: '7', print: '' }],
		['with a time that is none', watched(), { feedback_id: 7, created: 5 }, { id: '7', print: '' }],
		['without an id', watched(), { created: 'then' }, undefined],
		['that is not watched', watched({ isWatched: () => false }), { feedback_id: 7 }, undefined],
		[
			'that passes a filter',
			watched({}, { type: 'bug' }),
			{ feedback_id: 7, type: 'bug' },
			{ id: '7', print: '' },
		],
		['that does not', watched({}, { type: 'bug' }), { feedback_id: 7, type: 'idea' }, undefined],
		[
			'that says nothing of it',
			watched({}, { type: 'bug' }),
			{ feedback_id: 7 },
			{ id: '7', print: '' },
		],
		[
			'that does not, and is kept in case it does one day',
			watched({ keeps }, { type: 'bug' }),
			{ feedback_id: 7, type: 'idea' },
			{ id: '7', print: keeps.of({}) },
		],
		[
			'of which more is kept',
			watched({ keeps }),
			{ feedback_id: 7, status: 'open' },
			{ id: '7', print: keeps.of({ status: 'open' }), names: ['open'] },
		],
	])('%s', (_what, event, record, sighting) => {
		expect(toSighting(event, { ...record })).toStrictEqual(sighting);
	});

	test.each([
		['updated', { updated: 'then' }, 'then'],
		['updated', { updated: 5 }, ''],
		['updated', {}, ''],
		[undefined, { '': 'then', undefined: 'then' }, 'then'],
		[undefined, { updated: 'then' }, ''],
	])('begun by %s: %j', (begunBy, record, at) => {
		expect(begunAt(watched({}, {}, begunBy), record)).toBe(at);
	});
});

describe('whether one that was never seen is news', () => {
	const thing = (at?: string): Thing => ({ id: '7', print: '', at });
	test.each<[string, Partial<Cursor>, Thing, object, boolean]>([
		['where nothing else is known', {}, thing(), {}, true],
		['later than an unfinished baseline', { baseline: '2024' }, thing('2025'), {}, true],
		['as old as an unfinished baseline', { baseline: '2024' }, thing('2024'), {}, false],
		['older than an unfinished baseline', { baseline: '2024' }, thing('2023'), {}, false],
		['without a time, beside an unfinished baseline', { baseline: '2024' }, thing(), {}, false],
		['beside one of a list without order', { baseline: '' }, thing('2025'), {}, false],
		['begun after the first poll', { since: '2024' }, thing(), { updated: '2025' }, true],
		['begun with the first poll', { since: '2024' }, thing(), { updated: '2024' }, false],
		['of which it is not known when it began', { since: '2024' }, thing(), {}, false],
	])('%s: %j', (_what, memory, one, record, isSo) => {
		expect(isNews(cursor([], memory), watched({}, {}, 'updated'), one, { ...record })).toBe(isSo);
	});
});

describe('a page', () => {
	const records = [
		{ feedback_id: 3, created: '3', type: 'bug' },
		{ feedback_id: 2, created: '2', type: 'idea' },
		{ feedback_id: 1, created: '1', type: 'bug' },
	];
	const read = (known: number[] | undefined, given = records, filters = {}, hasMore?: boolean) => {
		const memory = known?.map((id): Thing => ({ id: String(id), print: '', at: String(id) }));
		const page = { records: given.map((record) => ({ ...record })), hasMore, raw: '' };
		return toReadPage(watched({}, filters), 4, page, memory && cursor(memory));
	};

	test.each<[string, number[] | undefined, object, boolean, boolean]>([
		['all of it', [1, 2, 3], {}, true, true],
		['its first alone', [3], {}, false, true],
		['all but its first', [1, 2], {}, false, false],
		['all that passes the filter', [1, 3], { type: 'bug' }, true, true],
		['the first that passes the filter', [2], { type: 'idea' }, true, true],
		['none of what passes the filter', [1, 3], { type: 'idea' }, false, false],
		['nothing of it, at the beginning', undefined, {}, false, false],
	])('of which %s is known', (_what, known, filters, isKnown, beginsKnown) => {
		const page = read(known, records, filters);
		expect(page).toMatchObject({ number: 4, ids: '3,2,1', isKnown, beginsKnown });
		expect(page.isRemembered).toBe(isKnown);
	});

	test('with nothing on it is known, and begins so', () => {
		expect(read([1], [])).toMatchObject({
			ids: '',
			isKnown: true,
			beginsKnown: true,
			isLast: true,
		});
	});

	test('that comes again says the same only beside the same memory, and to who watches the same', () => {
		const page = { records: records.map((record) => ({ ...record })), hasMore: false, raw: '' };
		const all = cursor([3, 2, 1].map((id) => ({ id: String(id), print: '', at: String(id) })));
		const isKnown = (of: Watched, memory?: Cursor) => toReadPage(of, 0, page, memory).isKnown;
		const read = toReadPage(watched(), 0, page, all);
		expect(toReadPage(watched(), 0, page, all)).toBe(read);
		expect(isKnown(watched(), cursor())).toBe(false);
		expect(isKnown(watched(), undefined)).toBe(false);
		expect(isKnown(watched(), all)).toBe(true);
		const others = [watched({}, { type: 'bug' }), { ...watched(), scope: 'another' }];
		for (const other of others) expect(toReadPage(other, 0, page, all)).not.toBe(read);
		const prints = fields(['type']);
		const keeping = { ...watched({ keeps: prints }), scope: 'prints' };
		const memory = cursor([{ id: '3', print: prints.of({ type: 'idea' }) }], {}, keeping);
		expect(isKnown(keeping, memory)).toBe(false);
		expect(toReadPage(watched(), 0, page, all)).toBe(read);
	});

	test('keeps the record of what may be news, and of nothing else', () => {
		const kept = (known?: number[]) =>
			read(known).sightings.map(({ record }) => record?.feedback_id);
		expect(kept([2])).toEqual([3, undefined, 1]);
		expect(kept(undefined)).toEqual([undefined, undefined, undefined]);
	});

	test.each([
		[false, records, true],
		[true, records, false],
		[undefined, records, false],
		[undefined, [], true],
		[true, [], false],
	])('has_more %s, with %j on it: the last one: %s', (hasMore, given, isLast) => {
		expect(read([1], given, {}, hasMore).isLast).toBe(isLast);
	});
});

test.each<[string, Thing, Thing, number]>([
	['by time', { id: '9', print: '', at: '1' }, { id: '1', print: '', at: '2' }, -1],
	['by time, the other way', { id: '1', print: '', at: '2' }, { id: '9', print: '', at: '1' }, 1],
	['without a time first', { id: '9', print: '' }, { id: '1', print: '', at: '2' }, -1],
	[
		'at one time, by id as a number',
		{ id: '9', print: '', at: '1' },
		{ id: '10', print: '', at: '1' },
		-1,
	],
])('oldest first, %s', (_what, one, other, sign) => {
	expect(Math.sign(oldestFirst(one, other))).toBe(sign);
});
