import type { Page } from '../../shared/service/pages';
import type { DataRecord } from '../../shared/service/records';
import { type Diff, type Finding, textOf } from '../diff';
import type { Backlog } from '../snapshot/cursor';

/**
 * A page that repeats the one before it may be page 0 again under the name of page 1, or have been pushed down by just
 * a page of new records. So many in a row are the end.
 */
const REPEATS = 4;

/** Pages and news of one list in one poll, to bound the memory; what is left comes in the next poll. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;

/** With fewer neighbours that can be compared, the order of a list is what it was before. */
const DECISIVE_PAIRS = 20;

/** Pages on which all was changed, and nothing that is watched, in one poll. */
const MOST_LATER = 10;

/** Audit pages in one poll of a list that does not come newest first. */
const WIDE_AUDIT = 10;

/** One page as it was read. */
interface ReadPage {
	/** Whether the snapshot knows all of it just as it is; so it does an empty one. */
	isKnown: boolean;
	/** Whether all of it was changed since the last poll, if only in what nobody watches: more may have been below. */
	isAllLater: boolean;
	/** Whether it knows the first record, so that nothing unknown stands right above. */
	beginsKnown: boolean;
	hasNews: boolean;
	/** Whether all of it stood on pages that this poll has read before: new records have pushed it down. */
	isRepeat: boolean;
	isEmpty: boolean;
	/** Whether there is no page after it, as far as it says so itself. */
	isLast: boolean;
	/** The ids on it. */
	ids: string;
	/** How many pages in a row above it have the same. */
	repeats: number;
}

/**
 * The pages of a list that one poll reads: from the newest down until a page is known, then the backlog, then an audit
 * page at a rotating place, where records with an old date are found.
 */
export class Pages {
	readonly findings = new Map<string, Finding>();
	/** Each `product_id` that the records have. */
	readonly workspaces = new Set<string>();
	/** Whether any record was known. */
	knowsAny = false;
	private readonly read = new Map<number, ReadPage>();
	private readonly met = new Set<string>();
	private readonly order: { pairs: number; rising: number; last?: string } = {
		pairs: 0,
		rising: 0,
	};
	/** The latest time on the newest page, in the order of the list. */
	latest = '';
	/** The earliest creation so far. */
	private lowest = '~';
	private news = 0;
	private audit: readonly number[] | undefined;

	/**
	 * @param place where the audit of a list of so many pages goes on
	 * @param isSuspended whether the comments of a post could not be read for long, and are left for now
	 */
	constructor(
		private readonly diff: Diff,
		private readonly place: (depth: number) => number,
		private readonly isSuspended: (post: string) => boolean,
	) {}

	/** Whether there was no record on any page. */
	get isEmpty(): boolean {
		return this.met.size === 0;
	}

	get count(): number {
		return this.read.size;
	}

	/** Whether the list does not come newest first. One record that stands out is no sign of it. */
	get isUnordered(): boolean {
		const { pairs, rising } = this.order;
		if (pairs < DECISIVE_PAIRS && this.diff.cursor) return this.diff.cursor.isUnordered;
		return rising >= 2 && rising * 4 > pairs;
	}

	/** The page to read next; undefined where nothing is left to read, or the poll has read enough. */
	get next(): number | undefined {
		if (this.read.size >= MOST_PAGES || this.news >= MOST_NEWS) return undefined;
		const next = this.headNext ?? this.backlogNext;
		if (next !== undefined || !this.diff.cursor?.isComplete) return next;
		this.audit ??= this.auditPages();
		return this.audit.find((number) => !this.read.has(number));
	}

