import { effects, type Problem } from '../service/problems';
import { isForbiddenAddress } from './connect-errors';

/** Limits of the retries of one call. */
export interface Patience {
	/** Maximum number of requests, including the first one. Requests refused at the rate limit do not count. */
	tries: number;
	/** Maximum total waiting time of one call, in milliseconds. */
	waitMs: number;
	/** Maximum time of one call, requests included, in milliseconds. */
	totalMs: number;
	/** Whether it neither waits for the rate limit of workflows nor makes them wait. */
	hasOwnRateLimiter?: boolean;
}

/** For workflow steps: a run that fails at night costs more than one that waits. */
export const PATIENT: Patience = { tries: 5, waitMs: 180_000, totalMs: 180_000 };

/** For polls: the next poll continues where this one ends. */
export const BRIEF: Patience = { ...PATIENT, tries: 3, waitMs: 5_000 };

/** For lists in the editor and credential tests: a person is waiting for the answer. */
export const PROMPT: Patience = {
	tries: 1,
	waitMs: 5_000,
	totalMs: 20_000,
	hasOwnRateLimiter: true,
};

/** With less time left, no retry starts: its answer would come too late. */
const LEAST_LEFT_MS = 10_000;

/** What one call has spent. */
export class Budget {
	/** Number of requests, and how many of them were refused at the rate limit. */
	tries = 0;
	refusals = 0;
	/** Milliseconds waited, and left for waits and requests. Waiting in line counts after the first refusal. */
	waitedMs = 0;
	leftMs: number;
	/** Whether a try may have been applied without an answer. */
	isInDoubt = false;

	/** @param begun when the call began */
	constructor(
		readonly patience: Patience,
		readonly begun: number,
	) {
		this.leftMs = patience.totalMs;
	}

	/** Whether the call may wait for this number of milliseconds and then retry. */
	mayWait(ms: number): boolean {
		return this.waitedMs + ms <= this.patience.waitMs && this.leftMs - ms >= LEAST_LEFT_MS;
	}

	waited(ms: number): void {
		this.waitedMs += ms;
		this.leftMs -= ms;
	}

	get isSpent(): boolean {
		return this.leftMs < LEAST_LEFT_MS;
	}
}

/**
 * What follows a problem: the delay in milliseconds, and whether to retry. Waits for the rate limit use up no tries.
 * @param repeatable whether sending it twice leaves the service as sending it once does
 * @param random from 0 to 1
 */
export function decide(problem: Problem, budget: Budget, repeatable: boolean, random: number) {
	const isAtLimit = problem.kind === 'rateLimited';
	const others = budget.tries - budget.refusals;
	const delayMs = retryDelay(problem, isAtLimit ? budget.refusals : others, random);
	const hasTries = isAtLimit || others < budget.patience.tries;
	return {
		delayMs,
		isWorthIt: hasTries && budget.mayWait(delayMs) && mayRetry(problem, repeatable),
	};
}

/** Whether the same request may be sent again after this problem. */
function mayRetry({ kind, key = '' }: Problem, repeatable: boolean): boolean {
	if (effects[kind] === 'nothing') return !isForbiddenAddress(key);
	return repeatable && effects[kind] === 'unknown';
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const FIRST_DELAY_AT_LIMIT_MS = 4_000;
/** The window of the documented rate limit: after it, requests are allowed again. */
const LONGEST_DELAY_AT_LIMIT_MS = 60_000;

/** Spreads out requests with the same delay. */
const SPREAD_MS = 500;

/**
 * Milliseconds to wait before the next try: a doubling delay, and never less than the service asked for. It is spread
 * out, so that requests that failed together do not come back together.
 * @param times how often this has happened to the request, 1 or more
 * @param random from 0 to 1
 */
export function retryDelay({ kind, retryAfterMs }: Problem, times: number, random: number): number {
	const isAtLimit = kind === 'rateLimited';
	const longest = isAtLimit ? LONGEST_DELAY_AT_LIMIT_MS : LONGEST_DELAY_MS;
	const doubling = (first: number) => Math.min(first * 2 ** (times - 1), longest);
	if (retryAfterMs === undefined) {
		const delay = doubling(isAtLimit ? FIRST_DELAY_AT_LIMIT_MS : FIRST_DELAY_MS);
		return Math.round(delay * (0.5 + random / 2));
	}
	// Retry-After may be too short if others use up the limit meanwhile.
	const least = Math.max(retryAfterMs, doubling(FIRST_DELAY_MS));
	return Math.round(least + random * SPREAD_MS);
}
