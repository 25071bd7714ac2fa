// The rate limiters that all executions of a process share.
import { expect, test, vi } from 'vitest';
import { sharedRateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';
import { send, watch } from './visits.mts';

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

test('there is one rate limiter for each namespace of each workspace', () => {
	const clock = new VirtualClock();
	const one = sharedRateLimiter('https://a.example key', 'v2', clock);
	one.pause(1000);
	expect(sharedRateLimiter('https://a.example key', 'v1', clock)).not.toBe(one);
	expect(sharedRateLimiter('https://b.example key', 'v2', clock)).not.toBe(one);
	expect(sharedRateLimiter('https://a.example other', 'v2', clock)).not.toBe(one);
	expect(sharedRateLimiter('https://a.example key', 'v2', clock)).toBe(one);
});

test('rate limiters keep below the documented limit under /v2, and know none under /v1', async () => {
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

test('an idle rate limiter is forgotten when another is made', () => {
	expect(inUse().isKept()).toBe(false);
});

test('a paused rate limiter is kept until the pause is over', async () => {
	const { clock, rateLimiter, isKept } = inUse();
	rateLimiter.pause(1000);
	expect(isKept()).toBe(true);
	await clock.sleep(1000);
	expect(isKept()).toBe(false);
});

test('a rate limiter with a request under way is kept', () => {
	const { rateLimiter, isKept } = inUse();
	void send(rateLimiter, never);
	expect(isKept()).toBe(true);
});

test('a rate limiter with a request in line is kept', () => {
	const clock = new VirtualClock();
	void clock.during(never);
	const name = `https://feedback.example in-line`;
	const rateLimiter = sharedRateLimiter(name, 'v1', clock);
	rateLimiter.pause(1000);
	void send(rateLimiter, never);
	const later = vi.spyOn(clock, 'now').mockReturnValue(clock.now() + 5000);
	sharedRateLimiter(`${name} other`, 'v1', clock);
	expect(sharedRateLimiter(name, 'v1', clock)).toBe(rateLimiter);
	later.mockRestore();
});

test('a rate limiter is kept until its requests no longer count', async () => {
	const { clock, rateLimiter, isKept } = inUse();
	await send(rateLimiter, async () => undefined);
	await clock.sleep(60_000);
	expect(isKept()).toBe(true);
	await clock.sleep(1);
	expect(isKept()).toBe(false);
});
