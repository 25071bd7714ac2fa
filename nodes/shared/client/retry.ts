import { effects, type Problem } from '../service/problems';
import { isForbiddenAddress } from './connect-errors';

/** How long one call may go on trying. */
export interface Patience {
	/** Requests in all, the first one included, but for those that were refused since the rate limit was reached. */
	tries: number;
	/** Milliseconds of waiting in all, over every try of one call. */
	waitMs: number;
	/** Whether it neither waits for a pause that workflows were asked to make, nor makes them wait. */
	hasOwnRateLimiter?: boolean;
}

/** For workflow steps: nobody sits in front of them, and a run that fails at night costs more than one that waits. */
export const PATIENT: Patience = { tries: 5, waitMs: 180_000 };

/** For polls: the next one is not far, and goes on from where this one ends. */
export const BRIEF: Patience = { tries: 3, waitMs: 5_000 };

/** For lists in the editor and credential tests: a person is waiting for the answer. */
export const PROMPT: Patience = { ...BRIEF, hasOwnRateLimiter: true };

/** With less left, no other try is begun: its answer would hardly come in time. */
const LEAST_LEFT_MS = 10_000;

/** What one call has spent. */
export class Budget {
	/** Requests sent, and those of them that were refused since the limit was reached. */
	tries = 0;
	refusals = 0;
	/** Milliseconds of waiting, and those that are left for waits and requests. Waiting in line counts once it was refused. */
	waitedMs = 0;
	leftMs = 180_000;
	/** Whether it is not known what came of a try. */
	isInDoubt = false;

	/** @param begun when the call began */
	constructor(
		readonly patience: Patience,
		readonly begun: number,
	) {}

	/** Whether the call may wait for this many milliseconds, and then go on. */
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
 * What comes after a problem: how many milliseconds to wait, and whether the same request is sent again then. A limit that
 * was waited for leaves the tries for other trouble as they were.
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
export function mayRetry({ kind, key = '' }: Problem, repeatable: boolean): boolean {
	if (effects[kind] === 'nothing') return !isForbiddenAddress(key);
	return repeatable && effects[kind] === 'unknown';
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
export function retryDelay({ kind, retryAfterMs }: Problem, times: number, random: number): number {
	const isAtLimit = kind === 'rateLimited';
	const longest = isAtLimit ? LONGEST_DELAY_AT_LIMIT_MS : LONGEST_DELAY_MS;
	const doubling = (first: number) => Math.min(first * 2 ** (times - 1), longest);
	if (retryAfterMs === undefined) {
		const delay = doubling(isAtLimit ? FIRST_DELAY_AT_LIMIT_MS : FIRST_DELAY_MS);
		return Math.round(delay * (0.5 + random / 2));
	}
	// What was asked for may be too short where others use up the limit meanwhile.
	const least = Math.max(retryAfterMs, doubling(FIRST_DELAY_MS));
	return Math.round(least + random * SPREAD_MS);
}
