import fc from 'fast-check';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { RateLimiter, sharedRateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';

const LIMIT = { requests: 5, windowMs: 1000 };

/** One request: sent now, answered after so long, and counted by the service at some moment between. */
interface Visit {
	latency: number;
	/** From 0, as soon as it was sent, to 1, just before the answer. */
	countedAt: number;
}

const visits = (most: number) =>
	fc.array(
		fc.record({
			latency: fc.integer({ min: 0, max: 3000 }),
			countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
		}),
		{ maxLength: most },
	);

/** Sends each visit through the rate limiter and gives when it was sent and counted, in the order sent. */
async function watch(rateLimiter: RateLimiter, clock: VirtualClock, all: readonly Visit[]) {
	const log: Array<{ visit: number; sent: number; counted: number }> = [];
	await Promise.all(
		all.map(async ({ latency, countedAt }, visit) => {
			await rateLimiter.run(async () => {
				const sent = clock.now();
				log.push({ visit, sent, counted: sent + Math.floor(latency * countedAt) });
				await clock.sleep(latency);
			});
		}),
	);
	return log;
}

function mostInAnyWindow(times: readonly number[], windowMs: number): number {
	const sorted = times.toSorted((a, b) => a - b);
	let most = 0;
	for (let first = 0, last = 0; last < sorted.length; last++) {
		while (sorted[last] - sorted[first] >= windowMs) first++;
		most = Math.max(most, last - first + 1);
	}
	return most;
}

describe('after a 429', () => {
	/** Sends so many, each taking a second, and gives how many were on their way together at the most. */
	async function together(rateLimiter: RateLimiter, clock: VirtualClock, count: number) {
		let underWay = 0;
		let most = 0;
		const one = async () => {
			most = Math.max(most, ++underWay);
			await clock.sleep(1000);
			underWay--;
		};
		await Promise.all(Array.from({ length: count }, async () => await rateLimiter.run(one)));
		return most;
	}

	test('one goes alone, then twice as many up to half as before, and slowly more until nobody counts', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		expect(await together(rateLimiter, clock, 100)).toBe(100);
		const refused = Array.from({ length: 16 }, async () => {
			await rateLimiter.run(async (refuse) => {
				await clock.sleep(1000);
				refuse(2000);
			});
		});
		await Promise.all(refused);
		expect(await together(rateLimiter, clock, 1)).toBe(1);
		expect(await together(rateLimiter, clock, 2)).toBe(2);
		expect(await together(rateLimiter, clock, 12)).toBe(8);
		expect(await together(rateLimiter, clock, 30)).toBeLessThanOrEqual(13);
		await together(rateLimiter, clock, 4000);
		expect(await together(rateLimiter, clock, 100)).toBe(100);
	});

	test('what was on its way already when one was refused says nothing of what goes afterwards', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		await Promise.all([
			rateLimiter.run(async (refuse) => {
				await clock.sleep(10);
				refuse(100);
			}),
			...Array.from(
				{ length: 8 },
				async () => await rateLimiter.run(async () => await clock.sleep(50)),
			),
		]);
		let underWay = 0;
		const first: number[] = [];
		const one = async () => {
			first.push(++underWay);
			await clock.sleep(1000);
			underWay--;
		};
		await Promise.all([rateLimiter.run(one), rateLimiter.run(one)]);
		expect(first).toEqual([1, 1]);
	});

	test('one still goes when there was but one', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		for (let times = 0; times < 3; times++) {
			await rateLimiter.run(async () => await clock.sleep(10));
			rateLimiter.pause(1000);
			await clock.sleep(1000);
		}
		expect(await together(rateLimiter, clock, 2)).toBeLessThanOrEqual(2);
	});
});

