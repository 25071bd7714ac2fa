// What a poll tells and remembers of the pages it has read, beside a memory that another poll may have changed since.
import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../../nodes/FeedbackTrigger/cursor';
import type { Watched } from '../../../nodes/FeedbackTrigger/events';
import { lookedInto } from '../../../nodes/FeedbackTrigger/events/comments';
import { ids, keepingOf } from '../../../nodes/FeedbackTrigger/keeping';
import type { Look, Looks } from '../../../nodes/FeedbackTrigger/looks';
import { plan } from '../../../nodes/FeedbackTrigger/news';
import { count, fields, MOST_NAMES } from '../../../nodes/FeedbackTrigger/prints';
import { Reading } from '../../../nodes/FeedbackTrigger/reading';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import type { DataRecord } from '../../../nodes/shared/service/records';
import { watchedBy } from './watched.mts';

const status = fields(['status'], { named: ['status'] });

/** A post by its number, which is also when it was made. */
const post = (id: number, more: DataRecord = {}): DataRecord => {
	const at = `2026-01-01 00:00:${String(id).padStart(2, '0')}`;
	return { feedback_id: id, created: at, updated: at, ...more };
};

function memory(
	things: ReadonlyArray<readonly [id: number, print: string]>,
	more: Partial<Cursor> = {},
	of = watchedBy(),
): Cursor {
	const seen = Seen.none(keepingOf(of.rule)).with(
		things.map(([id, print]) => ({ id: String(id), print, at: String(post(id).created) })),
	);
	return { scope: 'scope', account: 'key', owed: [], depth: 0, seen, ...more };
}
const known = (...numbers: number[]) => numbers.map((id) => [id, ''] as const);

interface Case {
	watched?: Watched;
	/** What was remembered when the pages were read. */
	readWith?: Cursor;
	pages: ReadonlyArray<readonly DataRecord[]>;
	looks?: Partial<Looks>;
}

function read({ watched = watchedBy(), readWith, pages, looks }: Case) {
	const reading = new Reading(watched, readWith);
	for (const [number, records] of pages.entries()) {
		reading.add(number, { records: [...records], hasMore: number < pages.length - 1, raw: '' });
	}
	return { reading, ...(looks && { looks: looks as Looks }) };
}

const told = ({ news }: ReturnType<typeof plan>) => news.map(({ id }) => Number(id));
const remembers = ({ next }: ReturnType<typeof plan>, ...numbers: number[]) =>
	numbers.filter((id) => next.seen.printOf(String(id)) !== undefined);

describe('what is told and remembered', () => {
	test('of a baseline nothing is told, and all of it remembered', () => {
		const planned = plan(read({ pages: [[post(3), post(2)], [post(1)]] }), undefined);
		expect(told(planned)).toEqual([]);
		expect(remembers(planned, 1, 2, 3, 4)).toEqual([1, 2, 3]);
		expect(planned.next).toMatchObject({ scope: 'scope', account: 'key', owed: [], depth: 1 });
	});

	test('of what is new all, once, however often it is met', () => {
		const readWith = memory(known(1));
		const planned = plan(
			read({
				readWith,
				pages: [
					[post(3), post(2)],
					[post(2), post(1)],
				],
			}),
			readWith,
		);
		expect(told(planned)).toEqual([3, 2]);
		expect(remembers(planned, 1, 2, 3)).toEqual([1, 2, 3]);
		expect(planned.news[0]).toMatchObject({ id: '3', print: '', record: post(3) });
		expect(planned.news[0].before).toBeUndefined();
	});

	test('a page of which all is remembered adds nothing', () => {
		const readWith = memory(known(1, 2));
		const { news, next } = plan(read({ readWith, pages: [[post(2), post(1)]] }), readWith);
		expect(news).toEqual([]);
		expect(next.seen).toBe(readWith.seen);
	});

	test('a page of which all was remembered is remembered anew where the memory is gone', () => {
		const readWith = memory(known(1, 2));
		const planned = plan(read({ readWith, pages: [[post(2), post(1)]] }), undefined);
		expect(told(planned)).toEqual([]);
		expect(remembers(planned, 1, 2)).toEqual([1, 2]);
	});

	test('a change is told with what it was, and remembered as it is', () => {
		const watched = watchedBy({ keeps: status, tellsFirst: false });
		const open = status.of({ status: 'open' });
		const readWith = memory([[1, open]], {}, watched);
		const planned = plan(
			read({
				watched,
				readWith,
				pages: [[post(2, { status: 'new' }), post(1, { status: 'done' })]],
			}),
			readWith,
		);
		expect(planned.news).toMatchObject([
			{ id: '1', before: open, print: status.of({ status: 'done' }) },
		]);
		expect(planned.next.seen.printOf('1')).toBe(status.of({ status: 'done' }));
		expect(planned.next.seen.printOf('2')).toBe(status.of({ status: 'new' }));
	});

	test('what is not told is remembered as the event says', () => {
		const keeps = {
			...count('total_sum'),
			after: (before: string, print: string) => `${before}-${print}`,
		};
		const watched = watchedBy({ keeps, tellsFirst: false, isTold: () => false });
		const readWith = memory([[1, '5']], {}, watched);
		const { next } = plan(
			read({
				watched,
				readWith,
				pages: [[post(2, { total_sum: 3 }), post(1, { total_sum: 7 })]],
			}),
			readWith,
		);
		expect(next.seen.printOf('1')).toBe('5-7');
		expect(next.seen.printOf('2')).toBe('3');
	});
});

