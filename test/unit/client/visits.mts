// Requests that are sent through a rate limiter.
import fc from 'fast-check';
import type { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import type { VirtualClock } from '../virtual-clock.mts';

export const LIMIT = { requests: 5, windowMs: 1000 };

/** One request: sent now, answered after so long, and counted by the service at some moment between. */
export interface Visit {
	latency: number;
	/** From 0, as soon as it was sent, to 1, just before the answer. */
	countedAt: number;
}

export const visits = () =>
	fc.array(
		fc.record({
			latency: fc.integer({ min: 0, max: 3000 }),
			countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
		}),
		{ maxLength: 40 },
	);

/** Sends one request when its turn has come, as the client does. @param request calls back when it is refused */
export async function send<T>(
	rateLimiter: RateLimiter,
	request: (refuse: (ms: number) => void) => Promise<T>,
	who?: unknown,
): Promise<T | undefined> {
	const result = await rateLimiter.run({ who }, async () => {
		let pauseMs: number | undefined;
		const answer = await request((ms) => (pauseMs = ms));
		return { answer, pauseMs };
	});
	return result?.answer;
}

/** Sends each visit through the rate limiter and gives when it was sent and counted, in the order sent. */
export async function watch(rateLimiter: RateLimiter, clock: VirtualClock, all: readonly Visit[]) {
	const log: Array<{ visit: number; sent: number; counted: number }> = [];
	await Promise.all(
		all.map(async ({ latency, countedAt }, visit) => {
			const request = async () => {
				const sent = clock.now();
				log.push({ visit, sent, counted: sent + Math.floor(latency * countedAt) });
				await clock.sleep(latency);
			};
			await send(rateLimiter, request, visit % 3);
		}),
	);
	return log;
}

export function mostInAnyWindow(times: readonly number[], windowMs: number): number {
	const sorted = times.toSorted((a, b) => a - b);
	let most = 0;
	for (let first = 0, last = 0; last < sorted.length; last++) {
		while (sorted[last] - sorted[first] >= windowMs) first++;
		most = Math.max(most, last - first + 1);
	}
	return most;
}
