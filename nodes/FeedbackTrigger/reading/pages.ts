// The pages of one list that a poll reads: from the newest down until one is known, then what earlier polls have left, then
// one page at a rotating place. It says what is left to the next poll, as one range that is read again from the page above it.
// Which records are news, and whether more has to be read for one of them, others decide.
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

/** One page as it was read. */
interface ReadPage {
	/** Whether the snapshot knows all of it just as it is; so it does an empty one. */
	isKnown: boolean;
	hasNews: boolean;
	/** Whether all of it stood on pages that this poll has read before: new records have pushed it down. */
	isRepeat: boolean;
	/** Whether there is no page after it. */
	isEnd: boolean;
	/** The ids on it, and how many pages in a row above it have the same. */
	ids: string;
	repeats: number;
}

export class Pages {
	readonly findings = new Map<string, Finding>();
	/** Each `product_id` that the records have. */
	readonly workspaces = new Set<string>();
	/** Whether any record was known. */
	knowsAny = false;
	/** Whether new records lack the date of their last change: one on the newest page does, or most of another page do. */
	isUndated = false;
	private readonly read = new Map<number, ReadPage>();
	private readonly met = new Set<string>();
	/** The earliest creation so far. */
	private lowest = '~';
	private news = 0;
	private audit: number | undefined;

	/**
	 * @param place where the audit of a list of so many pages goes on
	 * @param wants whether more has to be read for a record, so that its page is not known
	 */
	constructor(
		private readonly diff: Diff,
		private readonly place: (depth: number) => number,
		private readonly wants: (finding: Finding) => boolean,
	) {}

	/** Whether there was no record on any page. */
	get isEmpty(): boolean {
		return this.met.size === 0;
	}

	get count(): number {
		return this.read.size;
	}

	/** The page to read next; undefined where nothing is left to read, or the poll has read enough. */
	get next(): number | undefined {
		if (this.read.size >= MOST_PAGES || this.news >= MOST_NEWS) return undefined;
		const next = this.headNext ?? this.backlogNext;
		if (next !== undefined || !this.diff.cursor?.isComplete) return next;
		this.audit ??= this.place(this.depth);
		return this.audit <= this.depth && !this.read.has(this.audit) ? this.audit : undefined;
	}

	add(number: number, { records, hasMore }: Page): void {
		const isHead = this.isContiguous(number);
		const isEnd = hasMore === false || records.length === 0;
		const page = { isKnown: true, hasNews: false, isRepeat: true, isEnd, ids: '', repeats: 0 };
		for (const record of records) {
			const finding = this.diff.of(record, this.isAbove(record, isHead));
			if (!finding) continue;
			const { id, at, isKnown, before, news } = finding;
			const isWanted = this.wants(finding);
			page.isKnown &&= isKnown && !isWanted;
			page.ids += `${id},`;
			if (this.met.has(id)) continue;
			this.met.add(id);
			page.isRepeat = false;
			page.hasNews ||= news.length > 0 || isWanted;
			this.news += news.length;
			this.knowsAny ||= before !== undefined;
			if (at !== '' && at < this.lowest) this.lowest = at;
			// Records of a first reading would only fill the memory.
			if (!isKnown) this.findings.set(id, news.length > 0 ? finding : { ...finding, record: {} });
			const workspace = record.product_id ?? undefined;
			if (workspace !== undefined) this.workspaces.add(String(workspace));
		}
		const undated = records.filter(({ updated }) => textOf(updated) === '').length;
		this.isUndated ||= undated * 2 > records.length || (number === 0 && undated > 0);
		const above = this.read.get(number - 1);
		if (above?.ids === page.ids) page.repeats = above.repeats + 1;
		page.isEnd ||= page.repeats >= REPEATS;
		this.read.set(number, page);
	}

	/** What is left to the next polls, as one range. */
	get backlog(): Backlog | undefined {
		const { headNext, backlogNext } = this;
		const { cursor } = this.diff;
		const ranges: Backlog[] = [];
		if (headNext !== undefined) {
			ranges.push({ from: headNext, ...(cursor && { to: headNext + 1 }) });
		}
		if (backlogNext !== undefined && cursor?.backlog) {
			const { from, to } = cursor.backlog;
			const end = to !== undefined && { to: this.pushed(to, backlogNext) };
			ranges.push({ from: Math.max(from, backlogNext), ...end });
		}
		// Something may have moved over a seam while news came from below the newest page: it is read once more.
		for (const [number, { hasNews }] of this.read) {
			const isLeft = headNext !== undefined || backlogNext !== undefined;
			if (!hasNews || number <= 0 || isLeft) continue;
			const top = this.topOfRun(number);
			ranges.push({ from: top === number ? top : top + 1, to: number + 1 });
		}
		return ranges.reduce<Backlog | undefined>(united, undefined);
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const end = [...this.read].find(([, { isEnd }]) => isEnd);
		if (end) return end[0];
		const numbers = [...this.read.keys()];
		return Math.max(this.diff.cursor?.depth ?? 0, ...numbers.map((number) => number + 1));
	}

	/**
	 * Whether a record is new, although the first reading is unfinished: it stands above all known ones and is no older, or it
	 * is newer than all that the first poll met, and in its place.
	 */
	private isAbove(record: DataRecord, isHead: boolean): boolean {
		const { head } = this.diff.cursor ?? {};
		const at = textOf(record.created);
		if (head === undefined || at < head) return false;
		return isHead && !this.knowsAny ? true : at > head && at <= this.lowest;
	}

	private get headNext(): number | undefined {
		for (let number = 0; ; number++) {
			const page = this.read.get(number);
			if (!page) return number;
			if (page.isEnd || (this.diff.cursor && page.isKnown)) return undefined;
		}
	}

	/** Where the backlog goes on, from the page above its top: what is left may have moved up since. Undefined where it is read. */
	private get backlogNext(): number | undefined {
		const { backlog } = this.diff.cursor ?? {};
		if (!backlog) return undefined;
		const { from, to = Number.POSITIVE_INFINITY } = backlog;
		for (let number = Math.max(0, from - 1); ; number++) {
			const page = this.read.get(number);
			if (!page) return number;
			if (page.isEnd || (page.isKnown && number >= this.pushed(to, number))) return undefined;
		}
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
}

/** One range over both. */
function united(one: Backlog | undefined, other: Backlog | undefined): Backlog | undefined {
	if (!one || !other) return one ?? other;
	const from = Math.min(one.from, other.from);
	const isOpen = one.to === undefined || other.to === undefined;
	return isOpen ? { from } : { from, to: Math.max(one.to ?? 0, other.to ?? 0) };
}
