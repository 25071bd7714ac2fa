// When which stretch of a list is looked through for what appeared there with an old date.
import { afterEach, expect, test, vi } from 'vitest';
import { sweepDue } from '../../../nodes/FeedbackTrigger/sweep';

afterEach(() => vi.restoreAllMocks());

/** In which of so many polls of a list something is looked through, and what. */
function sweeps(
	registration: object,
	list: string,
	{ depth, polls }: { depth: number; polls: number },
) {
	return Array.from({ length: polls }, (_, poll) =>
		sweepDue(registration, list, depth).map(({ from, to }) => `${poll + 1}: ${from}-${to}`),
	).flat();
}

test.each<[string, number, number, string[]]>([
	[
		'every 20th poll, 20 pages further each time, and from the top again',
		0,
		41,
		['20: 1-20', '40: 21-40', '60: 41-60', '80: 1-20'],
	],
	['a list of 20 pages in one', 0, 20, ['20: 1-20', '40: 1-20', '60: 1-20', '80: 1-20']],
	['the first page alone is never looked through twice', 0, 0, []],
	[
		'where it begins, and when, is drawn by lot',
		0.5,
		41,
		['10: 21-40', '30: 41-60', '50: 1-20', '70: 21-40'],
	],
	[
		'at the latest with the last page',
		0.99,
		41,
		['1: 41-60', '21: 1-20', '41: 21-40', '61: 41-60'],
	],
])('%s', (_what, lot, depth, expected) => {
	vi.spyOn(Math, 'random').mockReturnValue(lot);
	expect(sweeps({}, 'posts', { depth, polls: 80 })).toEqual(expected);
});

test('each list of each registration by itself', () => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
	const [one, other] = [{}, {}];
	expect(sweeps(one, 'posts', { depth: 5, polls: 19 })).toEqual([]);
	expect(sweeps(one, 'updates', { depth: 5, polls: 19 })).toEqual([]);
	expect(sweeps(other, 'posts', { depth: 5, polls: 19 })).toEqual([]);
	expect(sweeps(one, 'posts', { depth: 5, polls: 1 })).toEqual(['1: 1-20']);
});

test('a list that has become shorter or longer is looked through as it is now', () => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
	const registration = {};
	expect(sweeps(registration, 'posts', { depth: 60, polls: 20 })).toEqual(['20: 1-20']);
	expect(sweeps(registration, 'posts', { depth: 10, polls: 20 })).toEqual(['20: 1-20']);
	expect(sweeps(registration, 'posts', { depth: 60, polls: 20 })).toEqual(['20: 41-60']);
	expect(sweeps(registration, 'posts', { depth: 0, polls: 20 })).toEqual([]);
	expect(sweeps(registration, 'posts', { depth: 60, polls: 20 })).toEqual(['20: 1-20']);
});