describe('the limit', () => {
	test('is never passed in any window, whatever the answers take and whenever the service counts', async () => {
		await fc.assert(
			fc.asyncProperty(visits(40), async (all) => {
				const clock = new VirtualClock();
				const log = await watch(new RateLimiter(clock, LIMIT), clock, all);
				const counted = log.map((entry) => entry.counted);
				expect(mostInAnyWindow(counted, LIMIT.windowMs)).toBeLessThanOrEqual(LIMIT.requests);
				expect(log.map(({ visit }) => visit)).toEqual(all.map((_, index) => index));
			}),
			{ numRuns: 200 },
		);
	});

	test('is not passed either by one that was refused, and has got more since', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 5, windowMs: 60_000 });
		await rateLimiter.run(async (refuse) => await Promise.resolve(refuse(1_000)));
		await clock.sleep(30_000);
		const all = Array.from({ length: 20 }, () => ({ latency: 10, countedAt: 0 }));
		const sent = (await watch(rateLimiter, clock, all)).map((entry) => entry.sent);
		expect(mostInAnyWindow(sent, 60_000)).toBe(5);
	});

	test('is used up: waiting is no longer than it has to be', async () => {
		const clock = new VirtualClock();
		const start = clock.now();
		const all = Array.from({ length: 51 }, () => ({ latency: 0, countedAt: 0 }));
		await watch(new RateLimiter(clock, LIMIT), clock, all);
		expect(clock.now() - start).toBe(10 * (LIMIT.windowMs + 1));
	});

	test('lets all go where there is none', async () => {
		const clock = new VirtualClock();
		const log = await watch(
			new RateLimiter(clock),
			clock,
			Array(50).fill({ latency: 10, countedAt: 0 }),
		);
		expect(new Set(log.map(({ sent }) => sent)).size).toBe(1);
	});

	test('holds for requests that fail, too', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
		const start = clock.now();
		const fail = async () => await Promise.reject(new Error('lost'));
		await expect(rateLimiter.run(fail)).rejects.toThrow('lost');
		await rateLimiter.run(async () => undefined);
		expect(clock.now() - start).toBe(1001);
	});
});

describe('fairness', () => {
	test('first come, first served', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 2, windowMs: 1000 });
		const order: string[] = [];
		const ask = async (name: string) => await rateLimiter.run(async () => void order.push(name));
		await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(ask));
		expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
	});

	test('executions take turns, however much one of them asks for', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
		const order: string[] = [];
		const ask = async (name: string) =>
			await rateLimiter.run(async () => void order.push(name), undefined, name[0]);
		await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask));
		expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
	});

	test('one that asks again stands behind those who waited', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 100 });
		const order: string[] = [];
		const twice = async (name: string) => {
			for (const time of [1, 2]) await rateLimiter.run(async () => void order.push(name + time));
		};
		await Promise.all([twice('a'), twice('b'), twice('c')]);
		expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
	});

	test('a pause holds back everybody, and grows but never shrinks', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		const start = clock.now();
		rateLimiter.pause(5000);
		rateLimiter.pause(1000);
		expect(rateLimiter.heldMs()).toBe(5000);
		const sent = await watch(rateLimiter, clock, Array(3).fill({ latency: 0, countedAt: 0 }));
		expect(sent.map((entry) => entry.sent - start)).toEqual([5000, 5000, 5000]);
		expect(rateLimiter.heldMs()).toBe(0);
	});

	test('a pause that grows meanwhile is waited for to its end', async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		const start = clock.now();
		rateLimiter.pause(1000);
		const waiting = watch(rateLimiter, clock, [{ latency: 0, countedAt: 0 }]);
		rateLimiter.pause(9000);
		expect((await waiting)[0].sent - start).toBe(9000);
	});
});

