// Chooses the pages of one list that a poll reads: from the newest page down to a known one, then the backlog of earlier polls,
// then the older pages that are due: the audit. Pages left are the new backlog: one range, read again from the page above it.
import type { ListPage } from '../../shared/client/list-reader';
import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DataRecord } from '../../shared/service/records';
import { textOf } from '../comparison';
import type { Candidate, Diff } from '../diff';
import { isMeantForAll, isTimeout, NotSent } from '../failures';
import type { Backlog, Cursor } from '../snapshot/cursor';
import type { Comments } from '../comments/comments';

/** Maximum number of pages and of occurrences that one poll reads of a list, to bound memory. The next poll reads the rest. */
const MOST_PAGES = 100;
const MOST_OCCURRENCES = 2_500;

/** What is left to read: the next page from the top, of the backlog, and of the audit. */
type Plan = Partial<Record<'top' | 'backlog' | 'audit', number | undefined>>;

interface ReadPage {
	/** Whether it leaves the snapshot unchanged and needs no comments read. An empty page does. */
	isKnown: boolean;
	/** Whether its last record is new or changed, so that the next page may have more news. */
	endsInNews: boolean;
	isEmpty: boolean;
	isEnd: boolean;
	/** Whether this poll has read all its records before, because new records have pushed them down. */
	isRepeat: boolean;
	/** How many pages in a row before it had the same records. */
	repeats: number;
	wanted: string[];
}

