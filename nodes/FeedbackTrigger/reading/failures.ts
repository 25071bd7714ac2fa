// What keeps failing, a list or a post: counted by polls, and said in the third one in a row and in every 20th.
import type { ServiceFailure } from '../../shared/client/failures';
import type { ProblemKind } from '../../shared/service/problems';

/** In so many polls in a row something fails before it is said. */
const SAID = 3;
/** From then on it is said again, and a post is tried again, every so many polls. */
const RARELY = 20;

/** By the trigger and by what fails: in which poll it began to fail, and was said last. They live as long as the process. */
const failing = new Map<string, { since: number; said?: number }>();
const polls = new Map<string, number>();

/** What keeps failing of one trigger, lists and posts alike, as one poll meets it. */
export class Failures {
	private readonly poll: number;

	/** @param trigger tells triggers apart, with what they read */
	constructor(private readonly trigger: string) {
		this.poll = (polls.get(trigger) ?? 0) + 1;
		polls.set(trigger, this.poll);
	}

	/** It has failed. @returns whether the poll has to fail for it, and then counts that as said */
	hasToBeSaid(what: string): boolean {
		const known = failing.get(this.keyOf(what)) ?? { since: this.poll };
		const isSaid = this.poll - known.since >= SAID - 1 && !this.isSaidLately(what);
		failing.set(this.keyOf(what), isSaid ? { ...known, said: this.poll } : known);
		return isSaid;
	}

	/** It did not fail any more. */
	end(what: string): void {
		failing.delete(this.keyOf(what));
	}

	/** Whether it keeps failing and was said, so that it is left alone in this poll. */
	isSaidLately(what: string): boolean {
		const said = failing.get(this.keyOf(what))?.said;
		return said !== undefined && this.poll - said < RARELY;
	}

	private keyOf(what: string): string {
		return `${this.trigger} ${what}`;
	}
}

/** What else is to be read would fare no better. */
const MEANT_FOR_ALL: ReadonlySet<ProblemKind> = new Set([
	'rateLimited',
	'unauthorized',
	'unreachable',
	'cancelled',
]);

export const isMeantForAll = ({ problem }: ServiceFailure) => MEANT_FOR_ALL.has(problem.kind);

/** Whether time or the limit ran out, so that the next poll goes on from here. */
export const isEndOfTime = ({ problem }: ServiceFailure) =>
	problem.kind === 'rateLimited' || problem.key === 'ETIMEDOUT';
