import type { Page } from '../shared/service/pages';
import type { Cursor, Stretch } from './cursor';
import type { Watched } from './events';
import { begunAt, type ReadPage, toReadPage } from './page';

/**
 * A page that repeats the one before it may be page 0 again under the name of page 1, or have been pushed down by just
 * a page of news. So many in a row are the end.
 */
const REPEATS = 4;

/** With so many pages of which nothing is known, another key is that of another workspace. */
const DECISIVE_PAGES = 3;

const HEAD: Stretch = { from: 0, to: 0 };
const WHOLE: Stretch = { from: 0 };

/**
 * The pages that one poll reads of one list, and which one comes next: the first that is still owed. Owed are the newest
 * page, what former polls left, and what is looked through in between; each from its beginning to its end, and on from
 * there until a whole page is known. Where the list proves not to come newest first, a known page proves nothing, and
 * all of it is owed.
 */
export class Reading {
	readonly pages = new Map<number, ReadPage>();
	/** Whether newest comes first, as far as was read. What cannot be told counts as no. */
	isOrdered = true;
	/** The oldest time that was met; '' where there is none. */
	downTo = '';
	/** The latest beginning of a thing that was met. */
	begun = '';
	/** How many things may be news. */
	found = 0;
	/** The workspace that the records say they are of. */
	workspace?: string;
	/** Until a page tells, another key may be that of another workspace. */
	private isOurs?: boolean;
	private readonly met = new Set<string>();
	/** How many pages in a row, up to this one, repeat the one before. */
	private readonly repeats = new Map<number, number>();
	private before?: { number: number; at?: string };

	/**
	 * @param memory what is remembered; undefined while the baseline is begun
	 * @param sweep what else is looked through where there is time
	 */
	constructor(
		readonly watched: Watched,
		readonly memory: Cursor | undefined,
		private readonly sweep: readonly Stretch[] = [],
	) {
		if (!memory || memory.account === watched.account) this.isOurs = true;
	}

	/** What is remembered of this list; undefined for a list of another workspace, as for one that was never read. */
	get cursor(): Cursor | undefined {
		return this.isOurs === false ? undefined : this.memory;
	}

	/** Whether too little was read to tell whose list it is: then it is as if nothing was. */
	get isUndecided(): boolean {
		return this.isOurs === undefined && this.met.size > 0;
	}

	/** What has to be read although the newest page is known. */
	get owed(): readonly Stretch[] {
		if (!this.cursor) return [WHOLE];
		const { owed } = this.cursor;
		return this.isOrdered || owed.some(({ to }) => to === undefined) ? owed : [...owed, WHOLE];
	}

	/** The page to read next; undefined when enough is known. */
	next(): number | undefined {
		for (const stretch of [HEAD, ...this.owed, ...this.sweep]) {
			const number = this.firstUnread(stretch);
			if (number !== undefined) return number;
		}
		return undefined;
	}

	/** Ends the reading: where nothing was known on enough pages, or on all there are, the list is another one. */
	end(): void {
		const isEnough = this.pages.size >= DECISIVE_PAGES || this.next() === undefined;
		if (this.isUndecided && isEnough) this.isOurs = false;
	}

	add(number: number, page: Page): void {
		const read = toReadPage(this.watched, number, page, this.cursor);
		const { sightings } = read;
		this.decide(read, page);
		const isRepeated = this.pages.get(number - 1)?.ids === read.ids;
		this.repeats.set(number, isRepeated ? (this.repeats.get(number - 1) ?? 0) + 1 : 0);
		// Compared with what was read before only where that stands above: a jump back says nothing of the order.
		let above = this.before && this.before.number < number ? this.before.at : undefined;
		for (const { id, at, record } of sightings) {
			if (this.met.has(id)) continue;
			this.met.add(id);
			if (record) this.found++;
			if (at === undefined || (above !== undefined && at > above)) this.isOrdered = false;
			if (at !== undefined && (this.downTo === '' || at < this.downTo)) this.downTo = at;
			above = at;
		}
		for (const record of page.records) {
			const begun = begunAt(this.watched, record);
			if (begun > this.begun) this.begun = begun;
		}
		this.before = { number, at: above };
		this.pages.set(number, read);
	}

	/** What of the newest pages, and of what is owed, is left for the polls to come. */
	rests(owed: readonly Stretch[] = this.owed): Stretch[] {
		return [HEAD, ...owed].flatMap((stretch) => this.rest(stretch) ?? []);
	}

	/** The number of the last page of the list, as far as it is known. */
	depth(former = 0): number {
		const numbers = [...this.pages.keys()];
		const end = numbers.find((number) => this.isEnd(number));
		return end ?? Math.max(former, ...numbers.map((number) => number + 1));
	}

	private rest(stretch: Stretch): Stretch | undefined {
		const unread = this.firstUnread(stretch);
		if (unread === undefined) return undefined;
		const isBegun = this.pages.has(beginning(stretch));
		const from = isBegun ? unread : stretch.from;
		const to = this.endOf(stretch, from);
		// One page more: where page 1 is page 0 again, what is left begins a page further down than its number says.
		return { ...stretch, from, ...(to !== undefined && { to: Math.max(from + 1, to) }) };
	}

	private firstUnread(stretch: Stretch): number | undefined {
		let number = this.topOfRun(beginning(stretch));
		for (let page = this.pages.get(number); page && isAdrift(page); ) {
			number = this.topOfRun(page.ids === '' ? number >> 1 : number - 1);
			page = this.pages.get(number);
		}
		for (let page = this.pages.get(number); page; page = this.pages.get(++number)) {
			if (this.isEnd(number)) return undefined;
			const end = this.endOf(stretch, number);
			const isThrough = end !== undefined && number >= end;
			if (isThrough && page.isKnown) return undefined;
		}
		return number;
	}

	/** Where a stretch ends by now: what came above has pushed it down, by a page for each page of it at most. */
	private endOf({ to }: Stretch, number: number): number | undefined {
		if (to === undefined) return undefined;
		let pushed = 0;
		for (const page of this.pages.values()) if (!page.isKnown && page.number <= number) pushed++;
		return to + pushed;
	}

	/** The first of the pages that were read one after the other down to this one. */
	private topOfRun(number: number): number {
		let top = number;
		while (this.pages.has(top) && this.pages.has(top - 1)) top--;
		return top;
	}

	private isEnd(number: number): boolean {
		return this.pages.get(number)?.isLast === true || (this.repeats.get(number) ?? 0) >= REPEATS;
	}

	/** A key may be rotated. Records that do not say their workspace are of the same one when any of them is known. */
	private decide({ sightings }: ReadPage, { records }: Page): void {
		const told = records.find(({ product_id: workspace }) => workspace !== undefined)?.product_id;
		if (told !== undefined) this.workspace ??= String(told);
		if (this.isOurs !== undefined || !this.memory) return;
		const { workspace, seen } = this.memory;
		if (workspace !== undefined && told !== undefined) this.isOurs = workspace === String(told);
		else if (sightings.some(({ id }) => seen.printOf(id) !== undefined)) this.isOurs = true;
	}
}

/** Landed among what is not known, or beyond the end: what is owed begins further up. */
const isAdrift = ({ number, ids, beginsKnown }: ReadPage) =>
	number > 0 && (ids === '' || !beginsKnown);

/** One page early: what is owed may have moved up since. */
const beginning = ({ from }: Stretch) => Math.max(0, from - 1);
