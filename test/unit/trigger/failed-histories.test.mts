// Histories that the model test once found, as fast-check shrank them.
import { describe, test } from 'vitest';
import { time } from '../own-time.mts';
import type { History, Step } from './history.mts';
import { play as playWith } from './playing.mts';
import { ownTimeAndChanceInEachTest } from './watching.mts';

ownTimeAndChanceInEachTest();

const play = async (told: History) => await playWith(told, time);

describe('histories that failed once', () => {
	const usual: History = {
		perPage: 2,
		pageBase: 0,
		hasMore: false,
		itemsAsArray: false,
		numericIds: false,
		ids: 'short',
		before: 0,
		watched: [],
		durable: false,
		comments: 'newest first',
		redeliver: false,
		steps: [],
	};
	const idle: Step = { do: 'poll', during: [], msPerRequest: 0, overlapping: false };
	const slow: Step = { ...idle, msPerRequest: 20_000 };

	test('a post that came and went while the baseline was read was expected when it showed again', async () => {
		await play({
			...usual,
			before: 2,
			steps: [
				{ do: 'filter' },
				{
					...idle,
					during: [
						{ request: 1, change: { do: 'create', count: 3, sameSecond: false } },
						{ request: 4, change: { do: 'delete', at: 0 } },
					],
					fault: { request: 4, how: 0 },
				},
				{
					...idle,
					during: [
						{ request: 1, change: { do: 'create', count: 4, sameSecond: false } },
						{ request: 2, change: { do: 'hide', at: 22 } },
						{ request: 3, change: { do: 'create', count: 6, sameSecond: false } },
					],
				},
				{ do: 'create', count: 7, sameSecond: false },
				{ do: 'show', at: 27 },
			],
		});
	});

	test('a page of news inserted where page 0 and page 1 are the same looked like the end', async () => {
		await play({
			...usual,
			perPage: 3,
			pageBase: 1,
			steps: [
				{ do: 'create', count: 1, sameSecond: false },
				{
					...idle,
					during: [{ request: 1, change: { do: 'create', count: 3, sameSecond: false } }],
					fault: { request: 1, how: 0 },
				},
				{
					...idle,
					during: [{ request: 4, change: { do: 'create', count: 3, sameSecond: false } }],
					overlapping: true,
				},
			],
		});
	});

	test('a backlog that began on the page that repeats page 0 was taken for read', async () => {
		const create: Step = { do: 'create', count: 3, sameSecond: false };
		await play({ ...usual, pageBase: 1, steps: [idle, create, slow] });
	});

	test('of an unfinished baseline, what stood on two pages was delivered after a deletion', async () => {
		await play({ ...usual, pageBase: 1, before: 3, steps: [slow, { do: 'delete', at: 13 }] });
	});

	test('of an unfinished baseline, what news pushed down while it was read was delivered', async () => {
		await play({
			...usual,
			steps: [
				{ do: 'create', count: 8, sameSecond: true },
				slow,
				{
					...slow,
					during: [{ request: 2, change: { do: 'create', count: 1, sameSecond: false } }],
				},
				{ do: 'delete', at: 1 },
				{
					...idle,
					during: [{ request: 4, change: { do: 'create', count: 3, sameSecond: false } }],
				},
			],
		});
	});

	test('a change was taken for a part of an unfinished baseline when the list lost its order', async () => {
		const two: Step = { ...idle, msPerRequest: 2_000 };
		await play({
			...usual,
			before: 10,
			watched: ['changes'],
			steps: [
				{
					...two,
					during: [
						{ request: 1, change: { do: 'delete', at: 0 } },
						{ request: 1, change: { do: 'create', count: 1, sameSecond: false } },
					],
				},
				{ do: 'hide', at: 16 },
				{ ...two, overlapping: true },
				{ do: 'shuffle' },
				{ do: 'show', at: 6 },
				{ do: 'backdate', bySeconds: 1 },
			],
		});
	});

	test('two pages of news, each inserted between two requests, looked like the end', async () => {
		const create = { do: 'create', count: 4, sameSecond: false } as const;
		await play({
			...usual,
			perPage: 4,
			pageBase: 1,
			steps: [
				{ ...create, count: 5 },
				{
					...idle,
					during: [
						{ request: 4, change: create },
						{ request: 3, change: create },
					],
				},
				{ do: 'backdate', bySeconds: 1 },
			],
		});
	});

	test('two bursts of two pages, inserted into a first reading, looked like the end of the list', async () => {
		const burst = { do: 'create', count: 6, sameSecond: false } as const;
		await play({
			...usual,
			perPage: 3,
			steps: [
				{ ...burst, count: 7 },
				{
					...idle,
					during: [
						{ request: 5, change: burst },
						{ request: 3, change: burst },
					],
				},
				{ do: 'watch', what: 'changes' },
			],
		});
	});

	test('a second look that was owed to one poll was settled by another that had read before', async () => {
		await play({
			...usual,
			steps: [
				idle,
				{ do: 'create', count: 5, sameSecond: false },
				{
					...idle,
					during: [{ request: 5, change: { do: 'delete', at: 1 } }],
					overlapping: true,
				},
			],
		});
	});

	test('what one poll owed was not pushed down by the news that another one met further down', async () => {
		await play({
			...usual,
			watched: ['changes'],
			steps: [
				{
					...idle,
					during: [{ request: 2, change: { do: 'create', count: 1, sameSecond: false } }],
					quota: 1,
				},
				{ do: 'create', count: 3, sameSecond: false },
				{
					...idle,
					fault: { request: 2, how: 0 },
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'edit', at: 0 } }],
					quota: 0,
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'delete', at: 0 } }],
					msPerRequest: 20000,
				},
				{ do: 'create', count: 1, sameSecond: false },
				{
					...idle,
					fault: { request: 1, how: 0 },
				},
				{
					...idle,
					during: [
						{ request: 1, change: { do: 'create', count: 1, sameSecond: false } },
						{ request: 1, change: { do: 'create', count: 8, sameSecond: false } },
					],
					fault: { request: 2, how: 4 },
					msPerRequest: 2000,
					overlapping: true,
				},
			],
		});
	});

	test('what two polls in a row left was a page too short where page 1 is page 0 again', async () => {
		await play({
			...usual,
			pageBase: 1,
			watched: ['changes'],
			steps: [
				{
					...idle,
					during: [{ request: 1, change: { do: 'backdate', bySeconds: 1 } }],
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'edit', at: 0 } }],
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'create', count: 3, sameSecond: false } }],
					fault: { request: 1, how: 0 },
					quota: 6,
					overlapping: true,
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'create', count: 4, sameSecond: false } }],
					quota: 0,
				},
				{
					...idle,
					during: [{ request: 1, change: { do: 'delete', at: 8 } }],
					fault: { request: 2, how: 0 },
				},
			],
		});
	});

	test('of two polls at once, one told as a change back what it had read before the other one', async () => {
		await play({
			...usual,
			watched: ['votes'],
			steps: [
				{
					...idle,
					during: [
						{ request: 1, change: { do: 'create', count: 1, sameSecond: false } },
						{ request: 1, change: { do: 'comment', at: 0, count: 1 } },
					],
					fault: { request: 1, how: 1 },
				},
				{
					...idle,
					during: [
						{ request: 3, change: { do: 'vote', at: 0, by: 1 } },
						{ request: 1, change: { do: 'comment', at: 0, count: 1 } },
					],
					fault: { request: 1, how: 1 },
					overlapping: true,
				},
			],
		});
	});

	test('a new post below a page of posts edited in unwatched fields is left to the audit', async () => {
		await play({
			...usual,
			before: 3,
			watched: ['votes'],
			steps: [
				idle,
				{ do: 'create', count: 1, sameSecond: false },
				{ do: 'edit', at: 0 },
				{ do: 'edit', at: 1 },
				idle,
				idle,
				idle,
			],
		});
	});
});
