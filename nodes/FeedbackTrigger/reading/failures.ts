import type { ServiceFailure } from '../../shared/client/failures';
import type { ProblemKind } from '../../shared/service/problems';

/** With so many failures in a row it is said which list, or which post, cannot be read. */
export const NAMED = 3;
/** With so many it is said although there is always news. */
const NAMED_BESIDE_NEWS = 10;
/** What keeps failing is tried again every so many polls. */
const RARELY = 20;

interface Count {
	times: number;
	/** In which poll it failed last. */
	poll: number;
	/** Times since it was said that it fails. */
	unsaid: number;
}

/**
 * Failures in a row, by the trigger and by what fails. They live as long as the process, since n8n stores nothing of
 * polls without news.
 */
const counts = new Map<string, Count>();
const polls = new Map<string, number>();

/** The failures in a row of one trigger, as one poll meets them. */
export class Failures {
	private readonly poll: number;

	/** @param trigger tells triggers apart, with what they read */
	constructor(private readonly trigger: string) {
		this.poll = (polls.get(trigger) ?? 0) + 1;
		polls.set(trigger, this.poll);
	}

	/** @returns how often in a row it has failed now */
	add(what: string): number {
		const { times = 0, unsaid = 0 } = counts.get(this.keyOf(what)) ?? {};
		counts.set(this.keyOf(what), { times: times + 1, poll: this.poll, unsaid: unsaid + 1 });
		return times + 1;
	}

	/** It did not fail any more. */
	end(what: string): void {
		counts.delete(this.keyOf(what));
	}

	/** Whether it failed so often that it is left alone in this poll. */
	isSuspended(what: string): boolean {
		const { times = 0, poll = 0 } = counts.get(this.keyOf(what)) ?? {};
		return times >= NAMED && this.poll - poll < RARELY;
	}

	/**
	 * Whether a poll has to fail for it: from the third time in a row where there is no news, else from the tenth on,
	 * and then in every other poll, so that the ones in between deliver what there is.
	 */
	hasToBeSaid(what: string, hasNews: boolean): boolean {
		const count = counts.get(this.keyOf(what));
		if (!count) return false;
		if (!hasNews) return count.times >= NAMED;
		return count.times >= NAMED_BESIDE_NEWS && count.unsaid > 1;
	}

	/** The poll fails, for it or for another list: the next one may deliver. */
	said(what: string): void {
		const count = counts.get(this.keyOf(what));
		if (count) count.unsaid = 0;
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
