// Chooses the pages of one list that a poll reads: from the newest page down to one that ends in a known record, then the
// backlog from where the last poll stopped, then the older pages that are due: the audit. What is left is the next backlog.
import type { ListPage } from '../../shared/client/list-reader';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';
import { type Occurrence, textOf } from '../comparison';
import type { Candidate, Diff } from '../diff';
import { isMeantForAll, isTimeout, NotSent } from '../failures';
import type { Backlog, Cursor } from '../snapshot/cursor';
import type { Comments } from '../comments/comments';

/** Maximum number of pages and of occurrences that one poll reads of a list, to bound memory. The next poll reads the rest. */
const MOST_PAGES = 100;
const MOST_OCCURRENCES = 2_500;
/** Maximum number of existing records that fire for an event at the first activation. */
const MOST_EXISTING = 100;

/** What is left to read: the next page from the top, of the backlog, and of the audit. */
type Plan = Partial<Record<'top' | 'backlog' | 'audit', number | undefined>>;

interface ReadPage {
	/** Whether its last record is new or changed, or has comments to read, so that the next page may have more news. */
	endsInNews: boolean;
	isEmpty: boolean;
	isEnd: boolean;
	/** How many pages in a row before it had the same records. */
	repeats: number;
	/** The IDs of posts whose comments this poll wants. */
	wanted: readonly string[];
}

/** A page that is left out. Below it there may be news. */
const LEFT_OUT: ReadPage = {
	endsInNews: true,
	isEmpty: false,
	isEnd: false,
	repeats: 0,
	wanted: [],
};

export class Pages {
	readonly candidates = new Map<string, Candidate>();
	/** By `product_id`. */
	readonly workspaces = new Set<string>();
	knowsAny = false;
	/** Whether new records lack the date of their last change: one on the newest page does, or most of another page do. */
	isUndated: boolean;
	readonly read = new Map<number, ReadPage>();
	/** The IDs of all records that this poll has read. */
	readonly met = new Set<string>();
	/** Whether the newest page was empty when it was read last. */
	private readonly wasEmpty: boolean;
	/** Why a page was left out. */
	passed?: ServiceFailure;
	/** The pages that the audit reads. Chosen once no other page is left. */
	private audit: readonly number[] = [];
	private plan: Plan;
	private occurrences = 0;
	/** By event: how many existing records would fire. */
	private readonly existing = new Map<string, number>();

	constructor(
		private readonly diff: Diff,
		private readonly comments: Pick<Comments, 'wants' | 'due'>,
		/** Whether a page that keeps failing is left out. */
		private readonly mayLeaveOut: boolean,
	) {
		this.isUndated = diff.cursor?.isUndated === true;
		this.wasEmpty = diff.rotation.isBlank(0);
		this.plan = this.planned();
	}

	/** The page to read next; undefined if no page is left, if the poll has read enough, or reads another workspace. */
	get next(): number | undefined {
		const isFull = this.read.size >= MOST_PAGES || this.occurrences >= MOST_OCCURRENCES;
		if (isFull || this.origin === 'other') return undefined;
		return this.plan.top ?? this.plan.backlog ?? this.plan.audit;
	}

	/** Whether only pages of the audit are left. */
	get isAuditing(): boolean {
		return this.plan.audit !== undefined;
	}

	add(number: number, { records, more, repeats }: ListPage): void {
		const undated = records.filter(({ updated }) => textOf(updated) === '').length;
		this.isUndated ||= undated * 2 > records.length || (number === 0 && undated > 0);
		const isEmpty = records.length === 0;
		this.read.set(number, { ...this.meet(records), isEmpty, isEnd: more === 'no', repeats });
		this.diff.rotation.pageWasRead(number, isEmpty || repeats > 0);
		this.plan = this.planned();
	}

