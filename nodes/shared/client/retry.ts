import type { Problem } from '../service/problems';
import type { Method } from './transport';

/** How long one call may go on trying. */
export interface Patience {
	/** Requests in all, the first one included. */
	tries: number;
	/** The same while the service says that the rate limit is reached: others may be using it up. */
	triesAtLimit: number;
	/** Milliseconds of waiting in all, over every try of one call. */
	waitMs: number;
	/** Whether it neither waits for a pause that workflows were asked to make, nor makes them wait. */
	hasOwnRateLimiter?: boolean;
}

/** For workflow steps: nobody sits in front of them, and a run that fails at night costs more than one that waits. */
export const PATIENT: Patience = { tries: 5, triesAtLimit: 15, waitMs: 180_000 };

/** For lists in the editor and credential tests: a person is waiting for the answer. */
export const PROMPT: Patience = {
	tries: 3,
	triesAtLimit: 3,
	waitMs: 5_000,
	hasOwnRateLimiter: true,
};

/** For polls: the next one is not far, and goes on from where this one ends. */
export const BRIEF: Patience = { tries: 3, triesAtLimit: 2, waitMs: 5_000 };

/** What one call has spent. */
export interface Budget {
	/** Requests sent, and those of them that were refused since the limit was reached. */
	tries: number;
	refusals: number;
	/** Milliseconds of waiting, and those that are left for all: waits, and requests under way. */
	waitedMs: number;
	leftMs: number;
	/** Whether it is not known what came of a try. */
	isInDoubt: boolean;
}

/** One call ends within this many milliseconds. Standing in line is its own time only once it was refused. */
export const fullBudget = (): Budget => ({
	tries: 0,
	refusals: 0,
	waitedMs: 0,
	leftMs: 180_000,
	isInDoubt: false,
});

/** With less left, no other try is begun: its answer would hardly come in time. */
export const LEAST_LEFT_MS = 10_000;

/** Whether a call may wait for this many milliseconds, and then go on. */
export function mayWait(ms: number, { waitedMs, leftMs }: Budget, patience: Patience): boolean {
	return waitedMs + ms <= patience.waitMs && leftMs - ms >= LEAST_LEFT_MS;
}

/**
 * Whether the same request is sent again after this problem. Each kind of trouble has its own count: a limit that was
 * waited for leaves the other tries as they were.
 * @param delayMs how long to wait before
 * @param repeatable whether sending it twice leaves the service as sending it once does
 */
export function isWorthAnotherTry(
	problem: Problem,
	delayMs: number,
	budget: Budget,
	patience: Patience,
	repeatable: boolean,
): boolean {
	const isAtLimit = problem.kind === 'rateLimited';
	const hasTries = isAtLimit
		? budget.refusals < patience.triesAtLimit
		: budget.tries - budget.refusals < patience.tries;
	return hasTries && mayWait(delayMs, budget, patience) && mayRetry(problem, repeatable);
}

/**
 * Whether the same request may be sent again after this problem.
 * @param repeatable whether sending it twice leaves the service as sending it once does
 */
export function mayRetry({ kind }: Problem, repeatable: boolean): boolean {
	switch (kind) {
		case 'rateLimited': // refused before it was looked at
		case 'writeFailed': // "the resource is unchanged, so a retry is safe"
		case 'unreachable': // never sent
			return true;
		case 'serverFailed':
		case 'connectionLost':
		case 'emptyAnswer':
			return repeatable;
		default:
			return false;
	}
}

/** Reads, full updates and deletes may be repeated; what a POST does depends on the endpoint. */
export function repeatableMethod(method: Method): boolean {
	return method !== 'POST';
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const FIRST_DELAY_AT_LIMIT_MS = 4_000;
/** The window of the documented rate limit: after it, part of it is surely free again. */
const LONGEST_DELAY_AT_LIMIT_MS = 60_000;

/** Spreads out requests that have to wait for the same time. */
const SPREAD_MS = 500;

/**
 * Milliseconds to wait before the next try: a doubling delay, and never less than the service asked for. It is spread
 * out, so that requests that failed together do not come back together.
 * @param times how often this has happened to the request, 1 or more
 * @param random from 0 to 1
 */
export function retryDelay(problem: Problem, times: number, random: number): number {
	const atLimit = problem.kind === 'rateLimited';
	const longest = atLimit ? LONGEST_DELAY_AT_LIMIT_MS : LONGEST_DELAY_MS;
	const doubling = (first: number) => Math.min(first * 2 ** (times - 1), longest);
	if (problem.retryAfterMs !== undefined) {
		// What was asked for may be too short where others use up the limit meanwhile.
		const least = Math.max(problem.retryAfterMs, doubling(FIRST_DELAY_MS));
		return Math.round(least + random * SPREAD_MS);
	}
	const first = atLimit ? FIRST_DELAY_AT_LIMIT_MS : FIRST_DELAY_MS;
	return Math.round(doubling(first) * (0.5 + random / 2));
}
