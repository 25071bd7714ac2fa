// What a poll leaves to the next ones, and how far an unfinished baseline has come.
import { describe, expect, test } from 'vitest';
import type { Stretch } from '../../../nodes/FeedbackTrigger/cursor';
import { baselineNext, owedNext } from '../../../nodes/FeedbackTrigger/owed';
import type { ReadPage } from '../../../nodes/FeedbackTrigger/page';

/** `3-5`, `3-` to the end of the list, `3-5 again`. */
function stretch(text: string): Stretch {
	const [, from, to, again] = /^(\d+)-(\d*)( again)?$/.exec(text)!;
	return { from: Number(from), ...(to && { to: Number(to) }), ...(again && { again: true }) };
}
const written = ({ from, to, again }: Stretch) => `${from}-${to ?? ''}${again ? ' again' : ''}`;

interface Case {
	/** What was owed when the pages were read, by the memory of the poll, and what the pages do not settle. */
	before?: string[];
	/** What is owed by the memory as it is now; the same, unless another poll has been there. */
	now?: string[];
	/** The pages that were read, in their order, and those of them with news. */
	read?: number[];
	news?: number[];
}

function left({ before = [], now = before, read = [], news = [] }: Case): string[] {
	const owed = before.map(stretch);
	const pages = new Map(read.map((number) => [number, {} as ReadPage]));
	const reading = {
		cursor: { owed } as never,
		owed,
		pages,
		rests: (asked: readonly Stretch[] = owed) => [...asked],
	};
	return owedNext(reading, { owed: now.map(stretch) }, new Set(news)).map(written);
}

describe('what is left to the next poll', () => {
	test.each<[string, Case, string[]]>([
		['nothing', {}, []],
		['what was not read', { before: ['3-5'] }, ['3-5']],
		['what was not read, from the top down', { before: ['8-9', '3-5'] }, ['3-5', '8-9']],
		['what meets, as one', { before: ['6-9', '3-5'] }, ['3-9']],
		['what lies apart by a page, as two', { before: ['3-5', '7-9'] }, ['3-5', '7-9']],
		['what lies within another, with it', { before: ['3-9', '4-5'] }, ['3-9']],
		['what goes to the end, with what it meets', { before: ['3-5', '6-'] }, ['3-']],
		['what goes to the end swallows what comes after', { before: ['3-', '7-9', '20-21'] }, ['3-']],
		['what is looked at once more, apart', { before: ['3-5 again', '4-6'] }, ['4-6', '3-5 again']],
		['what another poll has settled is settled', { before: ['3-5', '8-9'], now: ['8-9'] }, ['8-9']],
		['the same pages to another end are not the same', { before: ['3-5'], now: ['3-4'] }, ['3-4']],
		['the same end from another page is not the same', { before: ['3-5'], now: ['4-5'] }, ['4-5']],
		['what another poll has left since', { before: ['3-5'], now: ['3-5', '8-9'] }, ['3-5', '8-9']],
		[
			'what another poll has left since, a page further for each page of news',
			{ now: ['8-9'], read: [0], news: [0] },
			['8-10'],
		],
		['to the end stays to the end', { now: ['8-'], read: [0], news: [0] }, ['8-']],
	])('%s', (_what, given, expected) => expect(left(given)).toEqual(expected));

	test('as one from where there would be too many', () => {
		const apart = Array.from({ length: 12 }, (_, n) => `${10 * n}-${10 * n + 1}`);
		expect(left({ before: apart })).toEqual([...apart.slice(0, 7), '70-111']);
		expect(left({ before: [...apart, '200-'] })).toEqual([...apart.slice(0, 7), '70-']);
		expect(left({ before: apart.slice(0, 8) })).toEqual(apart.slice(0, 8));
	});

	test.each<[string, number[], number[], string[]]>([
		['no news', [0, 1, 2], [], []],
		['news on the first page alone', [0, 1, 2], [0], []],
		['news on the second', [0, 1, 2], [1], ['0-2 again']],
		['news on several: down to the last of them', [0, 1, 2, 3], [1, 2], ['0-3 again']],
		['read from the bottom up', [2, 1, 0], [2, 1], ['0-3 again']],
		['two runs, each for itself', [0, 1, 6, 7, 8], [1, 8], ['0-2 again', '6-9 again']],
		['a run that begins with news', [0, 6, 7], [6], []],
		['ten pages and more, by their numbers', [0, 9, 10, 11], [10], ['9-11 again']],
	])('a second look after %s', (_what, read, news, expected) =>
		expect(left({ read, news })).toEqual(expected),
	);
});

describe('how far a baseline has come', () => {
	const OPEN = [{ from: 3 }];
	const CLOSED = [{ from: 3, to: 5 }];
	test.each<
		[string, { before?: string } | undefined, Stretch[], boolean, string, string | undefined]
	>([
		['begun', undefined, OPEN, true, '2024-05', '2024-05'],
		['begun and done', undefined, CLOSED, true, '2024-05', undefined],
		['begun and done, with nothing owed', undefined, [], true, '2024-05', undefined],
		['begun, of a list without order', undefined, OPEN, false, '2024-05', ''],
		['of a list whose order is lost', { before: '2024-05' }, OPEN, false, '2024-03', ''],
		['of a list that had no order before', { before: '' }, OPEN, true, '2024-05', ''],
		['further', { before: '2024-05' }, OPEN, true, '2024-03', '2024-03'],
		['no further', { before: '2024-03' }, OPEN, true, '2024-05', '2024-03'],
		['no further, with nothing read', { before: '2024-03' }, OPEN, true, '', '2024-03'],
		['done', { before: '2024-05' }, CLOSED, true, '2024-03', undefined],
		['done long ago', {}, OPEN, true, '2024-05', undefined],
	])('%s', (_what, known, owed, isOrdered, downTo, expected) => {
		const memory = known && { baseline: known.before };
		expect(baselineNext({ isOrdered, downTo }, memory, owed)).toBe(expected);
	});
});
