import { ServiceFailure } from '../shared/client/failures';
import { pathOf } from '../shared/client/path';
import { clock } from '../shared/node/transport';
import type { ProblemKind } from '../shared/service/problems';
import type { WatchedEvent } from './events';

/** So many requests an event may send before the next one has its turn. */
const REQUESTS_IN_A_TURN = 4;

/** What a poll reads for one event. */
export interface Work {
	event: WatchedEvent;
	/**
	 * What sends the next request and takes in the answer; undefined when enough is known. What fails is not asked for
	 * again in the same poll.
	 */
	next(): (() => Promise<void>) | undefined;
}

/** What kept a poll from reading all it would have, and of which event. */
export interface Hindrance {
	error: ServiceFailure;
	event: WatchedEvent;
}

/** An error that says of which event it is. */
export class EventFailure extends Error {
	constructor(
		readonly cause: unknown,
		readonly event: WatchedEvent,
	) {
		super(event.option.name);
	}
}

/**
 * Reads for all events in turns, and for another one first in each poll: however little can be read in one, every event
 * gets on.
 * @returns what went wrong, if anything did
 * @throws EventFailure of a defect
 */
export async function takeTurns(
	works: readonly Work[],
	end: number,
): Promise<Hindrance | undefined> {
	const first = Math.floor(Math.random() * works.length);
	let waiting = [...works.slice(first), ...works.slice(0, first)];
	let hindrance: Hindrance | undefined;
	let slowestMs = 0;
	for (let round = 0; waiting.length > 0; round++) {
		const unfinished: Work[] = [];
		for (const [at, work] of waiting.entries()) {
			const { event } = work;
			// The newest page of each comes before the depth of any but the first.
			const turn = round > 0 ? REQUESTS_IN_A_TURN : at === 0 ? REQUESTS_IN_A_TURN + 1 : 1;
			let send = work.next();
			for (let sent = 0; sent < turn && send; sent++) {
				const start = clock.now();
				if (start + slowestMs > end) return hindrance ?? { error: tooSlow(event), event };
				const error = await send().catch(failureOf(event));
				if (error) {
					hindrance ??= { error, event };
					if (MEANT_FOR_ALL.has(error.problem.kind)) return hindrance;
				}
				send = work.next();
				slowestMs = Math.max(slowestMs, clock.now() - start);
			}
			if (send) unfinished.push(work);
		}
		waiting = unfinished;
	}
	return hindrance;
}

/** Whether time or the limit ran out, so that the next poll goes on from here. */
export const isEndOfTime = ({ problem }: ServiceFailure) =>
	problem.kind === 'rateLimited' || problem.key === 'ETIMEDOUT';

/** The service's failures are reckoned with; any other one is a defect, which ends the poll. */
const failureOf = (event: WatchedEvent) => (error: unknown) => {
	if (error instanceof ServiceFailure) return error;
	throw new EventFailure(error, event);
};

/** What else is to be read would fare no better. */
const MEANT_FOR_ALL: ReadonlySet<ProblemKind> = new Set([
	'rateLimited',
	'unauthorized',
	'unreachable',
	'cancelled',
]);

function tooSlow({ list }: WatchedEvent): ServiceFailure {
	const call = { method: 'GET', path: pathOf(list), repeatable: true } as const;
	return new ServiceFailure({ kind: 'connectionLost', key: 'ETIMEDOUT' }, call, 1, 0);
}
