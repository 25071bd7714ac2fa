// Processes that know nothing of each other and share one limit, as a model: each with a client, a rate limiter and a clock of
// its own, over a service that counts as /v2 does.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateLimiter, V2_LIMIT } from '../../../nodes/shared/client/rate-limiter';
import { path } from '../../../nodes/shared/client/path';
import type { Clock } from '../../../nodes/shared/client/transport';
import { group } from '../../../nodes/shared/service/groups';
import { VirtualClock } from '../virtual-clock.mts';
import { error, ok, scene } from './scripted-transport.mts';

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
	readonly clock = new VirtualClock();
	readonly #begun = this.clock.now();
	/** When, and for whom. */
	readonly #admitted: Array<{ at: number; who: string }> = [];
	#refused = 0;

	/** @returns the seconds of Retry-After when it is refused */
	admit(who: string): number | undefined {
		const at = this.clock.now() - this.#begun;
		const inside = this.#admitted.filter((one) => one.at > at - V2_LIMIT.windowMs);
		if (inside.length < V2_LIMIT.requests) {
			this.#admitted.push({ at, who });
			return undefined;
		}
		this.#refused++;
		return Math.max(1, Math.ceil((inside[0].at + V2_LIMIT.windowMs - at) / 1000));
	}

	get refusedPer100(): number {
		return (this.#refused / this.#admitted.length) * 100;
	}

	/** How long it took by how long they must take: 300 at once, and 300 more with each minute. */
	get timesLeast(): number {
		const all = this.#admitted;
		const { requests, windowMs } = V2_LIMIT;
		return all.at(-1)!.at / ((Math.ceil(all.length / requests) - 1) * windowMs);
	}

	/** How many were admitted, of one process or of all. */
	count(whose?: string): number {
		return this.#admitted.filter(({ who }) => whose === undefined || who === whose).length;
	}
}

interface Process {
	creates: number;
	/** That share them and run in parallel, with 8 items at a time each. */
	executions?: number;
	/** When executions come that have this many creates each, instead of those that share them. */
	comeAfterMs?: readonly number[];
	startsAfterMs?: number;
	latencyMs?: number;
	/** Its clock is apart by so much, and goes wrong by this share. */
	apartMs?: number;
	drift?: number;
}

interface Outcome {
	service: Service;
	/** Why creates failed. */
	failed: string[];
}

/** Runs processes until all is done. */
async function together(processes: readonly Process[], seed = 1): Promise<Outcome> {
	const service = new Service();
	const random = randomFrom(seed);
	const failed: string[] = [];
	const running = processes.map(async (one, index) => {
		failed.push(...(await runOne(service, `process ${index}`, one, random)));
	});
	await Promise.all(running);
	return { service, failed };
}

async function runOne(
	service: Service,
	who: string,
	{ creates, executions = 5, comeAfterMs, startsAfterMs = 0, ...kind }: Process,
	random: () => number,
): Promise<string[]> {
	const { latencyMs = 50, apartMs = 0, drift = 0 } = kind;
	const { sleep } = service.clock;
	const clock: Clock = { sleep, now: () => service.clock.now() * (1 + drift) + apartMs };
	const rateLimiter = new RateLimiter(clock, V2_LIMIT);
	const failed: string[] = [];
	await sleep(startsAfterMs);
	const execution = async (left: number[]) => {
		const answer = async () => {
			const wayMs = latencyMs * random();
			await sleep(wayMs);
			const seconds = service.admit(who);
			await sleep(latencyMs - wayMs);
			if (seconds === undefined) return ok({ group_id: 1 }, 201);
			return error(429, 'rate_limit', { 'retry-after': String(seconds) });
		};
		const { client } = scene(answer, { clock, random, rateLimiter: () => rateLimiter });
		const item = async () => {
			for (let n = left.shift(); n !== undefined; n = left.shift()) {
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
	return failed;
}

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
			expect(service.count()).toBe(count * each.creates);
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
				const { service, failed } = await together(workers, seed);
				expect(failed).toEqual([]);
				expect(service.count()).toBe(executions * 50);
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
				const { service, failed } = await together(all, seed);
				expect(failed).toEqual([]);
				all.forEach(({ creates }, index) => {
					expect(service.count(`process ${index}`)).toBe(creates);
				});
			}),
			{ numRuns: 15 },
		);
	}, 60_000);
});
