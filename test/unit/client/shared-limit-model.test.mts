// Processes that know nothing of each other and share one limit, as a model: each with a client, a rate limiter and a clock of
// its own, over a service that counts as /v2 does.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeedbackClient } from '../../../nodes/shared/client/client';
import { type RateLimit, RateLimiter, V2_LIMIT } from '../../../nodes/shared/client/rate-limiter';
import { path } from '../../../nodes/shared/client/path';
import { PATIENT } from '../../../nodes/shared/client/retry';
import type { Clock } from '../../../nodes/shared/client/transport';
import { group } from '../../../nodes/shared/service/groups';
import { VirtualClock } from '../virtual-clock.mts';

const { requests: REQUESTS, windowMs: WINDOW_MS } = V2_LIMIT;
const CONCURRENCY = 8;

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

/** Admits 300 requests in any 60 seconds, and answers all others in how many whole seconds one will be free. */
class Service {
	constructor(readonly limit = V2_LIMIT) {}
	readonly clock = new VirtualClock();
	readonly #begun = this.clock.now();
	readonly #admitted: Array<{ at: number; who: string }> = [];
	#refused = 0;

	/** @returns the seconds of Retry-After when it is refused */
	admit(who: string): number | undefined {
		const at = this.clock.now() - this.#begun;
		const inside = this.#admitted.filter((one) => one.at > at - this.limit.windowMs);
		if (inside.length < this.limit.requests) {
			this.#admitted.push({ at, who });
			return undefined;
		}
		if (who !== FOREIGN) this.#refused++;
		return Math.max(1, Math.ceil((inside[0].at + this.limit.windowMs - at) / 1000));
	}

	get refusedPer100(): number {
		return (this.#refused / this.of(() => true).length) * 100;
	}

	/** How long it took by how long they must take: 300 at once, and 300 more with each minute. */
	get timesLeast(): number {
		const all = this.#admitted;
		const { requests, windowMs } = this.limit;
		return all.at(-1)!.at / ((Math.ceil(all.length / requests) - 1) * windowMs);
	}

	of(isMeant: (who: string, minute: number) => boolean): string[] {
		return this.#admitted
			.map(({ who, at }) => ({ who, minute: Math.floor(at / WINDOW_MS) }))
			.filter(({ who, minute }) => who !== FOREIGN && isMeant(who, minute))
			.map(({ who }) => who);
	}
}

const FOREIGN = 'a foreign tool';

interface Process {
	creates: number;
	/** That share them and run in parallel, with 8 items at a time each. */
	executions?: number;
	/** When executions come that have this many creates each, instead of those that share them. */
	comeAfterMs?: readonly number[];
	startsAfterMs?: number;
	killedAfterMs?: number;
	latencyMs?: number;
	/** Its clock is apart by so much, and goes wrong by this share. */
	apartMs?: number;
	drift?: number;
}

interface Outcome {
	service: Service;
	/** Creates that failed, but for those of a process that was killed. */
	failed: string[];
}

/** Runs processes until all is done; a foreign tool takes its part meanwhile. */
async function together(
	processes: readonly Process[],
	{
		seed = 1,
		foreign,
		limit,
	}: { seed?: number; foreign?: (service: Service) => Promise<void>; limit?: RateLimit } = {},
): Promise<Outcome> {
	const service = new Service(limit);
	const random = randomFrom(seed);
	const failed: string[] = [];
	const running = processes.map(async (one, index) => {
		failed.push(...(await runOne(service, `process ${index}`, one, random)));
	});
	await Promise.all([...running, foreign?.(service)]);
	return { service, failed };
}

async function runOne(
	service: Service,
	who: string,
	{ creates, executions = 5, comeAfterMs, startsAfterMs = 0, killedAfterMs, ...kind }: Process,
	random: () => number,
): Promise<string[]> {
	const { latencyMs = 50, apartMs = 0, drift = 0 } = kind;
	const { sleep } = service.clock;
	const clock: Clock = { sleep, now: () => service.clock.now() * (1 + drift) + apartMs };
	const rateLimiter = new RateLimiter(clock, V2_LIMIT);
	const killed = new AbortController();
	const failed: string[] = [];
	await sleep(startsAfterMs);
	if (killedAfterMs !== undefined) void sleep(killedAfterMs).then(() => killed.abort());
	const execution = async (left: number[]) => {
		const client = new FeedbackClient({
			baseUrl: 'https://feedback.example',
			clock,
			random,
			patience: PATIENT,
			rateLimiter: () => rateLimiter,
			apiKey: '',
			signal: killed.signal,
			async transport() {
				const wayMs = latencyMs * random();
				await sleep(wayMs);
				const seconds = service.admit(who);
				await sleep(latencyMs - wayMs);
				return seconds === undefined ? CREATED : refused(seconds);
			},
		});
		const item = async () => {
			for (let n = left.shift(); n !== undefined && !killed.signal.aborted; n = left.shift()) {
				const making = client.post(path`/v2/groups`, group, { body: { id: `${who}, ${n}` } });
				await making.catch((error: Error) => failed.push(error.message));
			}
		};
		await Promise.all(Array.from({ length: CONCURRENCY }, item));
	};
	const list = () => Array.from({ length: creates }, (_, n) => n);
	const shared = list();
	const ownLists = comeAfterMs?.map(async (ms) => {
		await sleep(ms);
		await execution(list());
	});
	await Promise.all(ownLists ?? Array.from({ length: executions }, () => execution(shared)));
	return killedAfterMs === undefined ? failed : [];
}

const CREATED = { status: 201, headers: {}, body: '{"status":"success","data":{"group_id":1}}' };

const refused = (seconds: number) => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
	body: '{"status":"error","data":{"key":"rate_limit","message":"Too many requests"}}',
});

