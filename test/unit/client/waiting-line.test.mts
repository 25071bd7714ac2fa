// Who goes next when requests wait for a rate limiter, and who leaves the line.
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';
import { LIMIT, send, watch } from './visits.mts';

test('executions take turns, however many requests one of them has', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
	const order: string[] = [];
	const ask = async (name: string) =>
		await send(rateLimiter, async () => void order.push(name), undefined, name[0]);
	await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask));
	expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

describe('a request that was refused', () => {
	/** Asks once a minute, one at a time. */
	const slow = async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
		await send(rateLimiter, async () => undefined);
		const sent: string[] = [];
		const ask = async (name: string, wasRefused: boolean, signal?: AbortSignal) =>
			await send(rateLimiter, async () => void sent.push(name), signal, name, wasRefused);
		return { rateLimiter, sent, ask };
	};

	test('goes before all others, in the order of the refusals', async () => {
		const { rateLimiter, sent, ask } = await slow();
		const all = [ask('a', false), ask('b', true), ask('c', false), ask('d', true)];
		expect(rateLimiter.isIdle).toBe(false);
		await Promise.all(all);
		expect(sent).toEqual(['b', 'd', 'a', 'c']);
	});
});

describe('a request that is cancelled', () => {
	const full = async () => {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
		await send(rateLimiter, async () => undefined);
		return { clock, rateLimiter };
	};

	test('leaves the line at once, and nobody waits longer for it', async () => {
		const { clock, rateLimiter } = await full();
		const start = clock.now();
		const sent: string[] = [];
		const leaving = new AbortController();
		const ask = async (name: string, signal?: AbortSignal) =>
			await send(
				rateLimiter,
				async () => {
					sent.push(name);
					return clock.now() - start;
				},
				signal,
			);
		const all = [ask('a', leaving.signal), ask('b'), ask('c', leaving.signal), ask('d')];
		leaving.abort();
		expect(await all[0]).toBeUndefined();
		expect(await all[2]).toBeUndefined();
		expect(clock.now()).toBe(start);
		expect(await Promise.all(all)).toEqual([undefined, 60_001, undefined, 120_002]);
		expect(sent).toEqual(['b', 'd']);
	});

	test('gives back a turn that it got in the moment of leaving', async () => {
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
						send(
							rateLimiter,
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
