// Which page comes next, from pages alone: no service and no records.
import { beforeEach, expect, test } from 'vitest';
import { Look } from '../../../nodes/FeedbackTrigger/reading/look';
import { Plan } from '../../../nodes/FeedbackTrigger/reading/plan';
import { Turns } from '../../../nodes/FeedbackTrigger/reading/turns';
import { NotSent } from '../../../nodes/FeedbackTrigger/failures';
import { pathOf } from '../../../nodes/shared/client/path';
import { postList } from '../../../nodes/shared/service/posts';
import { noChance, ownTimeInEachTest } from '../own-time.mts';

ownTimeInEachTest();
beforeEach(noChance);

interface Told {
	known?: ConstructorParameters<typeof Plan>[0];
	/** What a page is like, by its number; all others are known. */
	pages: Readonly<Record<number, 'news' | 'known' | 'last' | 'news, last' | 'empty' | 'fails'>>;
	minutes?: number;
	isFailureSaid?: boolean;
	/** The pages that failed before. */
	failing?: readonly number[];
	skipsAudit?: boolean;
}

/** Reads as a poll does. @returns the pages in the order in which they were requested, and what is left */
function read({
	known,
	pages,
	minutes = 1,
	isFailureSaid = false,
	failing = [],
	skipsAudit = false,
}: Told) {
	const turns = new Turns();
	for (const page of failing) turns.pageFailed(page);
	const look = Object.assign(new Look(3_600_000, 3_600_000 - minutes * 60_000), { skipsAudit });
	const plan = new Plan(known, turns, look, isFailureSaid);
	const asked: number[] = [];
	for (let { next } = plan; next !== undefined; { next } = plan) {
		asked.push(next);
		const what = pages[next] ?? 'known';
		if (what === 'fails') {
			if (!plan.pageFailed(next, new NotSent(pathOf(postList)))) break;
			continue;
		}
		const isEnd = what.endsWith('last') || what === 'empty';
		plan.pageWasRead(next, {
			endsInNews: what.startsWith('news'),
			isEmpty: what === 'empty',
			isEnd,
			repeats: 0,
		});
	}
	return { asked, backlog: plan.backlog, audited: plan.audited, depth: plan.depth };
}

const done = { depth: 3, isComplete: true };

test.each<[string, Told, Partial<ReturnType<typeof read>>]>([
	[
		'a first reading goes down to the last page',
		{ pages: { 2: 'last' } },
		{ asked: [0, 1, 2], backlog: undefined, depth: 2 },
	],
	[
		'a first reading that a page ends goes on there, to the end',
		{ pages: { 1: 'fails' } },
		{ asked: [0, 1], backlog: { from: 1, isToEnd: true } },
	],
	[
		'a poll reads down to a page that ends in a known record, and then one page of the audit',
		{ known: { ...done, depth: 9 }, pages: { 0: 'news', 1: 'news' } },
		{ asked: [0, 1, 2], audited: [1], backlog: undefined },
	],
	[
		'where the newest page is known, the audit reads one page in a minute',
		{ known: done, pages: {} },
		{ asked: [0, 1], audited: [1] },
	],
	[
		'a poll an hour later reads all older pages, and looks for one below the last',
		{ known: done, pages: { 3: 'last' }, minutes: 60 },
		{ asked: [0, 1, 2, 3], audited: [1, 2, 3], depth: 3 },
	],
	[
		'where the last page is not the last any more, the depth grows',
		{ known: done, pages: { 4: 'last' }, minutes: 60 },
		{ asked: [0, 1, 2, 3, 4], depth: 4 },
	],
	[
		'the backlog begins with the page above it, and ends with a page that is known',
		{ known: { ...done, backlog: { from: 3, isToEnd: false } }, pages: { 2: 'news', 3: 'news' } },
		{ asked: [0, 2, 3, 4, 1], backlog: undefined },
	],
	[
		'the backlog stays where its page fails',
		{ known: { ...done, backlog: { from: 3, isToEnd: false } }, pages: { 2: 'news', 3: 'fails' } },
		{ asked: [0, 2, 3], backlog: { from: 3, isToEnd: false } },
	],
	[
		'a page that fails in the audit keeps its turn until that was reported',
		{ known: done, pages: { 1: 'fails', 3: 'last' }, minutes: 60 },
		{ asked: [0, 1, 2, 3], audited: [2, 3] },
	],
	[
		'once it was reported, a failing page comes last, and has had its turn',
		{
			known: done,
			pages: { 1: 'fails', 3: 'last' },
			minutes: 60,
			isFailureSaid: true,
			failing: [1],
		},
		{ asked: [0, 2, 3, 1], audited: [2, 3, 1] },
	],
	[
		'once it was reported, news below a failing page are read, and those below two of them are not',
		{ known: done, pages: { 0: 'news', 2: 'news' }, isFailureSaid: true, failing: [1, 3, 4] },
		{ asked: [0, 2, 1], backlog: undefined },
	],
	[
		'until it was reported, news below a failing page wait',
		{ known: done, pages: { 0: 'news', 1: 'fails', 2: 'news' }, failing: [1] },
		{ asked: [0, 1], backlog: { from: 1, isToEnd: false } },
	],
	[
		'a poll that skips the audit reads only the newest page',
		{ known: done, pages: {}, minutes: 60, skipsAudit: true },
		{ asked: [0], audited: [] },
	],
	[
		'but for a failing page that the last poll did not reach',
		{ known: done, pages: {}, minutes: 60, skipsAudit: true, failing: [2] },
		{ asked: [0, 2], audited: [2] },
	],
])('%s', (_what, told, expected) => {
	expect(read(told)).toMatchObject(expected);
});

test('a poll reads a hundred pages at most', () => {
	expect(read({ pages: {} })).toMatchObject({ backlog: { from: 100, isToEnd: true } });
});
