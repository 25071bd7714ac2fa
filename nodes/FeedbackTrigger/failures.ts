// Lists and posts that keep failing. A failure is reported in the third poll in a row, and then in every 20th.
import type { Path } from '../shared/client/path';
import { ServiceFailure } from '../shared/client/service-failure';
import type { ProblemKind } from '../shared/service/problems';
import { ProcessMemory } from './process-memory';
import type { WatchedList } from './settings';

/** A failure is reported when this number of polls in a row has failed. */
const REPORTED = 3;
/** After this number of polls a failure is reported again, and a failing post is tried again. */
const RARELY = 20;

/** The poll in which a list or a post failed first, and the one that reported it last. */
interface Failing {
	since: number;
	reported?: number;
}

const triggers = new ProcessMemory(() => ({ polls: 0, failing: new Map<string, Failing>() }));

/** The failing lists and posts of one trigger, during one poll. */
export class Failures {
	private readonly poll: number;
	private readonly failing: Map<string, Failing>;

	/** @param isReported whether n8n reports a failed poll; if not, the failure is only logged */
	constructor(
		trigger: string,
		private readonly isReported: boolean,
	) {
		const known = triggers.of(trigger);
		this.poll = ++known.polls;
		this.failing = known.failing;
	}

	record(what: string): Failing {
		const known = this.failing.get(what) ?? { since: this.poll };
		this.failing.set(what, known);
		return known;
	}

	/** Records a failure. @returns whether the poll has to report it; then it is marked as reported */
	mustReport(what: string): boolean {
		const known = this.record(what);
		const isDue = this.poll - known.since + 1 >= REPORTED && !this.isReportedLately(what);
		if (!isDue || !this.isReported) return false;
		known.reported = this.poll;
		return true;
	}

	/** Whether this poll or one of the two before has reported a failure. */
	get wasOneReportedLately(): boolean {
		const isLately = ({ reported = -REPORTED }) => this.poll - reported < REPORTED;
		return [...this.failing.values()].some(isLately);
	}

	end(what: string): void {
		this.failing.delete(what);
	}

	/** Whether its failure was reported recently: this poll does not report it again, and does not try a post. */
	isReportedLately(what: string): boolean {
		const reported = this.failing.get(what)?.reported;
		return reported !== undefined && this.poll - reported < RARELY;
	}
}

export class ListFailure extends Error {
	constructor(
		readonly cause: unknown,
		readonly list: WatchedList,
		/** Whether the poll could read anything. */
		readonly isPartial = false,
	) {
		super(list.key);
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
