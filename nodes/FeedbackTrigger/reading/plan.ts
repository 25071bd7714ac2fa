// Chooses the page of a list that a poll reads next: from the newest page down to one that ends in a known record, then the
// backlog from where the last poll stopped, then the audit. What is left is the next backlog. Knows neither requests nor records.
//
// The words of the audit:
// - audit: reads the older pages again, a few in each poll
// - depth: the number of the last page
// - round: the time in which each older page is read once
// - turn: when a page is read in the audit
// - due: a page whose turn comes before the next poll
// - share: the number of due pages that one poll reads
// - blank: a page that was empty, or the same as the one above it
// - failing: a page that failed, and was not read since
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { Backlog, Cursor } from '../snapshot/cursor';
import type { Look } from './look';
import type { Turns } from './turns';

/** Maximum number of pages that one poll reads of a list, to bound memory. The next poll reads the rest. */
const MOST_PAGES = 100;

/** The next page from the top, of the backlog, and of the audit. */
type Next = Partial<Record<'top' | 'backlog' | 'audit', number | undefined>>;

/** A page that a poll has read. */
export interface ReadPage {
	/** Whether its last record is new or changed, or has comments to read, so that the next page may have more news. */
	endsInNews: boolean;
	isEmpty: boolean;
	isEnd: boolean;
	/** How many pages in a row before it had the same records. */
	repeats: number;
}

export class Plan {
	readonly read = new Map<number, ReadPage>();
	/** The pages of the audit that failed, and why. */
	readonly failed = new Map<number, ServiceFailure>();
	/** The pages that the audit reads. Chosen once no other page is left. */
	private audit: readonly number[] = [];
	private plan: Next;

	constructor(
		/** What is stored of the list; undefined if it starts. */
		private readonly known: Pick<Cursor, 'backlog' | 'depth' | 'isComplete'> | undefined,
		private readonly turns: Turns,
		private readonly look: Look,
		/** Whether it was reported that the list fails. Until then each poll tries a failing page again, and reads nothing below. */
		private readonly isFailureSaid: boolean,
	) {
		this.plan = this.planned();
	}

	/** The page to read next; undefined if no page is left, or if the poll has read enough. */
	get next(): number | undefined {
		if (this.read.size >= MOST_PAGES) return undefined;
		return this.plan.top ?? this.plan.backlog ?? this.plan.audit;
	}

	/** Whether only pages of the audit are left. */
	get isAuditing(): boolean {
		return this.plan.audit !== undefined;
	}

	pageWasRead(number: number, page: ReadPage): void {
		this.read.set(number, page);
		this.turns.pageWasRead(number, page.isEmpty || page.repeats > 0);
		this.plan = this.planned();
	}

	/** @returns whether the poll reads on: the audit goes on with other pages */
	pageFailed(number: number, failure: ServiceFailure): boolean {
		this.turns.pageFailed(number);
		if (!this.isAuditing) return false;
		this.failed.set(number, failure);
		this.plan = this.planned();
		return true;
	}

	/**
	 * Whether no page is left but one that fails, and may take all the time that is left. Posts whose comments failed come before
	 * it, but not in a poll after one that was cut short, since they may do the same.
	 */
	get leavesOnlyFailing(): boolean {
		const { next, look } = this;
		return next === undefined || (this.turns.isFailing(next) && !look.skipsAudit);
	}

	/** Whether the poll has not reached a failing page whose turn it was. */
	get leavesFailing(): boolean {
		return this.audit.some(
			(page) => !this.read.has(page) && !this.failed.has(page) && this.turns.isFailing(page),
		);
	}

	/** The older pages that had their turn. */
	get audited(): number[] {
		return this.audit.filter(
			(page) => this.read.has(page) || (this.isFailureSaid && this.failed.has(page)),
		);
	}

