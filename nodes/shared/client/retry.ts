import type { Problem } from '../service/problems';
import type { Method } from './transport';

/** How long one call may go on trying. */
export interface Patience {
	/** Requests in all, the first one included. */
	tries: number;
	/** The same while the service says that the rate limit is reached: others may be using up the quota. */
	triesAtLimit: number;
	/** Milliseconds of waiting in all, over every try of one call. */
	waitMs: number;
}

/** For workflow steps: nobody sits in front of them, and a run that fails at night costs more than one that waits. */
export const PATIENT: Patience = { tries: 5, triesAtLimit: 15, waitMs: 180_000 };

/** For lists in the editor and credential tests: a person is waiting for the answer. */
export const PROMPT: Patience = { tries: 3, triesAtLimit: 3, waitMs: 5_000 };

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
/** However long the service asks to wait: a mistaken value must not silence a workspace for a day. */
const LONGEST_ASKED_MS = 3_600_000;
/** The window of the documented rate limit: after it, some of the quota is surely free again. */
const LONGEST_DELAY_AT_LIMIT_MS = 60_000;

/**
 * Milliseconds to wait before the next try: what the service asked for, else a doubling delay. Both are spread out,
 * so that requests that failed together do not come back together.
 * @param tries requests sent so far, 1 or more
 * @param random from 0 to 1
 */
export function retryDelay(problem: Problem, tries: number, random: number): number {
	if (problem.retryAfterMs !== undefined) {
		return Math.min(problem.retryAfterMs, LONGEST_ASKED_MS) + Math.ceil(random * 500);
	}
	const atLimit = problem.kind === 'rateLimited';
	const delay = (atLimit ? FIRST_DELAY_AT_LIMIT_MS : FIRST_DELAY_MS) * 2 ** (tries - 1);
	const longest = atLimit ? LONGEST_DELAY_AT_LIMIT_MS : LONGEST_DELAY_MS;
	return Math.round(Math.min(delay, longest) * (0.5 + random / 2));
}
