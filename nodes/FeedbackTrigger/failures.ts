// What keeps failing: a list, the comments of a list, and each of its posts. The third failure in a row is said, and then one a
// day, three failures later or more. One message says all that is due, because a poll that fails delivers nothing.
import type { Path } from '../shared/client/path';
import { ServiceFailure } from '../shared/client/service-failure';
import { clock } from '../shared/node/n8n-transport';
import type { ProblemKind } from '../shared/service/problems';
import { ProcessMemory } from './process-memory';
import type { WatchedList } from './settings';

/** What has failed this number of times in a row is said. A post is then tried at its turn, no longer by each poll. */
const TIMES = 3;
/** It is said again after this time, but not before it has failed `TIMES` times more: the polls between deliver. */
const REPORT_AGAIN_MS = 24 * 3_600_000;
/** Time after which a failing post is tried again: 20 minutes, as a poll may come early. */
const TRY_AGAIN_MS = 19.5 * 60_000;

/** How often something has failed in a row, and when it did last. When that was said last, and how often it has failed since. */
interface Failing {
	times: number;
	at: number;
	saidAt?: number;
	timesSince: number;
}

const triggers = new ProcessMemory(() => new Map<string, Failing>());

/** What keeps failing of one trigger, during one poll. */
export class Failures {
	private readonly failing: Map<string, Failing>;

	/** @param isReported whether n8n reports a failed poll; if not, the failure is only logged */
	constructor(
		trigger: string,
		private readonly isReported: boolean,
	) {
		this.failing = triggers.of(trigger);
	}

	/** Counts a failure. @param times how often it has happened in a row, if that is counted elsewhere */
	count(what: string, times = this.times(what) + 1): void {
		const { saidAt, timesSince } = this.failing.get(what) ?? { timesSince: 0 };
		this.failing.set(what, { times, at: clock.now(), saidAt, timesSince: timesSince + 1 });
	}

	end(what: string): void {
		this.failing.delete(what);
	}

	/** How often this has failed in a row. */
	times(what: string): number {
		return this.failing.get(what)?.times ?? 0;
	}

	/** Whether a poll tries to read the comments of this post. */
	mayTry(post: string): boolean {
		const { times, at } = this.failing.get(post) ?? { times: 0, at: 0 };
		return times < TIMES || clock.now() - at >= TRY_AGAIN_MS;
	}

	/** Whether a poll has said that this fails. */
	isSaid(what: string): boolean {
		return this.failing.get(what)?.saidAt !== undefined;
	}

	/** Which of these failures are to be said: all that have lasted, once one of them is due. */
	due(all: readonly string[]): string[] {
		const lasting = all.filter((what) => this.times(what) >= TIMES);
		return this.isReported && lasting.some((what) => this.isDue(what)) ? lasting : [];
	}

	said(all: readonly string[]): void {
		for (const what of all) {
			const known = this.failing.get(what);
			if (known) this.failing.set(what, { ...known, saidAt: clock.now(), timesSince: 0 });
		}
	}

	private isDue(what: string): boolean {
		const { saidAt, timesSince } = this.failing.get(what)!;
		return saidAt === undefined || (timesSince >= TIMES && clock.now() - saidAt >= REPORT_AGAIN_MS);
	}
}

/** A list that could not be read, or comments of its posts. */
export interface Failed {
	cause: unknown;
	list: WatchedList;
	/** The IDs of the posts whose comments could not be read. */
	posts?: readonly string[];
}

export class ListFailure extends Error {
	/** @param isPartial whether the poll could read something */
	constructor(
		readonly failed: readonly Failed[],
		readonly isPartial = false,
	) {
		super(failed.map(({ list }) => list.key).join());
	}
}

/** A request that the poll had no time left to send. */
export class NotSent extends ServiceFailure {
	constructor(path: Path) {
		const call = { method: 'GET', path, repeatable: true } as const;
		super({ kind: 'connectionLost', key: 'ETIMEDOUT' }, call);
	}
}

/** Returns a failure of the service. Any other error is a defect, so it is thrown and fails the poll. */
export function ofService(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** Failures that would hit every further request as well. */
const FOR_ALL: readonly ProblemKind[] = ['rateLimited', 'unauthorized', 'unreachable', 'cancelled'];

export const isMeantForAll = (failure: ServiceFailure) =>
	FOR_ALL.includes(failure.problem.kind) || isEndOfTime(failure);

/** Whether no answer came in time, or no time was left to ask. */
export const isTimeout = (failure?: ServiceFailure) => failure?.problem.key === 'ETIMEDOUT';

/** Whether the poll ran out of time or hit the rate limit. The next poll continues from here. */
export const isEndOfTime = (failure?: ServiceFailure) =>
	failure?.problem.kind === 'rateLimited' || isTimeout(failure);