	/** Where the next poll goes on; undefined if nothing is left. */
	get backlog(): Backlog | undefined {
		const known = this.known?.backlog;
		const { top = Number.POSITIVE_INFINITY } = this.plan;
		const isLeft = known !== undefined && this.plan.backlog !== undefined;
		const from = Math.min(top, isLeft ? Math.max(this.plan.backlog!, known.from) : top);
		// A first reading goes to the end of the list.
		const isToEnd = !this.known || (isLeft && known.isToEnd);
		return from === Number.POSITIVE_INFINITY ? undefined : { from, isToEnd };
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const { turns } = this;
		const isRepeated = (number: number) => (this.read.get(number)?.repeats ?? 0) > 0;
		// An empty page may say that more follow, and so may one that comes again. The audit goes no further.
		const last = [...this.read]
			.filter(([at]) => !turns.isBlank(at))
			.map(([at, { isEnd }]) => (isEnd || isRepeated(at + 1) ? at : at + 1));
		const failed = [...this.failed.keys()].filter((page) => this.read.has(page - 1));
		let depth = Math.max(this.known?.depth ?? 0, ...last, ...failed);
		// A page that failed right below another one counts as one, or it would have no turn.
		while (turns.isFailing(depth) && turns.isFailing(depth + 1)) depth++;
		// One page that says that it is the last, or is empty, may be a mistake.
		while (turns.isBlank(depth) && turns.isBlank(depth - 1)) depth--;
		return depth;
	}

	/** Whether the service answers each page with the same records. */
	get isStuck(): boolean {
		return [...this.read].some(
			([at, { isEnd, isEmpty, repeats }]) => isEnd && !isEmpty && repeats > 1 && repeats === at,
		);
	}

	private planned(): Next {
		const { known } = this;
		const backlogBefore = known?.backlog;
		const top = this.nextUnread(0, ({ endsInNews }) => known !== undefined && !endsInNews);
		const isOver = ({ endsInNews }: ReadPage, at: number) =>
			at >= backlogBefore!.from && !backlogBefore!.isToEnd && !endsInNews;
		// Starts with the page above the backlog, as records may have moved up since.
		const backlog = backlogBefore && this.nextUnread(Math.max(0, backlogBefore.from - 1), isOver);
		if (top !== undefined || backlog !== undefined || !known?.isComplete) return { top, backlog };
		return { audit: this.nextOfAudit(known.depth) };
	}

	private nextOfAudit(depth: number): number | undefined {
		const deepest = Math.max(this.depth, depth);
		if (this.audit.length === 0) this.audit = this.turns.due(deepest, this.look);
		const next = this.audit.find((page) => !this.read.has(page) && !this.failed.has(page));
		if (next !== undefined && !this.turns.isFailing(next)) return next;
		// The list may have become shorter meanwhile.
		const last = Math.min(depth, this.depth);
		if (!this.audit.includes(Math.max(1, last))) return next;
		// Below the last page: the list may have grown. A poll reads as many pages as are due, and one more.
		const from = this.turns.isFailing(last) ? last + 1 : last;
		const below = this.nextUnread(from, ({ isEmpty }) => isEmpty);
		const read = this.audit.filter((page) => this.read.has(page));
		if (below === undefined || read.length > this.turns.share(deepest, this.look)) return next;
		this.audit = [...this.audit, below];
		return below;
	}

	private nextUnread(
		from: number,
		isOver: (page: ReadPage, number: number) => boolean,
	): number | undefined {
		// Reads on below a page that is left to the audit. Below two of them all may fail.
		for (let number = from, left = 0; left < 2; number++) {
			const page = this.read.get(number);
			if (page ? page.isEnd || isOver(page, number) : !this.isLeftToAudit(number))
				return page ? undefined : number;
			left = page ? 0 : left + 1;
		}
		return undefined;
	}

	/** A first reading needs all pages: what it does not know would fire as new. */
	private isLeftToAudit(page: number): boolean {
		const isFailing = this.failed.has(page) || (this.isFailureSaid && this.turns.isFailing(page));
		return page > 0 && this.known?.isComplete === true && isFailing;
	}
}