	/** @param orderedBy the field by which the list was asked for, newest first */
	add(number: number, { records, hasMore }: Page, orderedBy: string): void {
		const isHead = this.isContiguous(number);
		const page: ReadPage = {
			...{ isKnown: true, isAllLater: records.length > 0, beginsKnown: true },
			...{ hasNews: false, isRepeat: true },
			isEmpty: records.length === 0,
			isLast: hasMore === false || (hasMore === undefined && records.length === 0),
			...{ ids: '', repeats: 0 },
		};
		const ids: string[] = [];
		const { head, backlog } = this.diff.cursor ?? {};
		// From where the first reading goes on, a record that is not known has only not been read yet.
		const isReadBefore = backlog && (number === 0 || number < beginning(backlog));
		const below = head !== undefined && isReadBefore ? this.newestKnownBelow(records) : [];
		for (const [index, record] of records.entries()) {
			const changed = textOf(record[orderedBy]);
			page.isAllLater &&= changed > textOf(this.diff.cursor?.latest);
			if (number === 0 && changed > this.latest) this.latest = changed;
			const finding = this.diff.of(record, this.isAbove(record, isHead, below.at(index)));
			if (!finding) continue;
			const { id, at, isDue, news } = finding;
			const isKnown = finding.isKnown && !(isDue && !this.isSuspended(id));
			if (ids.length === 0) page.beginsKnown = isKnown;
			page.isKnown &&= isKnown;
			ids.push(id);
			if (this.met.has(id)) continue;
			this.met.add(id);
			page.isRepeat = false;
			page.hasNews ||= news.length > 0 || isDue;
			if (isHead) this.watchOrder(record[orderedBy]);
			this.keep(finding);
			const workspace = workspaceOf(record);
			if (workspace !== undefined) this.workspaces.add(workspace);
			this.knowsAny ||= finding.before !== undefined;
			if (at !== '' && at < this.lowest) this.lowest = at;
		}
		page.ids = ids.join();
		const above = this.read.get(number - 1);
		if (above?.ids === page.ids) page.repeats = above.repeats + 1;
		this.read.set(number, page);
	}

	/** What is left to the next polls, as one range that is read again from its top. */
	get backlog(): Backlog | undefined {
		const { headNext, backlogRest } = this;
		const { cursor } = this.diff;
		const ranges: Backlog[] = [];
		if (headNext !== undefined) {
			ranges.push({ from: headNext, ...(cursor && { to: headNext + 1 }) });
		}
		if (backlogRest !== undefined && cursor?.backlog) {
			const { from, to } = cursor.backlog;
			const isBegun = this.read.has(beginning(cursor.backlog));
			const top = isBegun ? backlogRest : from;
			const end = to === undefined ? undefined : this.pushed(to, top);
			// The page above was all that there was time for.
			const isChecked = isBegun
				? from > 1 && top === from && !cursor.backlog.isChecked
				: cursor.backlog.isChecked;
			ranges.push({
				...{ from: top, ...(end !== undefined && { to: end }) },
				...(isChecked && { isChecked }),
			});
		}
		// The page above is still to be looked at, for what has moved up to it meanwhile.
		if (backlogRest === undefined && cursor?.backlog && this.isLeft(cursor.backlog)) {
			const { from } = cursor.backlog;
			ranges.push({ from, to: from - 1 });
		}
		// Something may have moved over a seam while news came from below the newest page: it is read once more.
		for (const [number, { hasNews }] of this.read) {
			const isLeft = headNext !== undefined || backlogRest !== undefined;
			if (!hasNews || number === 0 || isLeft) continue;
			const top = this.topOfRun(number);
			ranges.push({ from: top === number ? top : top + 1, to: number + 1 });
		}
		return ranges.reduce<Backlog | undefined>(united, undefined);
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const end = [...this.read].find(([, page]) => isEnd(page));
		if (end) return end[0];
		const numbers = [...this.read.keys()];
		return Math.max(this.diff.cursor?.depth ?? 0, ...numbers.map((number) => number + 1));
	}

	/**
	 * Whether a record is new, although the first reading is unfinished: it stands above known ones and is no older, or it
	 * is newer than all that the first poll met, if the list keeps its order. So is one of the same second above all known.
	 * @param below when the newest of the known ones below it on its page was created
	 */
	private isAbove(record: DataRecord, isHead: boolean, below: string | undefined): boolean {
		const { head, isUnordered } = this.diff.cursor ?? {};
		const at = textOf(record.created);
		if (head === undefined) return false;
		// Whatever odd record stands on top.
		if (below !== undefined && at >= below) return true;
		if (isUnordered || at > this.lowest) return false;
		return at > head || (at === head && isHead && !this.knowsAny);
	}

	/** Of each record of a page, when the newest of the known ones that stand below it was created. */
	private newestKnownBelow(records: readonly DataRecord[]): Array<string | undefined> {
		let newest: string | undefined;
		const below = records.toReversed().map((record) => {
			const former = newest;
			const at = textOf(record.created);
			const isKnown = this.diff.snapshot.get(this.diff.idOf(record) ?? '', at) !== undefined;
			if (isKnown && (newest === undefined || at > newest)) newest = at;
			return former;
		});
		return below.reverse();
	}