describe('a list that has no order any more', () => {
	const pages = [[post(1, { status: 'done' })], [post(5, { status: 'new' })]];

	test.each<[string, Partial<Cursor>, string[]]>([
		['tells what is new, once its baseline is finished', {}, ['1', '5']],
		['tells only what changed, while it is not', { baseline: '2026-01-01 00:00:00' }, ['1']],
	])('%s', (_what, more, expected) => {
		const watched = watchedBy({ keeps: status, tellsFirst: true });
		const readWith = memory([[1, status.of({ status: 'open' })]], more, watched);
		const planned = plan(read({ watched, readWith, pages }), readWith);
		expect(planned.news.map(({ id }) => id)).toEqual(expected);
		expect(planned.next.seen.printOf('5')).toBe(status.of({ status: 'new' }));
	});
});

describe('beside another poll', () => {
	test('what it has told meanwhile is not told again', () => {
		const readWith = memory(known(1));
		const now = memory(known(1, 3));
		const planned = plan(read({ readWith, pages: [[post(3), post(2), post(1)]] }), now);
		expect(told(planned)).toEqual([2]);
		expect(remembers(planned, 1, 2, 3)).toEqual([1, 2, 3]);
	});

	test('what it has seen otherwise stays as it has seen it', () => {
		const watched = watchedBy({ keeps: status, tellsFirst: false });
		const [open, done] = ['open', 'done'].map((one) => status.of({ status: one }));
		const readWith = memory([[1, open]], {}, watched);
		const now = memory([[1, done]], {}, watched);
		const pages = [[post(1, { status: 'planned' })]];
		const planned = plan(read({ watched, readWith, pages }), now);
		expect(planned.news).toEqual([]);
		expect(planned.next.seen.printOf('1')).toBe(done);
	});

	test('a baseline that it has begun stands, and it is as if nothing was read', () => {
		const now = memory(known(1));
		expect(plan(read({ pages: [[post(2), post(1)]] }), now)).toEqual({ news: [], next: now });
	});

	test('a memory of another key, of which the pages say that it is of another workspace, is none', () => {
		const readWith = memory(known(1), { account: 'another', workspace: '7' });
		const pages = [[post(2, { product_id: 8 })]];
		const planned = plan(read({ readWith, pages }), readWith);
		expect(told(planned)).toEqual([]);
		expect(remembers(planned, 1, 2)).toEqual([2]);
		expect(planned.next).toMatchObject({ account: 'key', workspace: '8' });
	});
});

describe('what else is remembered', () => {
	test('the workspace, as it was first said', () => {
		const pages = [[post(2, { product_id: 8 })]];
		expect(plan(read({ pages: [[post(2)]] }), undefined).next.workspace).toBeUndefined();
		expect(plan(read({ pages }), undefined).next.workspace).toBe('8');
		const readWith = memory([], { workspace: '7' });
		expect(plan(read({ readWith, pages }), readWith).next.workspace).toBe('7');
		const untold = memory([]);
		expect(plan(read({ readWith: untold, pages }), untold).next.workspace).toBe('8');
	});

	test('the names of what prints stand for, as long as there is room', () => {
		const watched = watchedBy({ keeps: status, tellsFirst: false });
		const names = Array.from({ length: MOST_NAMES - 1 }, (_, at) => `status ${at}`);
		const readWith = memory([], { names }, watched);
		const pages = [
			[post(3, { status: 'status 5' }), post(2, { status: 'new' }), post(1, { status: 'late' })],
		];
		const { next } = plan(read({ watched, readWith, pages }), readWith);
		expect(next.names).toEqual([...names, 'new']);
		const plain = plan(read({ pages: [[post(1)]] }), undefined);
		expect(plain.next.names).toEqual([]);
	});

	test.each<[string, Watched, Cursor | undefined, string | undefined]>([
		[
			'when what was met last began, with the baseline',
			watchedBy({}, { begunBy: 'created' }),
			undefined,
			'2026-01-01 00:00:09',
		],
		[
			'and not what comes later',
			watchedBy({}, { begunBy: 'created' }),
			memory([], { since: 'then' }),
			'then',
		],
		['not where the list is in the order of beginnings', watchedBy(), undefined, undefined],
		[
			'not where only changes are told',
			watchedBy({ tellsFirst: false }, { begunBy: 'created' }),
			undefined,
			undefined,
		],
		[
			'not where none was remembered before',
			watchedBy({}, { begunBy: 'created' }),
			memory([]),
			undefined,
		],
	])('%s', (_what, watched, readWith, since) => {
		const pages = [[post(5), post(9, { updated: post(4).updated })]];
		expect(plan(read({ watched, readWith, pages }), readWith).next.since).toBe(since);
	});

	test('how deep the list is, as it was last met', () => {
		const readWith = memory(known(1), { depth: 9 });
		const [whole, part] = [
			read({ readWith, pages: [[post(1)]] }),
			new Reading(watchedBy(), readWith),
		];
		part.add(0, { records: [post(1)], hasMore: true, raw: '' });
		expect(plan(whole, readWith).next.depth).toBe(0);
		expect(plan({ reading: part }, readWith).next.depth).toBe(9);
	});

	test('pages with news are looked at once more, but for the first', () => {
		const readWith = memory(known(1));
		const pages = [[post(4)], [post(3)], [post(2)], [post(1)]];
		expect(plan(read({ readWith, pages }), readWith).next.owed).toEqual([
			{ from: 0, to: 3, again: true },
		]);
		expect(plan(read({ readWith, pages: [[post(4)], [post(1)]] }), readWith).next.owed).toEqual([]);
	});
});

