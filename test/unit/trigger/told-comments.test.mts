// Which of the comments of a post are told, and what is remembered of them and of their post.
import { describe, expect, test } from 'vitest';
import { commentsOf, toNews } from '../../../nodes/FeedbackTrigger/comments';
import { type Cursor, MOST_LOOKS } from '../../../nodes/FeedbackTrigger/cursor';
import { ids } from '../../../nodes/FeedbackTrigger/keeping';
import type { FoundComment, Look, Looks } from '../../../nodes/FeedbackTrigger/looks';
import type { News } from '../../../nodes/FeedbackTrigger/news';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import { comment as commentKind } from '../../../nodes/shared/service/comments';

/** Comments of these numbers, each made a second after the one before it; of some it is said what they answer to. */
const comments = (
	numbers: readonly number[],
	parents: Record<number, unknown> = {},
): FoundComment[] =>
	numbers.map((number) => ({
		...{ id: String(number), print: '', at: `2026-01-01 00:00:0${number}` },
		record: { comment_id: number, ...(number in parents && { parent: parents[number] }) },
	}));

interface Case {
	/** What the post was last seen with: `2` comments, `2_` where they are all remembered. */
	before?: string;
	/** What it says now. */
	print: string;
	found: readonly number[];
	parents?: Record<number, unknown>;
	/** The comments that are remembered; none ever were where it is not said. */
	known?: readonly number[];
	isWhole?: boolean;
	isEnough?: boolean;
	withReplies?: boolean;
}

function told(given: Case) {
	const { before, print, found, parents, known, isWhole = true, isEnough = true } = given;
	const record = { feedback_id: 7, title: 'Dark mode' };
	const post: News = { id: '7', print, record, ...(before !== undefined && { before }) };
	const look: Look = { post, comments: comments(found, parents), isWhole, isEnough };
	const looks = { done: [look], settled: new Set(['7']) } as unknown as Looks;
	const { withReplies = true } = given;
	const cursor: Cursor = {
		...{ scope: '', account: '', owed: [], depth: 0, seen: Seen.none(ids) },
		...(known && { comments: Seen.none(ids).with(comments(known)) }),
	};
	const result = commentsOf([post], looks, cursor, { withReplies });
	const numbers = (things: ReadonlyArray<{ id: string }>) => things.map(({ id }) => Number(id));
	return {
		told: numbers(result.news),
		delivered: numbers(result.comments!.delivered),
		remembered: numbers(result.comments!.remembered),
		posts: {
			delivered: result.delivered.map((one) => one.print),
			remembered: result.remembered.map((one) => one.print),
		},
		looks: result.looks,
	};
}

