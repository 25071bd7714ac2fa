import { Refusal } from './envelope.mts';
import type { RateLimit } from './settings.mts';

/** Counts requests in a sliding window. Refused requests do not count, so waiting `Retry-After` always helps. */
export class RateLimiter {
	readonly #times = new Map<number, number[]>();

	admit(workspace: number, limit: RateLimit): void {
		const now = performance.now();
		const times = this.#times.get(workspace) ?? [];
		this.#times.set(workspace, times);
		const stillInside = times.findIndex((time) => time > now - limit.windowMs);
		times.splice(0, stillInside === -1 ? times.length : stillInside);
		if (times.length < limit.requests) {
			times.push(now);
			return;
		}
		// The window may have been made smaller meanwhile: then more than one has to leave it.
		const leaving = times[times.length - Math.max(limit.requests, 1)];
		const seconds = Math.max(1, Math.ceil((leaving + limit.windowMs - now) / 1000));
		throw new Refusal(429, 'rate_limit', `Rate limit exceeded; retry in ${seconds} s.`, {
			'retry-after': String(seconds),
		});
	}
}