	/**
	 * Leaves out an older page until its next turn, if it may, or is below the known end. A page that fails as all would is not
	 * to blame, unless it never answers. @throws the failure otherwise
	 */
	leaveOut(number: number, failure: ServiceFailure): void {
		const isForAll = isMeantForAll(failure);
		const isToBlame = !isForAll || (isTimeout(failure) && !(failure instanceof NotSent));
		if (isToBlame) this.diff.rotation.pageFailed(number);
		if (!this.mayBeLeftOut(number, isToBlame)) throw failure;
		this.passed = failure;
		this.read.set(number, LEFT_OUT);
		this.plan = this.planned();
		if (isForAll) throw failure;
	}

	private mayBeLeftOut(number: number, isToBlame: boolean): boolean {
		const isBelow = (this.plan.audit ?? 0) > (this.diff.cursor?.depth ?? 0);
		return number > 0 && (this.isAuditing || isToBlame) && (this.mayLeaveOut || isBelow);
	}

	/**
	 * Which workspace a new key reads: by the `product_id` of the records or, without one, by whether any of them is known.
	 * While none is, it may be the same one with many new records, or another one.
	 */
	get origin(): 'same' | 'other' | 'unknown' {
		const { cursor, isSameKey, snapshot } = this.diff;
		if (!cursor || isSameKey) return 'same';
		if (cursor.workspace !== undefined && this.workspaces.size > 0)
			return this.workspaces.has(cursor.workspace) ? 'same' : 'other';
		return this.knowsAny || snapshot.size === 0 || this.met.size === 0 ? 'same' : 'unknown';
	}

	/** Of the key whose workspace the list is of. An empty list is of any, but one empty page may be a mistake. */
	get keyFingerprint(): string {
		const { cursor, keyFingerprint } = this.diff;
		const isDoubtful = cursor !== undefined && this.met.size === 0 && !this.wasEmpty;
		return isDoubtful ? cursor.keyFingerprint : keyFingerprint;
	}

	/** Compares records with the snapshot. @returns what their page is for the plan */
	meet(records: readonly DataRecord[]): Pick<ReadPage, 'endsInNews' | 'wanted'> {
		const wanted: string[] = [];
		let endsInNews = false;
		for (const record of records) {
			const candidate = this.diff.of(record, !this.knowsAny);
			if (!candidate) continue;
			const { id } = candidate;
			const isWanted = this.comments.wants(candidate);
			if (isWanted) wanted.push(id);
			endsInNews = isWanted || !candidate.isKnown;
			if (!this.met.has(id)) this.take(candidate);
		}
		return { endsInNews, wanted };
	}

	/** Where the next poll goes on; undefined if nothing is left. */
	get backlog(): Backlog | undefined {
		const { cursor } = this.diff;
		const known = cursor?.backlog;
		const { top = Number.POSITIVE_INFINITY } = this.plan;
		const isLeft = known !== undefined && this.plan.backlog !== undefined;
		const from = Math.min(top, isLeft ? Math.max(this.plan.backlog!, known.from) : top);
		// A first reading goes to the end of the list.
		const isToEnd = !cursor || (isLeft && known.isToEnd);
		return from === Number.POSITIVE_INFINITY ? undefined : { from, isToEnd };
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const { rotation } = this.diff;
		const isRepeated = (number: number) => (this.read.get(number)?.repeats ?? 0) > 0;
		// An empty page may say that more follow, and so may one that comes again. The audit goes no further.
		const last = [...this.read]
			.filter(([at, page]) => page !== LEFT_OUT && !rotation.isBlank(at))
			.map(([at, { isEnd }]) => (isEnd || isRepeated(at + 1) ? at : at + 1));
		let depth = Math.max(this.diff.cursor?.depth ?? 0, ...last);
		// One page that says that it is the last, or is empty, may be a mistake.
		while (rotation.isBlank(depth) && rotation.isBlank(depth - 1)) depth--;
		return depth;
	}

	/** Whether the service answers each page with the same records. */
	get isStuck(): boolean {
		return [...this.read].some(
			([at, { isEnd, isEmpty, repeats }]) => isEnd && !isEmpty && repeats > 1 && repeats === at,
		);
	}