describe('of the comments of a post', () => {
	test.each<[string, Case, { told: number[]; remembered: number[] }]>([
		[
			'all are new where it was never seen',
			{ print: '2', found: [2, 1] },
			{ told: [1, 2], remembered: [] },
		],
		[
			'those are new that are not remembered, where the others are',
			{ before: '2_', print: '4', found: [4, 3, 2, 1], known: [1, 2] },
			{ told: [3, 4], remembered: [] },
		],
		[
			'the same where there are not more than before, since some are gone',
			{ before: '4_', print: '2', found: [5, 1], known: [1, 2, 3, 4] },
			{ told: [5], remembered: [] },
		],
		[
			'the newest are new, as many as were added, where not all others are remembered',
			{ before: '2', print: '4', found: [1, 2, 3, 4] },
			{ told: [3, 4], remembered: [1, 2] },
		],
		[
			'more where more were found than it says',
			{ before: '2', print: '3', found: [1, 2, 3, 4] },
			{ told: [3, 4], remembered: [1, 2] },
		],
		[
			'none where there are fewer than before',
			{ before: '5', print: '4', found: [1, 2, 3, 4] },
			{ told: [], remembered: [1, 2, 3, 4] },
		],
		[
			'no more than were found',
			{ before: '1', print: '9', found: [1, 2] },
			{ told: [1, 2], remembered: [] },
		],
		[
			'as many as were added of one that was not read to its end, whose others are not remembered',
			{ before: '2', print: '3', found: [9, 8, 7], isWhole: false },
			{ told: [9], remembered: [] },
		],
		[
			'none where it is not known which are the newest',
			{ before: '2', print: '4', found: [1, 2, 3], isWhole: false, isEnough: false },
			{ told: [], remembered: [] },
		],
	])('%s', (_what, given, { told: expected, remembered }) => {
		const result = told(given);
		expect(result).toMatchObject({ told: expected, delivered: expected, remembered, looks: [] });
		const print = given.isWhole === false ? given.print : `${given.print}_`;
		expect(result.posts).toEqual(
			expected.length > 0
				? { delivered: [print], remembered: [] }
				: { delivered: [], remembered: [print] },
		);
	});

	test.each<[unknown, boolean]>([
		[undefined, false],
		['', false],
		[0, false],
		['0', false],
		[null, false],
		[3, true],
		['3', true],
		['c-3', true],
	])('one whose parent is %j is a reply: %s', (parent, isReply) => {
		const given = { print: '2', found: [1, 2], parents: { 2: parent } };
		expect(told({ ...given, withReplies: false })).toMatchObject({
			told: isReply ? [1] : [1, 2],
			remembered: isReply ? [2] : [],
		});
		expect(told(given)).toMatchObject({ told: [1, 2], remembered: [] });
	});

	test('replies that are left out are remembered beside those that were there', () => {
		const given = { before: '1', print: '4', found: [1, 2, 3, 4], parents: { 1: 9, 3: 2 } };
		expect(told({ ...given, withReplies: false })).toMatchObject({
			told: [2, 4],
			delivered: [2, 4],
			remembered: [3, 1],
		});
	});

	test('those are not new that may have been forgotten', () => {
		const post: News = { id: '7', print: '2', record: {} };
		const seen = {
			printOf: () => undefined,
			mayHaveForgotten: ({ id }: FoundComment) => id === '1',
		};
		const looks = {
			done: [{ post, comments: comments([1, 2]), isWhole: true, isEnough: true }],
			settled: new Set<string>(),
		} as unknown as Looks;
		const cursor = { comments: seen } as unknown as Cursor;
		const { news } = commentsOf([post], looks, cursor, { withReplies: true });
		expect(news.map(({ id }) => id)).toEqual(['2']);
	});
});

describe('posts that are left to be looked into', () => {
	const post = (id: number): News => ({ id: String(id), print: '1', record: {} });
	const left = (
		posts: readonly number[],
		owed?: readonly string[],
		settled: readonly string[] = [],
	) =>
		commentsOf(
			posts.map(post),
			{ done: [], settled: new Set(settled) } as unknown as Looks,
			{ ...(owed && { looks: owed }) } as Cursor,
			{ withReplies: true },
		);

	test('are those that were not, after those that former polls have left, each once', () => {
		expect(left([1, 2]).looks).toEqual(['1', '2']);
		expect(left([1, 2], ['9', '2']).looks).toEqual(['9', '2', '1']);
		expect(left([1], ['9', '8'], ['9']).looks).toEqual(['8', '1']);
	});

	test('are not told or remembered', () => {
		expect(left([1, 2])).toMatchObject({
			...{ news: [], remembered: [], delivered: [] },
			comments: { remembered: [], delivered: [] },
		});
	});

	test('are so many and no more', () => {
		const many = Array.from({ length: MOST_LOOKS + 5 }, (_, id) => id);
		expect(left(many).looks).toEqual(many.slice(0, MOST_LOOKS).map(String));
	});
});

test('a comment as it is told bears the ID and the title of its post, and its own time', () => {
	const post: News = { id: '7', print: '1', record: { feedback_id: 'seven', title: 'Dark mode' } };
	const record = { comment_id: 3, comment: 'Yes' };
	const news = {
		...{ id: '3', print: '', kind: commentKind },
		record: { feedback_id: 'seven', ...record },
		beside: { postTitle: 'Dark mode' },
	};
	expect(toNews({ id: '3', print: 'x', record }, post)).toEqual(news);
	const at = '2026-01-01 00:00:00';
	expect(toNews({ id: '3', print: '', at, record }, post)).toEqual({ ...news, at });
});
