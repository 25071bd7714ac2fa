// Which requests bring the comments of posts, and what is known of them then.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cursor } from '../../../nodes/FeedbackTrigger/cursor';
import { events, type Watched } from '../../../nodes/FeedbackTrigger/events';
import { lookedInto } from '../../../nodes/FeedbackTrigger/events/comments';
import { ids, keepingOf } from '../../../nodes/FeedbackTrigger/keeping';
import { Looks } from '../../../nodes/FeedbackTrigger/looks';
import { Reading } from '../../../nodes/FeedbackTrigger/reading';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import type { FeedbackClient } from '../../../nodes/shared/client/client';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { type Path, pathOf } from '../../../nodes/shared/client/path';
import { commentList } from '../../../nodes/shared/service/comments';
import type { Page } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import type { DataRecord } from '../../../nodes/shared/service/records';
import { noChance } from './elapsing.mts';

beforeEach(noChance);
afterEach(() => vi.restoreAllMocks());

const event = events.find(({ option }) => option.value === 'newComment')!;
const settings = { filters: {}, collection: () => ({}), value: () => undefined };
const watched: Watched = {
	...{ event, rule: event.rule(settings), filters: {}, query: {} },
	...{ scope: '', source: '', account: '' },
};

/** Comments of these numbers; the time of each is its number, unless it has none. */
const comments = (numbers: readonly number[], at?: (number: number) => unknown): DataRecord[] =>
	numbers.map((number) => {
		const created = at ? at(number) : `2026-01-01 00:00:00.${String(number).padStart(9, '0')}`;
		return { comment_id: number, ...(created !== undefined && { created }) };
	});
const down = (from: number, to: number) =>
	Array.from({ length: from - to + 1 }, (_, n) => from - n);

interface Post {
	id: number;
	/** How many comments it says that it has. */
	total: number;
	/** How many it had when it was last seen, and whether all of them are remembered. */
	before?: number;
	isWhole?: boolean;
	/** Its pages of comments; behind them come empty ones. An error is thrown. */
	pages?: ReadonlyArray<DataRecord[] | Error>;
	hasMore?: boolean;
}

interface Case {
	/** Those on the page that was read. */
	posts?: readonly Post[];
	/** Those that former polls have left, each as it is asked for now; an error is thrown. */
	left?: ReadonlyArray<Post | { id: number; error: Error }>;
	/** The comments that are remembered. */
	known?: readonly number[];
}

const printOf = ({ before, isWhole }: Post) =>
	before === undefined ? [] : [lookedInto(before.toString(36), isWhole === true)];

const recordOf = ({ id, total }: Post) => ({
	feedback_id: id,
	total_comments: total,
	created: '2026-01-01 00:00:00',
	updated: '2026-01-02 00:00:00',
});

function begun({ posts = [], left = [], known = [] }: Case) {
	const all = [...posts, ...left.flatMap((one) => ('error' in one ? [] : one))];
	const things = all.flatMap((post) =>
		printOf(post).map((print) => ({ id: String(post.id), print, at: '2026-01-01 00:00:00' })),
	);
	const cursor: Cursor = {
		...{ scope: '', account: '', owed: [], depth: 0 },
		seen: Seen.none(keepingOf(watched.rule)).with(things),
		comments: Seen.none(ids).with(known.map((id) => ({ id: String(id), print: '', at: '' }))),
		looks: left.map(({ id }) => String(id)),
	};
	const asked: string[] = [];
	const feedback = {
		async page(list: unknown, number: number, query: unknown, { path }: { path: Path }) {
			expect(list).toBe(commentList);
			expect(query).toEqual({ per_page: 100 });
			const [id] = /\d+/.exec(path.text.slice(3))!;
			asked.push(`${id}:${number}`);
			const post = all.find((one) => String(one.id) === id)!;
			const records = post.pages?.[number] ?? [];
			if (records instanceof Error) throw records;
			return { records, hasMore: post.hasMore } as Page;
		},
		async get(path: Path) {
			const [id] = /\d+/.exec(path.text.slice(3))!;
			asked.push(id);
			const post = left.find((one) => String(one.id) === id)!;
			if ('error' in post) throw post.error;
			return recordOf(post);
		},
	} as unknown as FeedbackClient;
	const reading = new Reading(watched, cursor);
	reading.add(0, { records: posts.map(recordOf), hasMore: false, raw: '' });
	expect(reading.pages.size).toBe(1);
	return { asked, looks: new Looks(feedback, reading) };
}