	/** The older pages that had their turn in the audit, or lost it. */
	get audited(): number[] {
		const all = [...this.read].filter(
			([at, page]) => at > 0 && (page === LEFT_OUT || this.audit.includes(at)),
		);
		return all.map(([at]) => at);
	}

	/** The older pages of posts that have comments left to read. */
	get unfinished(): number[] {
		const isLeft = (id: string) => this.comments.due.has(id);
		const all = [...this.read].filter(([at, { wanted }]) => at > 0 && wanted.some(isLeft));
		return all.map(([at]) => at);
	}

	private take(met: Candidate): void {
		const occurrences = this.diff.deliversExisting ? this.firstOf(met) : met.occurrences;
		const candidate = { ...met, occurrences };
		const { id, record } = candidate;
		this.met.add(id);
		this.occurrences += occurrences.length;
		this.knowsAny ||= candidate.before !== undefined;
		// Drops records that do not fire: those of a first reading would only fill the memory.
		const kept = occurrences.length > 0 ? candidate : { ...candidate, record: {} };
		if (!candidate.isKnown) this.candidates.set(id, kept);
		const workspace = record.product_id ?? undefined;
		if (workspace !== undefined) this.workspaces.add(String(workspace));
	}

	/** What fires of an existing record, until enough records have fired for an event. The newest come first. */
	private firstOf({ occurrences }: Candidate): Occurrence[] {
		return occurrences.filter(({ watched: { event } }) => {
			const count = (this.existing.get(event.value) ?? 0) + 1;
			this.existing.set(event.value, count);
			return count <= MOST_EXISTING;
		});
	}

	private planned(): Plan {
		const { cursor, isComplete } = this.diff;
		const known = cursor?.backlog;
		const top = this.nextUnread(0, ({ endsInNews }) => cursor !== undefined && !endsInNews);
		const isOver = ({ endsInNews }: ReadPage, at: number) =>
			at >= known!.from && !known!.isToEnd && !endsInNews;
		// Starts with the page above the backlog, as records may have moved up since.
		const backlog = known && this.nextUnread(Math.max(0, known.from - 1), isOver);
		if (top !== undefined || backlog !== undefined || !isComplete) return { top, backlog };
		return { audit: this.nextDue(cursor!) };
	}

	private nextDue({ depth }: Cursor): number | undefined {
		const { rotation, look } = this.diff;
		const known = Math.max(this.depth, depth);
		if (this.audit.length === 0) this.audit = rotation.due(known, look);
		const unread = this.audit.find((page) => !this.read.has(page));
		if (unread !== undefined || !this.audit.includes(Math.max(1, depth))) return unread;
		// Below the last page: the list may have grown. A poll reads as many pages as are due, and one more.
		const below = this.nextUnread(depth, ({ isEmpty }) => isEmpty);
		const read = this.audit.filter((page) => this.read.get(page) !== LEFT_OUT);
		if (below === undefined || read.length > rotation.share(known, look)) return undefined;
		this.audit = [...this.audit, below];
		return below;
	}

	private nextUnread(
		from: number,
		isOver: (page: ReadPage, number: number) => boolean,
	): number | undefined {
		for (let number = from; ; number++) {
			const page = this.at(number);
			if (!page) return number;
			// Below a page that fails, the poll reads on. Below two of them all may fail.
			const areTwo = page === LEFT_OUT && this.at(number - 1) === LEFT_OUT;
			if (page.isEnd || areTwo || isOver(page, number)) return undefined;
		}
	}

	/** A page that was read, or is left out. A first reading leaves out none: what it does not know would fire as new. */
	private at(number: number): ReadPage | undefined {
		const isLeftOut = number > 0 && this.mayLeaveOut && this.diff.rotation.isLeftOut(number);
		return this.read.get(number) ?? (isLeftOut ? LEFT_OUT : undefined);
	}
}