	private keep(finding: Finding): void {
		const { id, news, isKnown, isDue } = finding;
		if (news.length > 0) this.news++;
		// Records of a first reading would only fill the memory.
		const kept = news.length > 0 || isDue ? finding : { ...finding, record: {} };
		if (!isKnown || isDue) this.findings.set(id, kept);
	}

	private get headNext(): number | undefined {
		for (let number = 0; ; number++) {
			const page = this.read.get(number);
			if (!page) return number;
			const goesOn = !page.isKnown || (page.isAllLater && number < MOST_LATER);
			if (isEnd(page) || (this.diff.cursor && !goesOn)) return undefined;
		}
	}

	/** The page above the first of the backlog comes second where the last poll had no time for both. */
	private get backlogNext(): number | undefined {
		const { backlog } = this.diff.cursor ?? {};
		return backlog && this.isLeft(backlog) ? backlog.from - 1 : this.backlogRest;
	}

	private isLeft({ from, isChecked }: Backlog): boolean {
		return isChecked === true && this.read.has(from) && !this.read.has(from - 1);
	}

	/** Where the backlog goes on; undefined where it is read. */
	private get backlogRest(): number | undefined {
		const { backlog } = this.diff.cursor ?? {};
		if (!backlog) return undefined;
		let number = this.topOfRun(beginning(backlog));
		for (let page = this.read.get(number); page && this.isAdrift(number, page, backlog); ) {
			number = this.topOfRun(page.isEmpty ? number >> 1 : number - 1);
			page = this.read.get(number);
		}
		for (let page = this.read.get(number); page; page = this.read.get(++number)) {
			if (isEnd(page)) return undefined;
			const { to } = backlog;
			if (to !== undefined && number >= this.pushed(to, number) && page.isKnown) return undefined;
		}
		return number;
	}

	/** Landed among what is not known, or beyond the end: the backlog begins further up. */
	private isAdrift(number: number, page: ReadPage, { from, isChecked }: Backlog): boolean {
		const mayBeginAnew = isChecked && number === from && !this.read.has(from - 1);
		return number > 0 && (page.isEmpty || (!page.beginsKnown && !mayBeginAnew));
	}

	/** Where a range ends by now: what came above has pushed it down, by a page for each page of it at most. */
	private pushed(to: number, down: number): number {
		const above = [...this.read].filter(([number]) => number <= down);
		return to + above.filter(([, page]) => !page.isKnown || page.isRepeat).length;
	}

	/** The first of the pages that were read one after the other down to this one. */
	private topOfRun(number: number): number {
		let top = number;
		while (this.read.has(top) && this.read.has(top - 1)) top--;
		return top;
	}

	private isContiguous(number: number): boolean {
		return number === 0 || this.topOfRun(number - 1) === 0;
	}

	private auditPages(): number[] {
		const { depth, isUnordered } = this;
		const first = this.place(depth);
		// A short list has its turn as often as one of 20 pages.
		const size = isUnordered ? Math.min(depth, WIDE_AUDIT) : first <= depth ? 1 : 0;
		return Array.from({ length: size }, (_, index) => 1 + ((first - 1 + index) % depth));
	}

	private watchOrder(value: unknown): void {
		const { last } = this.order;
		const at = typeof value === 'string' ? value : undefined;
		if (last !== undefined) this.order.pairs++;
		if (last !== undefined && (at === undefined || at > last)) this.order.rising++;
		this.order.last = at ?? last ?? '';
	}
}

const isEnd = ({ isLast, repeats }: ReadPage) => isLast || repeats >= REPEATS;

/** One page early: what is left may have moved up since. */
const beginning = ({ from, isChecked }: Backlog) => Math.max(0, isChecked ? from : from - 1);

/** One range over both. */
function united(one: Backlog | undefined, other: Backlog | undefined): Backlog | undefined {
	if (!one || !other) return one ?? other;
	const from = Math.min(one.from, other.from);
	const isOpen = one.to === undefined || other.to === undefined;
	return isOpen ? { from } : { from, to: Math.max(one.to ?? 0, other.to ?? 0) };
}

function workspaceOf({ product_id: workspace }: DataRecord): string | undefined {
	return workspace === undefined || workspace === null ? undefined : String(workspace);
}