/** All that is asked for, one after the other, and what is known then. */
async function lookedAt(given: Case) {
	const { asked, looks } = begun(given);
	const thrown: unknown[] = [];
	for (let send = looks.next(); send; send = looks.next()) {
		await send().catch((error: unknown) => thrown.push(error));
	}
	const done = looks.done.map(({ post, isWhole, isEnough, comments: found }) => ({
		id: post.id,
		...{ isWhole, isEnough, found: found.length },
	}));
	return { asked, done, thrown, isLeft: looks.isLeft, settled: [...looks.settled], looks };
}

const of = (post: Omit<Post, 'id'>): Post => ({ id: 7, ...post });

describe('how far a post is read', () => {
	test.each<
		[string, Post, readonly number[], { asked: number; isWhole: boolean; isEnough?: boolean }]
	>([
		[
			'to the page that says it is the last',
			of({ total: 9, pages: [comments([3, 2])], hasMore: false }),
			[],
			{ asked: 1, isWhole: true },
		],
		[
			'until as many are met as there are',
			of({ total: 3, pages: [comments([1, 2, 3])] }),
			[],
			{ asked: 1, isWhole: true },
		],
		[
			'until a page is empty, where there are fewer than it says',
			of({ total: 9, pages: [comments([3, 2]), comments([1])] }),
			[],
			{ asked: 3, isWhole: true },
		],
		[
			'beyond an empty page that says there is more',
			of({ total: 4, pages: [comments([4, 3]), [], comments([2, 1])], hasMore: true }),
			[],
			{ asked: 3, isWhole: true },
		],
		[
			'beyond a page that comes twice, as page 0 may, and not beyond one that comes three times',
			of({ total: 9, pages: [0, 0, 0, 0].map(() => comments([2, 1])) }),
			[],
			{ asked: 3, isWhole: true },
		],
		[
			'beyond pages that repeat, where another one came in between',
			of({
				total: 9,
				pages: [
					[4, 3],
					[4, 3],
					[2, 1],
					[2, 1],
					[2, 1],
				].map((numbers) => comments(numbers)),
			}),
			[],
			{ asked: 5, isWhole: true },
		],
		[
			'newest first, down to a page that is known, if all that were there before are',
			of({
				...{ total: 7, before: 5, isWhole: true },
				pages: [comments([7, 6]), comments([5, 4]), comments([3, 2, 1])],
			}),
			[1, 2, 3, 4, 5],
			{ asked: 2, isWhole: true },
		],
		[
			'newest first, beyond a known page, where more were added than were met',
			of({
				...{ total: 8, before: 5, isWhole: true },
				pages: [comments([7, 6]), comments([5, 4]), comments([3, 2, 1])],
			}),
			[1, 2, 3, 4, 5],
			{ asked: 4, isWhole: true },
		],
		[
			'newest first, to the end, where not all that were there before are remembered',
			of({
				...{ total: 7, before: 5 },
				pages: [comments([7, 6]), comments([5, 4]), comments([3, 2, 1])],
			}),
			[4, 5],
			{ asked: 3, isWhole: true },
		],
		[
			'in another order to the end',
			of({
				...{ total: 7, before: 5, isWhole: true },
				pages: [comments([6, 7]), comments([5, 4]), comments([3, 2, 1])],
			}),
			[1, 2, 3, 4, 5],
			{ asked: 3, isWhole: true },
		],
		[
			'to the end where one does not say when it was made',
			of({
				...{ total: 7, before: 5, isWhole: true },
				pages: [
					comments([7, 6], (number) => (number === 6 ? undefined : '2026-01-01')),
					comments([5, 4], () => '2025-01-01'),
					comments([3, 2, 1], () => '2024-01-01'),
				],
			}),
			[1, 2, 3, 4, 5],
			{ asked: 3, isWhole: true },
		],
		[
			'of one time, by their IDs downwards',
			of({
				...{ total: 12, before: 10, isWhole: true },
				pages: [
					[12, 11],
					[10, 9],
					[8, 7, 6, 5, 4, 3, 2, 1],
				].map((numbers) => comments(numbers, () => '2026-01-01 00:00:00')),
			}),
			down(10, 1),
			{ asked: 2, isWhole: true },
		],
		[
			'20 pages of one and no more, which is not enough in no order',
			of({ total: 30, before: 20, pages: down(25, 1).map((n) => comments([(n * 7) % 25])) }),
			[],
			{ asked: 20, isWhole: false, isEnough: false },
		],
		[
			'20 pages, which is enough newest first',
			of({ total: 30, before: 20, pages: down(30, 1).map((number) => comments([number])) }),
			[],
			{ asked: 20, isWhole: false, isEnough: true },
		],
		[
			'20 pages, which is enough where all others are remembered',
			of({
				...{ total: 30, before: 20, isWhole: true },
				pages: down(25, 1).map((n) => comments([(n * 7) % 25])),
			}),
			[],
			{ asked: 20, isWhole: false, isEnough: true },
		],
		[
			'20 pages, of a post that was never seen: all of it is new',
			of({ total: 30, pages: down(25, 1).map((n) => comments([(n * 7) % 25])) }),
			[],
			{ asked: 20, isWhole: false, isEnough: true },
		],
	])('%s', async (_what, post, known, { asked, isWhole, isEnough = true }) => {
		const looked = await lookedAt({ posts: [post], known });
		expect(looked.asked).toEqual(Array.from({ length: asked }, (_, page) => `7:${page}`));
		const pages = (post.pages as DataRecord[][]).slice(0, asked).flat();
		const found = new Set(pages.map(({ comment_id: id }) => id)).size;
		expect(looked.done).toEqual([{ id: '7', isWhole, isEnough, found }]);
		expect(looked).toMatchObject({ isLeft: false, settled: ['7'], thrown: [] });
	});

	test('what it finds bears its time, and records without an ID are passed over', async () => {
		const records = [...comments([5]), { comment: 'No ID' }, { comment_id: 6, created: 3 }];
		const { looks } = await lookedAt({ posts: [of({ total: 2, pages: [records] })] });
		expect(looks.done[0].comments).toEqual([
			{ id: '5', print: '', at: records[0].created, record: records[0] },
			{ id: '6', print: '', record: records[2] },
		]);
		expect(looks.done[0].post).toMatchObject({ id: '7', print: '2', record: { feedback_id: 7 } });
	});
});