const alike = (count: number, each: Process): Process[] =>
	Array.from({ length: count }, () => each);

describe('processes that share a limit', () => {
	test.each<[string, count: number, Process]>([
		['2 workers, 5 executions each', 2, { creates: 500 }],
		['2 workers over a slow line', 2, { creates: 500, latencyMs: 600 }],
		['4 workers, 5 executions each', 4, { creates: 250 }],
		['4 workers, one execution each', 4, { creates: 250, executions: 1 }],
		['4 workers with twice as much to do over a slow line', 4, { creates: 500, latencyMs: 700 }],
	])(
		'%s: at most 5 answers 429 for 100 creates, in hardly more than the least time',
		async (_, count, each) => {
			const { service, failed } = await together(alike(count, each));
			expect(failed).toEqual([]);
			expect(service.of(() => true)).toHaveLength(count * each.creates);
			expect(service.refusedPer100).toBeLessThanOrEqual(5);
			expect(service.timesLeast).toBeLessThanOrEqual(1.15);
		},
	);

	// As n8n starts them: one after the other, so that one worker has nothing to do yet while another one has a lot.
	test.each([
		['2 workers', 5, 2, 20, 300, [5, 50]],
		['4 workers', 5, 4, 20, 300, [5, 50]],
		['4 workers with one execution a second', 8, 4, 20, 1_000, [5, 50]],
		['4 workers with twice as much to do', 5, 4, 40, 300, [5, 50]],
		['4 workers over slow lines', 5, 4, 20, 300, [100, 600]],
	])(
		'%s, each with its own pick of executions: at most %f answers 429 for 100 creates',
		async (_, most, count, executions, everyMs, [shortest, longest]) => {
			for (let seed = 1; seed <= 5; seed++) {
				const random = randomFrom(seed);
				const workers = Array.from({ length: count }, () => ({
					creates: 50,
					latencyMs: shortest + (longest - shortest) * random(),
					comeAfterMs: [] as number[],
				}));
				for (let n = 0; n < executions; n++) {
					workers[Math.floor(count * random())].comeAfterMs.push(n * everyMs);
				}
				const { service, failed } = await together(workers, { seed });
				expect(failed).toEqual([]);
				expect(service.of(() => true)).toHaveLength(executions * 50);
				expect(service.refusedPer100).toBeLessThanOrEqual(most);
				expect(service.timesLeast).toBeLessThanOrEqual(1.15);
			}
		},
	);

	test.each([
		[50, 1.01],
		[600, 1.1],
		[1_500, 1.15],
	])(
		'one process alone is never refused, and with answers after %i ms at most %d times as slow as can be',
		async (latencyMs, times) => {
			const { service, failed } = await together(alike(1, { creates: 1_000, latencyMs }));
			expect(failed).toEqual([]);
			expect(service.refusedPer100).toBe(0);
			expect(service.timesLeast).toBeLessThanOrEqual(times);
		},
	);

	// What is not used of the second minute would take a third one.
	test.each([
		[2, 50],
		[4, 800],
	])(
		'%i workers use up the limit where they have as much to do as two minutes hold, with answers after %i ms',
		async (count, latencyMs) => {
			const { service, failed } = await together(
				alike(count, { creates: (2 * REQUESTS) / count, latencyMs }),
			);
			expect(failed).toEqual([]);
			// The first eight of each that find the limit used up are the most that are refused at once.
			expect(service.refusedPer100).toBeLessThanOrEqual(5.5);
			expect(service.timesLeast).toBeLessThanOrEqual(1.6);
		},
	);

	test('two executions that share a limit of 30 in 2 seconds take little more than the least time', async () => {
		const limit = { requests: 30, windowMs: 2_000 };
		const one = { creates: 120, executions: 2 };
		const { service, failed } = await together([one], { limit });
		expect(failed).toEqual([]);
		expect(service.timesLeast).toBeLessThanOrEqual(2);
	});

	test('one that joins late has its share after some minutes', async () => {
		const { service, failed } = await together([
			{ creates: 3_000 },
			{ creates: 1_200, startsAfterMs: 90_000 },
		]);
		expect(failed).toEqual([]);
		const shareIn = (minute: number) =>
			service.of((who, when) => who === 'process 1' && when === minute).length / REQUESTS;
		expect(shareIn(6)).toBeGreaterThan(0.3);
		expect(service.timesLeast).toBeLessThanOrEqual(1.15);
	});

	test.each<[string, Process]>([
		['has no more to do', { creates: 150 }],
		['is killed', { creates: 1_000, killedAfterMs: 61_000 }],
	])('what is free once another one %s is taken', async (_, other) => {
		const { service, failed } = await together([{ creates: 1_500 }, other]);
		expect(failed).toEqual([]);
		const made = service.of((who, minute) => who === 'process 0' && minute >= 2 && minute < 4);
		expect(made.length).toBeGreaterThan(2 * REQUESTS * 0.85);
	});

	test('a foreign tool that takes now more and now less leaves the rest to be used', async () => {
		const takes = [250, 30, 200, 0, 280, 100, 0, 0];
		const { service, failed } = await together(alike(2, { creates: 600 }), {
			async foreign(tool) {
				const { clock } = tool;
				for (const count of takes) {
					for (let n = 0; n < count; n++) {
						tool.admit(FOREIGN);
						await clock.sleep(WINDOW_MS / 2 / count);
					}
					await clock.sleep(WINDOW_MS / 2);
				}
			},
		});
		expect(failed).toEqual([]);
		expect(service.refusedPer100).toBeLessThanOrEqual(15);
	});

	test('whoever comes and goes, on whatever clock: all is made once, and nothing is given up', async () => {
		const one = fc.record({
			creates: fc.integer({ min: 1, max: 200 }),
			executions: fc.integer({ min: 1, max: 6 }),
			startsAfterMs: fc.integer({ min: 0, max: 150_000 }),
			latencyMs: fc.integer({ min: 5, max: 2_000 }),
			apartMs: fc.integer({ min: -5_000_000, max: 5_000_000 }),
			drift: fc.double({ min: -0.001, max: 0.001, noNaN: true }),
		});
		const processes = fc.array(one, { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(processes, fc.nat(), async (all, seed) => {
				const { service, failed } = await together(all, { seed });
				expect(failed).toEqual([]);
				all.forEach(({ creates }, index) => {
					expect(service.of((who) => who === `process ${index}`)).toHaveLength(creates);
				});
			}),
			{ numRuns: 15 },
		);
	}, 60_000);
});