/** A page that is left out, with no record of its own. */
const PASSED: ReadPage = {
	...{ isKnown: false, endsInNews: true, wanted: [] },
	...{ isEmpty: false, isEnd: false, isRepeat: false, repeats: 0 },
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
	/** Why a page was left out. */
	passed?: ServiceFailure;
	/** The pages that the audit reads. Chosen once no other page is left. */
	private audit?: readonly number[];
	plan: Plan;
	private occurrences = 0;

	constructor(
		private readonly diff: Diff,
		private readonly comments: Pick<Comments, 'wants' | 'due'>,
	) {
		this.isUndated = diff.cursor?.isUndated === true;
		this.plan = this.planned();
	}

	/** The page to read next; undefined if no page is left, or if the poll has read enough. */
	get next(): number | undefined {
		const isEnough = this.read.size >= MOST_PAGES || this.occurrences >= MOST_OCCURRENCES;
		return isEnough ? undefined : (this.plan.top ?? this.plan.backlog ?? this.plan.audit);
	}

	add(number: number, { records, fresh, more, repeats }: ListPage): void {
		this.diff.rotation.wasRead(number);
		const undated = records.filter(({ updated }) => textOf(updated) === '').length;
		this.isUndated ||= undated * 2 > records.length || (number === 0 && undated > 0);
		this.read.set(number, {
			...{ ...this.meet(records), repeats, isEnd: more === 'no' },
			...{ isEmpty: records.length === 0, isRepeat: fresh.length === 0 },
		});
		if (records.length > 0 && repeats === 0) this.diff.rotation.blank.delete(number);
		else this.diff.rotation.blank.add(number);
		this.plan = this.planned();
	}

	/**
	 * Leaves out an older page until its next turn, if it may, or is below the known end. A page that fails as all would is not
	 * to blame, unless it never answers. @throws the failure otherwise
	 */
	passOver(number: number, failure: ServiceFailure, mayPassOver: boolean): void {
		if (failure instanceof NotSent) throw failure;
		this.diff.rotation.failing.add(number);
		const isForAll = isMeantForAll(failure);
		const isBelow = (this.plan.audit ?? 0) > (this.diff.cursor?.depth ?? 0);
		const isOwn = this.plan.audit !== undefined || !isForAll || isTimeout(failure);
		if (number === 0 || !isOwn || !(mayPassOver || isBelow)) throw failure;
		this.passed = failure;
		this.read.set(number, PASSED);
		this.diff.rotation.passOver(number);
		this.plan = this.planned();
		if (isForAll) throw failure;
	}

	/** Compares records with the snapshot. @returns what their page is for the plan */
	meet(records: readonly DataRecord[]): Pick<ReadPage, 'isKnown' | 'endsInNews' | 'wanted'> {
		const wanted: string[] = [];
		let isKnown = true;
		let endsInNews = false;
		for (const record of records) {
			const candidate = this.diff.of(record, !this.knowsAny);
			if (!candidate) continue;
			const { id, occurrences } = candidate;
			if (this.comments.wants(candidate)) wanted.push(id);
			isKnown &&= candidate.isKnown;
			endsInNews = !candidate.isKnown || wanted.at(-1) === id;
			if (this.met.has(id)) continue;
			this.met.add(id);
			this.occurrences += occurrences.length;
			this.knowsAny ||= candidate.before !== undefined;
			// Drops records that do not fire: those of a first reading would only fill the memory.
			const kept = occurrences.length > 0 ? candidate : { ...candidate, record: {} };
			if (!candidate.isKnown) this.candidates.set(id, kept);
			const workspace = record.product_id ?? undefined;
			if (workspace !== undefined) this.workspaces.add(String(workspace));
		}
		return { isKnown: isKnown && wanted.length === 0, endsInNews, wanted };
	}

	/** The pages left to the next polls, as one range. */
	get backlog(): Backlog | undefined {
		const { top, backlog } = this.plan;
		const { cursor } = this.diff;
		const known = cursor?.backlog;
		const left: Backlog[] = [];
		// A first reading goes to the end of the list.
		if (top !== undefined)
			left.push({ from: top, to: cursor ? top + 1 : Number.POSITIVE_INFINITY });
		if (known && backlog !== undefined)
			left.push({ from: Math.max(backlog, known.from), to: this.movedDown(known.to) });
		if (left.length === 0) return this.doubtful;
		return {
			from: Math.min(...left.map(({ from }) => from)),
			to: Math.max(...left.map(({ to }) => to)),
		};
	}

	/** Pages below the newest to read again, as comments of their posts are left. */
	private get doubtful(): Backlog | undefined {
		const isLeft = (id: string) => this.comments.due.has(id);
		const numbers = [...this.read]
			.filter(([at, page]) => at > 0 && page.wanted.some(isLeft))
			.map(([number]) => number);
		if (numbers.length === 0) return undefined;
		return { from: Math.min(...numbers) + 1, to: Math.max(...numbers) };
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const { blank } = this.diff.rotation;
		const isRepeated = (number: number) => (this.read.get(number)?.repeats ?? 0) > 0;
		// An empty page may say that more follow, and so may one that comes again. The audit goes no further.
		const last = [...this.read]
			.filter(([at, page]) => page !== PASSED && !blank.has(at))
			.map(([at, { isEnd }]) => (isEnd || isRepeated(at + 1) ? at : at + 1));
		let depth = Math.max(this.diff.cursor?.depth ?? 0, ...last);
		// One page that says that it is the last, or is empty, may be a mistake.
		while (blank.has(depth) && blank.has(depth - 1)) depth--;
		return depth;
	}

	/** Whether the service answers each page with the same records. */
	get isStuck(): boolean {
		return [...this.read].some(
			([at, { isEnd, isEmpty, repeats }]) => isEnd && !isEmpty && repeats > 1 && repeats === at,
		);
	}

	private planned(): Plan {
		const { cursor, isComplete } = this.diff;
		const known = cursor?.backlog;
		const top = this.nextUnread(0, ({ endsInNews }) => !endsInNews && cursor !== undefined);
		const isOver = (page: ReadPage, at: number) => page.isKnown && at >= this.movedDown(known!.to);
		// Starts with the page above the backlog, as records may have moved up since.
		const backlog = known && this.nextUnread(Math.max(0, known.from - 1), isOver);
		if (top !== undefined || backlog !== undefined || !isComplete) return { top, backlog };
		return { audit: this.nextDue(cursor!) };
	}

	private nextDue({ depth }: Cursor): number | undefined {
		this.audit ??= this.diff.rotation.duePages(Math.max(this.depth, depth));
		for (const page of this.audit) if (this.read.has(page)) this.diff.rotation.pages.take(page);
		const unread = this.audit.find((page) => !this.read.has(page));
		if (unread !== undefined || !this.audit.includes(Math.max(1, depth))) return unread;
		// Below the last page: the list may have grown. A poll reads as many pages as are due, and one more.
		const below = this.nextUnread(depth, ({ isEmpty }) => isEmpty);
		const read = this.audit.filter((page) => this.read.get(page) !== PASSED);
		if (below === undefined || read.length > this.diff.rotation.mostDue) return undefined;
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
			const areTwo = page === PASSED && this.at(number - 1) === PASSED;
			if (page.isEnd || areTwo || isOver(page, number)) return undefined;
		}
	}

	/** A page that was read, or is left out. A first reading leaves out none: what it does not know would fire as new. */
	private at(number: number): ReadPage | undefined {
		const { rotation, cursor, isComplete } = this.diff;
		const isLeftOut = () => isComplete && rotation.isPassedOver(number, cursor!.depth);
		return this.read.get(number) ?? (isLeftOut() ? PASSED : undefined);
	}

	/** The present end of a range: each page read with something new may have pushed it down by one page. */
	private movedDown(to: number): number {
		const pages = [...this.read.values()];
		return to + pages.filter(({ isKnown, isRepeat }) => !isKnown || isRepeat).length;
	}
}
