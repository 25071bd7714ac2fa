// The rate limiters that all executions of a process share.
import { expect, test, vi } from 'vitest';
import { type RateLimiter, sharedRateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';
import { send, watch } from './visits.mts';

let workspaces = 0;

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
		const workspace = `https://limits.example ${++workspaces}`;
		const rateLimiter = sharedRateLimiter(workspace, namespace, clock);
		const log = await watch(rateLimiter, clock, Array(301).fill({ latency: 0, countedAt: 0 }));
		return log.map(({ sent }) => sent - start);
	};
	expect((await at('v1')).at(-1)).toBe(0);
	expect((await at('v2')).slice(-2)).toEqual([0, 60_001]);
});

const never = async () => await new Promise<void>(() => undefined);
type Use = (rateLimiter: RateLimiter) => unknown;

test.each<[string, Use, forMs: number]>([
	['is idle', () => undefined, 0],
	['is paused, until the pause is over', (one) => one.pause(1000), 1000],
	[
		'has sent a request, until that no longer counts',
		async (one) => await send(one, async () => undefined),
		60_001,
	],
	['has a request under way', (one) => void send(one, never), Number.POSITIVE_INFINITY],
	[
		'has a request in line',
		(one) => {
			one.pause(1000);
			void send(one, never);
		},
		Number.POSITIVE_INFINITY,
	],
])('a rate limiter that %s is kept when another one is made', async (_what, use, forMs) => {
	const clock = new VirtualClock();
	void clock.during(never);
	let later = 0;
	const now = clock.now();
	vi.spyOn(clock, 'now').mockImplementation(() => now + later);
	const name = `https://feedback.example in-use-${++workspaces}`;
	const rateLimiter = sharedRateLimiter(name, 'v2', clock);
	await use(rateLimiter);
	const isKept = (ms: number) => {
		later = ms;
		sharedRateLimiter(`${name} other ${++workspaces}`, 'v2', clock);
		return sharedRateLimiter(name, 'v2', clock) === rateLimiter;
	};
	if (forMs > 0) expect(isKept(Math.min(forMs, 100_000_000) - 1)).toBe(true);
	if (forMs < Number.POSITIVE_INFINITY) expect(isKept(forMs)).toBe(false);
	vi.restoreAllMocks();
});
