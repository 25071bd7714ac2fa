// Random histories of a workspace and of n8n, and what must hold in all of them. HISTORIES=20000 runs more of them, and
// SEED=... those of an earlier run.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ownTime } from '../own-time.mts';
import { ownChance } from './elapsing.mts';
import { type History, history, play as playWith, type Step } from './history.mts';

const HISTORIES = Number(process.env.HISTORIES ?? 400);

let clock: ReturnType<typeof ownTime>;
let chance: ReturnType<typeof ownChance>;

beforeAll(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
	clock = ownTime();
	chance = ownChance();
});
afterAll(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

describe('every history', () => {
	test(
		`loses nothing, repeats nothing, floods nothing (${HISTORIES} histories)`,
		{ timeout: 120_000 + HISTORIES * 200 },
		async () => {
			await fc.assert(
				fc.asyncProperty(history, async (told) => {
					await play(told);
				}),
				{ numRuns: HISTORIES, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
			);
		},
	);

	const aDayOff = { timeout: 240_000 };
	test(
		'comes out the same in every time zone, and with the clock of the machine two days off',
		aDayOff,
		async () => {
			const told = fc.sample(history, { numRuns: 60, seed: 5 });
			const zone = process.env.TZ;
			const outcomes: unknown[] = [];
			try {
				for (const TZ of ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']) {
					process.env.TZ = TZ;
					outcomes.push(await playAll(told));
				}
				const jump: Step = { do: 'clock', days: 2 };
				const jumping = told.map((one) => ({
					...one,
					steps: one.steps.flatMap((step) => [step, jump]),
				}));
				outcomes.push(await playAll(jumping));
			} finally {
				process.env.TZ = zone;
			}
			for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
		},
	);
});

async function play(told: History): Promise<unknown> {
	chance.restart();
	vi.clearAllMocks(); // Each call of a clock is written down, with all that hangs on it.
	return await playWith(told, clock);
}

async function playAll(told: readonly History[]): Promise<unknown[]> {
	const outcomes: unknown[] = [];
	for (const one of told) outcomes.push(await play(one));
	return outcomes;
}

describe('histories that went wrong once', () => {
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
					do: 'poll',
					during: [{ request: 2, change: { do: 'create', count: 1, sameSecond: false } }],
					quota: 1,
					msPerRequest: 0,
					overlapping: false,
				},
				{ do: 'create', count: 3, sameSecond: false },
				{
					do: 'poll',
					during: [],
					fault: { request: 2, how: 0 },
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'edit', at: 0 } }],
					quota: 0,
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'delete', at: 0 } }],
					msPerRequest: 20000,
					overlapping: false,
				},
				{ do: 'create', count: 1, sameSecond: false },
				{
					do: 'poll',
					during: [],
					fault: { request: 1, how: 0 },
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
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
					do: 'poll',
					during: [{ request: 1, change: { do: 'backdate', bySeconds: 1 } }],
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'edit', at: 0 } }],
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'create', count: 3, sameSecond: false } }],
					fault: { request: 1, how: 0 },
					quota: 6,
					msPerRequest: 0,
					overlapping: true,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'create', count: 4, sameSecond: false } }],
					quota: 0,
					msPerRequest: 0,
					overlapping: false,
				},
				{
					do: 'poll',
					during: [{ request: 1, change: { do: 'delete', at: 8 } }],
					fault: { request: 2, how: 0 },
					msPerRequest: 0,
					overlapping: false,
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
});
