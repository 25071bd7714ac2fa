// Lists and posts that keep failing. A failure is reported in the third poll in a row, and then in every 20th.
import { ServiceFailure } from '../../shared/client/service-failure';
import type { ProblemKind } from '../../shared/service/problems';

/** A failure is reported when this number of polls in a row has failed. */
const SAID = 3;
/** After this number of polls a failure is reported again, and a failing post is tried again. */
const RARELY = 20;

/** By trigger. Kept in memory until the process ends. */
const triggers = new Map<string, Failures>();

/** The failing lists and posts of one trigger, during one poll. */
export class Failures {
	private readonly poll: number;
	/** By list or post: the poll that failed first, and the poll that reported the failure last. */
	private readonly failing: Map<string, { since: number; said?: number }>;

	/**
	 * @param trigger identifies the trigger and the service that it reads
	 * @param isHeard whether n8n reports a failed poll; if not, the failure is only logged
	 */
	constructor(
		trigger: string,
		private readonly isHeard: boolean,
	) {
		const last = triggers.get(trigger);
		this.poll = (last?.poll ?? 0) + 1;
		this.failing = last?.failing ?? new Map();
		triggers.set(trigger, this);
	}

	/** Records a failure. @returns the number of polls since the first failure, both included */
	polls(what: string): number {
		const known = this.failing.get(what) ?? { since: this.poll };
		this.failing.set(what, known);
		return this.poll - known.since + 1;
	}

	/** Records a failure. @returns whether the poll has to report it; then it is marked as reported */
	hasToBeSaid(what: string): boolean {
		if (this.polls(what) < SAID || this.isSaidLately(what) || !this.isHeard) return false;
		Object.assign(this.failing.get(what) ?? {}, { said: this.poll });
		return true;
	}

	/** Whether it has failed, and no poll has reported that lately. */
	isUnsaid(what: string): boolean {
		return this.failing.has(what) && !this.isSaidLately(what);
	}

	/** Whether this poll or one of the two before has reported a failure. */
	get wasOneSaidLately(): boolean {
		const isLately = ({ said = -SAID }) => this.poll - said < SAID;
		return [...this.failing.values()].some(isLately);
	}

	/** Forgets the failure of a list or post that works again. */
	end(what: string): void {
		this.failing.delete(what);
	}

	/** Whether its failure was reported recently: this poll does not report it again, and does not try a post. */
	isSaidLately(what: string): boolean {
		const said = this.failing.get(what)?.said;
		return said !== undefined && this.poll - said < RARELY;
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

/** Whether the poll ran out of time or hit the rate limit. The next poll continues from here. */
export const isEndOfTime = ({ problem }: ServiceFailure) =>
	problem.kind === 'rateLimited' || problem.key === 'ETIMEDOUT';