describe('whoever was refused', () => {
	/** Asks once a minute, one at a time. */
	const slow = async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
		await rateLimiter.run(async () => undefined);
		const sent: string[] = [];
		const ask = async (name: string, wasRefused: boolean, signal?: AbortSignal) =>
			await rateLimiter.run(async () => void sent.push(name), signal, name, wasRefused);
		return { rateLimiter, sent, ask };
	};

	test('goes before all others, in the order they were refused', async () => {
		const { rateLimiter, sent, ask } = await slow();
		const all = [ask('a', false), ask('b', true), ask('c', false), ask('d', true)];
		expect(rateLimiter.isIdle).toBe(false);
		await Promise.all(all);
		expect(sent).toEqual(['b', 'd', 'a', 'c']);
	});

	test('has a turn also where nobody else is in line', async () => {
		const { sent, ask } = await slow();
		await ask('a', true);
		expect(sent).toEqual(['a']);
	});

	test('leaves the line alone', async () => {
		const { sent, ask } = await slow();
		const leaving = new AbortController();
		const all = [ask('a', true), ask('b', true, leaving.signal), ask('c', true)];
		leaving.abort();
		await Promise.all(all);
		expect(sent).toEqual(['a', 'c']);
	});
});

test('whoever waits is woken once for all, and nothing is left of it', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	rateLimiter.pause(9_000);
	const { signal } = new AbortController();
	await Promise.all([1, 2, 3].map(() => rateLimiter.run(async () => undefined, signal)));
	await clock.sleep(20_000);
	expect(clock.slept).toEqual([9_000, 20_000]);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('once the last in line has left, nothing waits any more', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	rateLimiter.pause(9_000);
	const leaving = new AbortController();
	const left = rateLimiter.run(async () => undefined, leaving.signal);
	leaving.abort();
	await left;
	await clock.sleep(20_000);
	expect(clock.slept).toEqual([20_000]);
});

describe('cancelling', () => {
	const full = async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
		await rateLimiter.run(async () => undefined);
		return { clock, rateLimiter };
	};

	test('whoever leaves the line leaves at once, and nobody waits longer for it', async () => {
		const { clock, rateLimiter } = await full();
		const start = clock.now();
		const sent: string[] = [];
		const leaving = new AbortController();
		const ask = async (name: string, signal?: AbortSignal) =>
			await rateLimiter.run(async () => {
				sent.push(name);
				return clock.now() - start;
			}, signal);
		const all = [ask('a', leaving.signal), ask('b'), ask('c', leaving.signal), ask('d')];
		leaving.abort();
		expect(await all[0]).toBeUndefined();
		expect(await all[2]).toBeUndefined();
		expect(clock.now()).toBe(start);
		expect(await Promise.all(all)).toEqual([undefined, 60_001, undefined, 120_002]);
		expect(sent).toEqual(['b', 'd']);
	});

	test('whoever was cancelled before does not even stand in line', async () => {
		const { clock, rateLimiter } = await full();
		const start = clock.now();
		void rateLimiter.run(async () => undefined);
		expect(await rateLimiter.run(async () => 1, AbortSignal.abort())).toBeUndefined();
		expect(clock.now()).toBe(start);
	});

	test('whoever comes when the last in line has just left waits as long as ever', async () => {
		const { clock, rateLimiter } = await full();
		const start = clock.now();
		const leaving = new AbortController();
		const left = rateLimiter.run(async () => undefined, leaving.signal);
		leaving.abort();
		const came = rateLimiter.run(async () => clock.now() - start);
		expect(await left).toBeUndefined();
		expect(await came).toBe(60_001);
	});

	test('a turn granted in the moment of leaving is given back', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
				fc.nat(5),
				async (leaves, turns) => {
					const clock = new VirtualClock();
					const rateLimiter = new RateLimiter(clock, LIMIT);
					const leaving = new AbortController();
					let sent = 0;
					const all = leaves.map((leave) =>
						rateLimiter.run(
							async () => {
								sent++;
								await clock.sleep(10);
							},
							leave ? leaving.signal : undefined,
						),
					);
					for (let count = 0; count < turns; count++) await turn();
					leaving.abort();
					await Promise.all(all);
					const stayed = leaves.filter((leave) => !leave).length;
					expect(sent).toBeGreaterThanOrEqual(stayed);
					// Nothing is held on to: after a window, as many may go at once as ever.
					await clock.sleep(LIMIT.windowMs + 1);
					const start = clock.now();
					const again = await watch(
						rateLimiter,
						clock,
						Array(LIMIT.requests).fill({ latency: 0, countedAt: 0 }),
					);
					expect(again.every((entry) => entry.sent === start)).toBe(true);
				},
			),
			{ numRuns: 100 },
		);
	});
});