describe('which posts', () => {
	test('none before anything is remembered', () => {
		const looks = new Looks({} as FeedbackClient, new Reading(watched, undefined));
		expect(looks.next()).toBeUndefined();
	});

	test('only those with other comments than before', async () => {
		const { asked, done, settled } = await lookedAt({
			posts: [
				{ id: 1, total: 3, before: 3 },
				{ id: 2, total: 0 },
				{ id: 3, total: 1, pages: [comments([9])] },
			],
		});
		expect(asked).toEqual(['3:0']);
		expect(done.map(({ id }) => id)).toEqual(['3']);
		expect(settled).toEqual(['3']);
	});

	test('each once, however often it is asked what comes next', async () => {
		const { looks } = begun({ posts: [of({ total: 1, pages: [comments([1])] })] });
		await looks.next()!();
		expect(looks.next()).toBeUndefined();
		expect(looks.next()).toBeUndefined();
		expect(looks.done).toHaveLength(1);
	});

	test('one to its end before the next, which is drawn by lot', async () => {
		// The first lot falls on the last of the three, the others on the first of those that are left.
		vi.spyOn(Math, 'random').mockReturnValueOnce(0.99).mockReturnValue(0);
		const posts = [1, 2, 3].map((id) => ({
			...{ id, total: 9 },
			pages: [comments([id * 10 + 1]), comments([id * 10])],
		}));
		const { asked } = await lookedAt({ posts });
		expect(asked).toEqual(['3:0', '3:1', '3:2', '1:0', '1:1', '1:2', '2:0', '2:1', '2:2']);
	});

	test('no others once 5,000 comments are held', async () => {
		const many = comments(down(5_000, 1));
		const posts = [
			{ id: 1, total: 4_999, pages: [many.slice(1)] },
			{ id: 2, total: 1, pages: [comments([6_000])] },
			{ id: 3, total: 1, pages: [comments([7_000])] },
		];
		const { asked, settled, isLeft } = await lookedAt({ posts });
		expect(asked).toEqual(['1:0', '2:0']);
		expect(settled).toEqual(['1', '2']);
		expect(isLeft).toBe(true);
	});
});