describe('Re-Deliver After Crash', () => {
	test('what is told counts as delivered only later, what is not told at once', () => {
		const watched = watchedBy({ isTold: ({ record }) => record.title !== 'Not this' });
		const readWith = memory(known(1));
		const pages = [[post(3), post(2, { title: 'Not this' }), post(1)]];
		const planned = plan(read({ watched, readWith, pages }), readWith, 'process');
		expect(told(planned)).toEqual([3]);
		expect(remembers(planned, 1, 2, 3)).toEqual([1, 2]);
		const { seen, by, ...more } = planned.next.unconfirmed!;
		expect(by).toBe('process');
		expect(seen.printOf('3')).toBe('');
		expect(seen.printOf('2')).toBeUndefined();
		expect(more).toEqual({});
	});

	test('there is nothing to confirm without news, or without the option', () => {
		const readWith = memory(known(1));
		expect(
			'unconfirmed' in plan(read({ readWith, pages: [[post(1)]] }), readWith, 'process').next,
		).toBe(false);
		expect('unconfirmed' in plan(read({ readWith, pages: [[post(2)]] }), readWith).next).toBe(
			false,
		);
	});
});

describe('comments', () => {
	const keeps = { ...count('total_comments') };
	const watched = watchedBy({ keeps, comments: { withReplies: true } });
	const one = (id: number) => ({
		id: String(id),
		print: '',
		at: `2026-01-02 00:00:0${id}`,
		record: { comment_id: id },
	});
	const look = (id: number, print: string): Look => ({
		post: { id: String(id), print, record: post(id) },
		comments: [one(8), one(9)],
		...{ isWhole: true, isEnough: true },
	});

	function planOf(more: Partial<Cursor>, done: readonly Look[], redeliver?: string) {
		const readWith = memory(
			[
				[1, '1_'],
				[2, '2'],
			],
			more,
			watched,
		);
		const pages = [[post(2, { total_comments: 2 }), post(1, { total_comments: 2 })]];
		const looks = { done: [...done], settled: new Set(done.map((each) => each.post.id)) };
		return plan(read({ watched, readWith, pages, looks }), readWith, redeliver);
	}

	test('are told of the posts that were looked into, and remembered beside them', () => {
		const { news, next } = planOf({}, [look(1, '2')]);
		expect(news.map(({ id, record }) => [id, record])).toEqual([
			['8', { feedback_id: 1, comment_id: 8 }],
			['9', { feedback_id: 1, comment_id: 9 }],
		]);
		expect(next.comments!.printOf('9')).toBe('');
		expect(next.seen.printOf('1')).toBe(lookedInto('2', true));
		expect(next.looks).toEqual([]);
	});

	test('of posts that were not are owed, and their post stays as it was', () => {
		const { news, next } = planOf({}, []);
		expect(news).toEqual([]);
		expect(next.looks).toEqual(['1']);
		expect(next.seen.printOf('1')).toBe('1_');
		expect('comments' in next).toBe(false);
	});

	test('also of posts that stand on none of the pages', () => {
		const { news, next } = planOf({ looks: ['7'] }, [look(7, '2'), look(1, '2')]);
		expect(news.map(({ record }) => record.feedback_id)).toEqual([1, 1, 7, 7]);
		expect(next.seen.printOf('7')).toBe(lookedInto('2', true));
		// They stand on no page that could be looked at once more.
		expect(next.owed).toEqual([]);
	});

	test('with Re-Deliver After Crash count as delivered only later', () => {
		const former = Seen.none(ids).with([one(5)]);
		const { next } = planOf({ comments: former }, [look(1, '2')], 'process');
		expect(next.comments).toBe(former);
		expect(next.seen.printOf('1')).toBe('1_');
		expect(next.unconfirmed!.comments!.printOf('8')).toBe('');
		expect(next.unconfirmed!.comments!.printOf('5')).toBeUndefined();
		expect(next.unconfirmed!.seen.printOf('1')).toBe(lookedInto('2', true));
	});

	test('are none of an event that has none', () => {
		const { next } = plan(read({ pages: [[post(1)]] }), undefined);
		expect('comments' in next).toBe(false);
		expect(next.looks).toEqual([]);
	});
});