describe('the rate limiters of a process', () => {
	let workspaces = 0;

	/** A rate limiter that is in use as the test has it, and whether it is still the one after others were made. */
	const inUse = () => {
		const clock = new VirtualClock();
		const name = `https://feedback.example in-use-${++workspaces}`;
		const rateLimiter = sharedRateLimiter(name, 'v2', clock);
		const isKept = () => {
			sharedRateLimiter(`${name} other ${++workspaces}`, 'v2', clock);
			return sharedRateLimiter(name, 'v2', clock) === rateLimiter;
		};
		return { clock, rateLimiter, isKept };
	};
	const never = async () => await new Promise<void>(() => undefined);

	test('one for each namespace of each workspace', () => {
		const clock = new VirtualClock();
		const one = sharedRateLimiter('https://a.example key', 'v2', clock);
		one.pause(1000);
		expect(sharedRateLimiter('https://a.example key', 'v1', clock)).not.toBe(one);
		expect(sharedRateLimiter('https://b.example key', 'v2', clock)).not.toBe(one);
		expect(sharedRateLimiter('https://a.example other', 'v2', clock)).not.toBe(one);
		expect(sharedRateLimiter('https://a.example key', 'v2', clock)).toBe(one);
	});

	test('keep below the documented limit under /v2, and know none under /v1', async () => {
		const clock = new VirtualClock();
		const start = clock.now();
		const at = async (namespace: 'v1' | 'v2') => {
			const rateLimiter = sharedRateLimiter(
				`https://limits.example ${++workspaces}`,
				namespace,
				clock,
			);
			const log = await watch(rateLimiter, clock, Array(301).fill({ latency: 0, countedAt: 0 }));
			return log.map(({ sent }) => sent - start);
		};
		expect((await at('v1')).at(-1)).toBe(0);
		expect((await at('v2')).slice(-2)).toEqual([0, 60_001]);
	});

	test('one that is idle is forgotten when another is made', () => {
		expect(inUse().isKept()).toBe(false);
	});

	test('one that is paused is kept until it is not', async () => {
		const { clock, rateLimiter, isKept } = inUse();
		rateLimiter.pause(1000);
		expect(isKept()).toBe(true);
		await clock.sleep(1000);
		expect(isKept()).toBe(false);
	});

	test('one with a request under way is kept', () => {
		const { rateLimiter, isKept } = inUse();
		void rateLimiter.run(never);
		expect(isKept()).toBe(true);
	});

	test('one with someone in line is kept', () => {
		const clock = new VirtualClock();
		void clock.during(never);
		const name = `https://feedback.example in-line`;
		const rateLimiter = sharedRateLimiter(name, 'v1', clock);
		rateLimiter.pause(1000);
		void rateLimiter.run(never);
		const later = vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 5000);
		sharedRateLimiter(`${name} other`, 'v1', clock);
		expect(sharedRateLimiter(name, 'v1', clock)).toBe(rateLimiter);
		later.mockRestore();
	});

	test('one whose requests still count is kept until they do not', async () => {
		const { clock, rateLimiter, isKept } = inUse();
		await rateLimiter.run(async () => undefined);
		await clock.sleep(60_000);
		expect(isKept()).toBe(true);
		await clock.sleep(1);
		expect(isKept()).toBe(false);
	});
});
