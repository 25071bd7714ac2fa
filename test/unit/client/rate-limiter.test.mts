import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';
import { LIMIT, mostInAnyWindow, send, type Visit, visits, watch } from './visits.mts';

/** Sends these requests, which each take a second, and returns how many were under way at once at most. */
async function together(rateLimiter: RateLimiter, clock: VirtualClock, count: number) {
	let underWay = 0;
	let most = 0;
	const one = async () => {
		most = Math.max(most, ++underWay);
		await clock.sleep(1000);
		underWay--;
	};
	await Promise.all(Array.from({ length: count }, async () => await send(rateLimiter, one)));
	return most;
}

test('after a 429 one request goes alone, then one more with each answer until all may go', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	expect(await together(rateLimiter, clock, 100)).toBe(32);
	const refused = Array.from({ length: 16 }, async () => {
		await send(rateLimiter, async (refuse) => {
			await clock.sleep(1000);
			refuse(2000);
		});
	});
	await Promise.all(refused);
	expect(await together(rateLimiter, clock, 1)).toBe(1);
	expect(await together(rateLimiter, clock, 2)).toBe(2);
	expect(await together(rateLimiter, clock, 4)).toBe(4);
	expect(await together(rateLimiter, clock, 12)).toBeGreaterThanOrEqual(8);
	await together(rateLimiter, clock, 100);
	expect(await together(rateLimiter, clock, 100)).toBe(32);
});

test('sending goes on at once after the pause that the service asked for', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 300, windowMs: 60_000 });
	const three = Array<Visit>(3).fill({ latency: 50, countedAt: 0 });
	await watch(rateLimiter, clock, three);
	await send(rateLimiter, async (refuse) => await Promise.resolve(refuse(2_000)));
	const start = clock.now();
	const log = await watch(rateLimiter, clock, Array(60).fill({ latency: 50, countedAt: 0 }));
	expect(log[0].sent - start).toBe(2_000);
	expect(log.at(-1)!.sent - start).toBeLessThan(4_000);
});

test('others seem to use up a documented limit, so two requests go at once, and eight again after two windows', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 300, windowMs: 60_000 });
	await send(rateLimiter, async (refuse) => await Promise.resolve(refuse(2_000)));
	await clock.sleep(100_000);
	expect(await together(rateLimiter, clock, 20)).toBe(2);
	await clock.sleep(20_000);
	await together(rateLimiter, clock, 20);
	expect(await together(rateLimiter, clock, 20)).toBe(8);
});

test('answers to requests that were under way do not speed up those that follow', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	await Promise.all([
		send(rateLimiter, async (refuse) => {
			await clock.sleep(10);
			refuse(100);
		}),
		...Array.from(
			{ length: 8 },
			async () => await send(rateLimiter, async () => await clock.sleep(50)),
		),
	]);
	let underWay = 0;
	const first: number[] = [];
	const one = async () => {
		first.push(++underWay);
		await clock.sleep(1000);
		underWay--;
	};
	await Promise.all([send(rateLimiter, one), send(rateLimiter, one)]);
	expect(first).toEqual([1, 1]);
});

test('the limit is never exceeded in any window, however long answers take and whenever the service counts', async () => {
	await fc.assert(
		fc.asyncProperty(visits(), async (all) => {
			const clock = new VirtualClock();
			const log = await watch(new RateLimiter(clock, LIMIT), clock, all);
			const counted = log.map((entry) => entry.counted);
			expect(mostInAnyWindow(counted, LIMIT.windowMs)).toBeLessThanOrEqual(LIMIT.requests);
			expect(log.map(({ visit }) => visit)).toEqual(all.map((_, index) => index));
		}),
		{ numRuns: 200 },
	);
});

test('the limit is not exceeded after a refusal either', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 5, windowMs: 60_000 });
	await send(rateLimiter, async (refuse) => await Promise.resolve(refuse(1_000)));
	await clock.sleep(30_000);
	const all = Array.from({ length: 20 }, () => ({ latency: 10, countedAt: 0 }));
	const sent = (await watch(rateLimiter, clock, all)).map((entry) => entry.sent);
	expect(mostInAnyWindow(sent, 60_000)).toBe(5);
});

test('the limit is used up, so that nobody waits longer than needed', async () => {
	const clock = new VirtualClock();
	const start = clock.now();
	const all = Array.from({ length: 51 }, () => ({ latency: 0, countedAt: 0 }));
	await watch(new RateLimiter(clock, LIMIT), clock, all);
	expect(clock.now() - start).toBe(10 * (LIMIT.windowMs + 1));
});

test('a pause holds back everybody, and grows, also meanwhile, but never shrinks', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	const start = clock.now();
	rateLimiter.pause(5000);
	rateLimiter.pause(1000);
	expect(rateLimiter.heldMs()).toBe(5000);
	const waiting = watch(rateLimiter, clock, Array(3).fill({ latency: 0, countedAt: 0 }));
	rateLimiter.pause(9000);
	expect((await waiting).map(({ sent }) => sent - start)).toEqual([9000, 9000, 9000]);
	expect(rateLimiter.heldMs()).toBe(0);
});
