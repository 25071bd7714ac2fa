import { Refusal } from './envelope.mts';
import type { RateLimit } from './settings.mts';

/** Counts requests in a sliding window. Refused requests do not count, so waiting `Retry-After` always helps. */
export class RateLimiter {
	readonly #times = new Map<string, number[]>();

	/** `who` names what shares a limit: a namespace and a workspace. */
	admit(who: string, limit: RateLimit | undefined): void {
		if (!limit) return;
		const now = performance.now();
		const times = this.#times.get(who) ?? [];
		this.#times.set(who, times);
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