describe('what cannot be read', () => {
	const refused = failure('forbidden');

	test('is not asked for again, and left', async () => {
		const looked = await lookedAt({
			posts: [of({ total: 5, pages: [comments([5, 4]), refused, comments([3])] })],
		});
		expect(looked).toMatchObject({
			asked: ['7:0', '7:1'],
			...{ thrown: [refused], done: [], isLeft: true, settled: [] },
		});
	});

	test('is left while it is open', () => {
		const { looks } = begun({ posts: [of({ total: 1 })] });
		expect(looks.isLeft).toBe(false);
		expect(looks.next()).toBeDefined();
		expect(looks.isLeft).toBe(true);
		expect([...looks.settled]).toEqual([]);
	});
});

describe('what former polls have left', () => {
	test('is asked for by the ID of the post, and looked into', async () => {
		const left = { id: 5, total: 2, before: 1, pages: [comments([8, 9])] };
		const looked = await lookedAt({ left: [left] });
		expect(looked.asked).toEqual(['5', '5:0']);
		expect(looked.done).toEqual([{ id: '5', isWhole: true, isEnough: true, found: 2 }]);
		expect(looked.looks.done[0].post).toMatchObject({ id: '5', print: '2' });
	});

	test('is not asked for where it stands on a page', async () => {
		const post = { id: 5, total: 2, before: 1, pages: [comments([8, 9])] };
		expect((await lookedAt({ posts: [post], left: [post] })).asked).toEqual(['5:0']);
	});

	test.each<[string, NonNullable<Case['left']>[number], { settled: string[]; isLeft: boolean }]>([
		[
			'is given up where it is gone',
			{ id: 5, error: failure('notFound') },
			{ settled: ['5'], isLeft: false },
		],
		[
			'is kept where it is refused',
			{ id: 5, error: failure('forbidden') },
			{ settled: [], isLeft: true },
		],
		[
			'is settled where it has the comments it had',
			{ id: 5, total: 2, before: 2 },
			{ settled: ['5'], isLeft: false },
		],
	])('%s', async (_what, post, { settled, isLeft }) => {
		const looked = await lookedAt({ left: [post] });
		expect(looked).toMatchObject({ asked: ['5'], done: [], settled, isLeft });
		expect(looked.thrown).toHaveLength(isLeft ? 1 : 0);
	});
});

function failure(kind: 'forbidden' | 'notFound'): ServiceFailure {
	return new ServiceFailure(
		{ kind },
		{ method: 'GET', path: pathOf(postList), repeatable: true },
		1,
		0,
	);
}
