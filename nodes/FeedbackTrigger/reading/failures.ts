// What keeps failing, a list or a post: counted by polls, and said in the third one in a row and in every 20th.
import { ServiceFailure } from '../../shared/client/service-failure';
import type { ProblemKind } from '../../shared/service/problems';

/** Polls in a row in which something fails before it is said. */
const SAID = 3;
/** From then on it is said again, and a post is tried again, whenever this number of polls has passed. */
const RARELY = 20;

/** By the trigger. They live as long as the process. */
const triggers = new Map<string, Failures>();

/** What keeps failing of one trigger, lists and posts alike, as one poll meets it. */
export class Failures {
	private readonly poll: number;
	/** What fails: since which poll, and in which one it was said last. */
	private readonly failing: Map<string, { since: number; said?: number }>;

	/**
	 * @param trigger a name of the trigger, with what it reads
	 * @param isHeard whether n8n reports a poll that fails, and not the log alone
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

	/** It has failed. @returns for how many polls it has, this one included */
	polls(what: string): number {
		const known = this.failing.get(what) ?? { since: this.poll };
		this.failing.set(what, known);
		return this.poll - known.since + 1;
	}

	/** It has failed. @returns whether the poll has to fail for it, and then counts that as said */
	hasToBeSaid(what: string): boolean {
		if (this.polls(what) < SAID || this.isSaidLately(what) || !this.isHeard) return false;
		Object.assign(this.failing.get(what) ?? {}, { said: this.poll });
		return true;
	}

	/** Whether one of the last polls had to fail for something. */
	get wasOneSaidLately(): boolean {
		const isLately = ({ said = -SAID }) => this.poll - said < SAID;
		return [...this.failing.values()].some(isLately);
	}

	/** It did not fail any more. */
	end(what: string): void {
		this.failing.delete(what);
	}

	/** Whether it keeps failing and was said, so that it is left alone in this poll. */
	isSaidLately(what: string): boolean {
		const said = this.failing.get(what)?.said;
		return said !== undefined && this.poll - said < RARELY;
	}
}

/** The service's failures are reckoned with; any other one is a defect, which ends the poll. */
export function ofService(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** What else is to be read would fare no better. */
const FOR_ALL: readonly ProblemKind[] = ['rateLimited', 'unauthorized', 'unreachable', 'cancelled'];

export const isMeantForAll = (failure: ServiceFailure) =>
	FOR_ALL.includes(failure.problem.kind) || isEndOfTime(failure);

/** Whether time or the limit ran out, so that the next poll goes on from here. */
export const isEndOfTime = ({ problem }: ServiceFailure) =>
	problem.kind === 'rateLimited' || problem.key === 'ETIMEDOUT';
