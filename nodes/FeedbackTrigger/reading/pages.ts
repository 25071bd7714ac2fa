// Chooses the pages of one list that a poll reads: from the newest page down to a known one, then the backlog of earlier polls,
// then one page of the audit. Pages left to the next poll are the new backlog: one range, read again from the page above it.
// `Diff` decides which records fire, and `Comments` whether the comments of a post have to be read.
import { believed, type Page } from '../../shared/service/pages';
import { type Diff, type Finding, textOf } from '../diff';
import type { Backlog } from '../snapshot/cursor';
import type { Comments } from './comments';

/**
 * A page may repeat the one above it for two reasons: the service returns page 0 as page 1, too, or exactly one page of new
 * records has pushed it down. Only this number of repeats in a row is the end of the list.
 */
const REPEATS = 4;
/** Maximum number of pages and news that one poll reads of a list, to bound memory. The next poll reads the rest. */
const MOST_PAGES = 100;
const MOST_NEWS = 2_500;

/** One page as it was read. */
interface ReadPage extends Pick<Page, 'hasMore'> {
	/** Whether it leaves the snapshot unchanged and needs no comments read. An empty page does. */
	isKnown: boolean;
	hasNews: boolean;
	/** Whether it is the last page. */
	isEnd: boolean;
	/** Whether this poll has read all its records before, because new records have pushed them down. */
	isRepeat: boolean;
	ids: string;
	/** The IDs of posts whose comments have to be read. */
	wanted: string[];
}

export class Pages {
	readonly findings = new Map<string, Finding>();
	/** Each `product_id` that the records have. */
	readonly workspaces = new Set<string>();
	/** Whether any record was known. */
	knowsAny = false;
	/** Whether new records lack the date of their last change: one on the newest page does, or most of another page do. */
	isUndated = false;
	readonly read = new Map<number, ReadPage>();
	/** The IDs of all records that this poll has read. */
	readonly met = new Set<string>();
	private news = 0;
	private audit: number | undefined;

	/** @param place the page that the audit reads next, from 1. A page beyond `depth` is not read. */
	constructor(
		private readonly diff: Diff,
		private readonly place: (depth: number) => number,
		private readonly comments?: Pick<Comments, 'wants' | 'due'>,
	) {}

	/** The page to read next; undefined if no page is left, or if the poll has read enough. */
	get next(): number | undefined {
		if (this.read.size >= MOST_PAGES || this.news >= MOST_NEWS) return undefined;
		const next = this.headNext ?? this.backlogNext;
		if (next !== undefined || !this.diff.cursor?.isComplete) return next;
		this.audit ??= this.place(this.depth);
		return this.audit <= this.depth && !this.read.has(this.audit) ? this.audit : undefined;
	}

	/** @throws ServiceFailure if the service refused the page, although the page above says that more follow */
	add(number: number, page: Page): void {
		const above = this.read.get(number - 1);
		const { records, hasMore } = believed(page, above);
		const isOnTop = number === this.headNext;
		const { size } = this.met;
		const before = this.news;
		const wanted: string[] = [];
		let isKnown = true;
		for (const record of records) {
			const finding = this.diff.of(record, !this.knowsAny, isOnTop);
			if (!finding) continue;
			const { id, news } = finding;
			if (this.comments?.wants(finding)) wanted.push(id);
			isKnown &&= finding.isKnown;
			if (this.met.has(id)) continue;
			this.met.add(id);
			this.news += news.length;
			this.knowsAny ||= finding.before !== undefined;
			// Drops records that do not fire: those of a first reading would only fill the memory.
			const kept = news.length > 0 ? finding : { ...finding, record: {} };
			if (!finding.isKnown) this.findings.set(id, kept);
			const workspace = record.product_id ?? undefined;
			if (workspace !== undefined) this.workspaces.add(String(workspace));
		}
		const undated = records.filter(({ updated }) => textOf(updated) === '').length;
		this.isUndated ||= undated * 2 > records.length || (number === 0 && undated > 0);
		const isRepeat = this.met.size === size;
		const ids = records.map((record) => this.diff.idOf(record)).join();
		const isSame = (_: unknown, up: number) => this.read.get(number - 1 - up)?.ids === ids;
		const isRepeated = Array.from({ length: REPEATS }).every(isSame);
		const isEnd = hasMore === false || records.length === 0 || isRepeated;
		isKnown &&= wanted.length === 0;
		const hasNews = this.news > before;
		this.read.set(number, { isKnown, hasNews, hasMore, isEnd, isRepeat, ids, wanted });
	}

	/** The pages left to the next polls, as one range. */
	get backlog(): Backlog | undefined {
		const { headNext, backlogNext: rest } = this;
		const { cursor } = this.diff;
		const { from: top = 0, to = Number.POSITIVE_INFINITY } = cursor?.backlog ?? {};
		if (headNext === undefined && rest === undefined) return this.unsure;
		const from = Math.min(
			headNext ?? Number.POSITIVE_INFINITY,
			Math.max(rest ?? Number.POSITIVE_INFINITY, top),
		);
		const ends = [(headNext ?? -1) + 1, rest === undefined ? 0 : this.pushed(to)];
		// A first reading goes to the end of the list, and so does a reading for changed settings.
		return cursor && !ends.includes(Number.POSITIVE_INFINITY)
			? { from, to: Math.max(...ends) }
			: { from };
	}

	/** Pages below the newest to read again: those with news, whose edges records may have crossed, or with comments left. */
	private get unsure(): Backlog | undefined {
		const isLeft = (id: string) => this.comments?.due.has(id) === true;
		const numbers = [...this.read]
			.filter(([number, { hasNews, wanted }]) => number > 0 && (hasNews || wanted.some(isLeft)))
			.map(([number]) => number);
		if (numbers.length === 0) return undefined;
		return { from: Math.min(...numbers) + 1, to: Math.max(...numbers) };
	}

	/** The number of the last page, as far as it is known. */
	get depth(): number {
		const end = [...this.read].find(([, { isEnd }]) => isEnd);
		const below = [...this.read.keys()].map((number) => number + 1);
		return end?.[0] ?? Math.max(this.diff.cursor?.depth ?? 0, ...below);
	}

	private get headNext(): number | undefined {
		return this.nextUnread(0, ({ isKnown }) => isKnown && this.diff.cursor !== undefined);
	}

	/** The next page of the backlog. Starts with the page above it, as records may have moved up since. */
	private get backlogNext(): number | undefined {
		const { backlog } = this.diff.cursor ?? {};
		if (!backlog) return undefined;
		const { from, to = Number.POSITIVE_INFINITY } = backlog;
		const isOver = (page: ReadPage, number: number) => page.isKnown && number >= this.pushed(to);
		return this.nextUnread(Math.max(0, from - 1), isOver);
	}

	private nextUnread(
		from: number,
		isOver: (page: ReadPage, number: number) => boolean,
	): number | undefined {
		for (let number = from; ; number++) {
			const page = this.read.get(number);
			if (!page) return number;
			if (page.isEnd || isOver(page, number)) return undefined;
		}
	}

	/** The present end of a range: each page read with something new may have pushed it down by one page. */
	private pushed(to: number): number {
		const pages = [...this.read.values()];
		return to + pages.filter(({ isKnown, isRepeat }) => !isKnown || isRepeat).length;
	}
}
