// When a list was last read as a whole, page by page over several polls. Each record was read since then, so a change that is
// found now is not older: Post Gaining Traction dates votes by it. And what no page has shown since may be deleted.
import { clock } from '../../shared/node/transport';
import type { Pages } from './pages';

/** An audit goes through a list within this number of polls, or as many as the list has pages. */
export const AUDIT_POLLS = 20;
/** A round takes at least so long, so that it is not stored in every poll. */
const LEAST_MS = 3_600_000;

const rounds = new Map<string, Round>();

/** The round of this process. @param list names the list and its trigger */
export function roundOf(list: string): Round {
	const round = rounds.get(list) ?? new Round();
	rounds.set(list, round);
	return round;
}

/** Polls within which the audit reads each page of a list. */
export class Round {
	private since: number | undefined;
	private began = 0;
	private polls = 0;
	/** The IDs on the pages that were read, one page after the other. */
	private shown: Array<{ number: number; ids: string }> = [];

	/**
	 * A poll has ended well.
	 * @param since what is remembered of the list: after a restart something older
	 * @returns when the last whole round began: each record was read since, but for what came later
	 */
	next(since: number | undefined, depth: number): number {
		const now = clock.now();
		// Each poll reads a list of one page to its end.
		const polls = depth === 0 ? 1 : 1 + Math.max(AUDIT_POLLS, depth);
		if (since === undefined || since !== this.since) this.since = since ?? now;
		else if (++this.polls < polls || now - this.began < LEAST_MS) return since;
		else this.since = this.began;
		this.began = now;
		this.polls = 0;
		return this.since;
	}

	/** Takes over the pages of a poll. @returns the IDs that were shown since each page was read; undefined before that */
	showing({ read, depth }: Pages): ReadonlySet<string> | undefined {
		const pages = [...read].map(([number, { ids }]) => ({ number, ids }));
		// Twice as many as any list has that a snapshot holds.
		this.shown = [...this.shown, ...pages].slice(-2_000);
		const lastOf = (_: unknown, page: number) =>
			this.shown.findLastIndex(({ number }) => number === page);
		const from = Math.min(...Array.from({ length: depth + 1 }, lastOf));
		if (from < 0) return undefined;
		this.shown.splice(0, from);
		return new Set(this.shown.flatMap(({ ids }) => ids.split(',')));
	}
}
