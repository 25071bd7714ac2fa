import { LARGEST_PAGE, type List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { FeedbackClient } from './client';
import { type Path, pathOf } from './path';
import { Prefetch } from './prefetch';
import { either } from './sender';
import { ServiceFailure } from './service-failure';

/**
 * Equal pages in a row, after the first of them, that end a list without `has_more`. A page may come twice because pages start
 * at 1, so that page 0 is page 1, and because exactly a page of new records has pushed it down. Both at once are two.
 */
const REPEATS = 3;

/** The smallest full page of any known service. */
const SMALLEST_PAGE = 10;

/**
 * Pages in a row without a new record, after which a list counts as endless. Records that others add push known records to
 * the next page, but nobody adds a page of records with each of 50 requests.
 */
const MOST_STALE_PAGES = 50;

/** A list of more pages, up to a million records, counts as endless. */
const MOST_PAGES_OF_LIST = 10_000;

/** Maximum characters of a list: n8n holds all its records in memory. 50,000 posts of 5 KB fit. */
export const LARGEST_LIST = 256 * 1024 * 1024;

/** What is kept of a page, to go on after it. */
export interface PageMark {
	number: number;
	/** Whether there is another page. Unknown if the service does not say so and this page has records. */
	more: 'yes' | 'no' | 'unknown';
	/** The ID of each record, or the record itself if it has none. */
	ids: readonly string[];
	/** How many pages in a row before this one had the same records. */
	repeats: number;
}

/** A page of a list, and what is known of the next one. */
export interface ListPage extends PageMark {
	/** In the order of the service. */
	records: DataRecord[];
	/** The records that no page before had. */
	fresh: DataRecord[];
}

export interface ListOptions {
	query?: Readonly<Record<string, unknown>>;
	/** The path, if the list belongs to a record, such as the comments of a post. */
	path?: Path;
	/** The expected number of records. A list without `has_more` ends there with a page that is not full. */
	count?: number;
	/** Whether equal pages end the list, also where the service says that more follow. */
	endsWithRepeats?: boolean;
	/** Maximum characters of all pages together. */
	mostCharacters?: number;
	/** The characters read so far, of all lists that share this. */
	read?: { characters: number };
	/** A page that was read earlier, to go on after it. */
	after?: PageMark;
	/** Stops all requests. */
	signal?: AbortSignal;
}

/**
 * Reads the pages of a list by number, from 0. It alone decides whether there is another page. The end is never computed from
 * `per_page`, which a service may clamp or ignore.
 */
export class ListReader {
	/** Number of pages read. */
	pages = 0;
	private readonly total: { characters: number };
	private stale = 0;
	private readonly seen: Set<string>;
	/** By number, the pages that were not compared with the next page yet. */
	private readonly above = new Map<number, PageMark>();
	private readonly done = new AbortController();
	private readonly prefetch: Prefetch;

	constructor(
		feedback: Pick<FeedbackClient, 'page'>,
		private readonly list: List,
		private readonly options: ListOptions = {},
	) {
		const { path, query, after } = options;
		const asked = { per_page: LARGEST_PAGE, ...query };
		const signal = either(this.done.signal, options.signal);
		this.prefetch = new Prefetch(
			async (number) => await feedback.page(list, number, { path, query: asked, signal }),
		);
		this.total = options.read ?? { characters: 0 };
		this.seen = new Set(after?.ids);
		if (after) this.above.set(after.number, after);
	}

	/**
	 * Reads a page. Each is compared with the page before it, if that was read.
	 * @param wanted the maximum number of pages needed, from this one on. Some of them are requested together
	 * @throws ServiceFailure also for a list that does not end, and for a refusal that was read as an empty page although the
	 * page before says that there are more
	 */
	async read(number: number, wanted = 1): Promise<ListPage> {
		const { records, hasMore, size, refusal } = await this.prefetch.take(number, wanted);
		const before = this.above.get(number - 1);
		if (refusal && before?.more === 'yes') throw refusal;
		const { ids, repeats, fresh } = this.compared(records, before);
		this.count(fresh.length, size);
		const more = this.moreAfter(records.length, repeats, hasMore);
		if (this.isLarge || (more !== 'no' && this.isEndless)) throw this.endless();
		// Pages requested ahead may have been read before the list grew.
		const isAllFresh = records.length > 0 && fresh.length === records.length;
		if (more === 'yes' && isAllFresh) this.prefetch.grow();
		else this.prefetch.forget();
		this.above.delete(number - 1);
		this.above.set(number, { number, more, ids, repeats });
		return { number, records, fresh, more, ids, repeats };
	}

	/** Up to this many pages from this number on, some requested ahead. Then the reader is closed. */
	async *from(number: number, most: number): AsyncGenerator<ListPage, void> {
		try {
			for (let left = most; left > 0; left--) {
				const page = await this.read(number++, left);
				yield page;
				if (page.more === 'no') return;
			}
		} finally {
			this.close();
		}
	}

	/** Whether a page had this record. */
	has(record: DataRecord): boolean {
		return this.seen.has(this.idOf(record) ?? '');
	}

	/** Ends the requests for pages that nobody needs any more. */
	close(): void {
		this.done.abort();
	}

	private count(fresh: number, characters: number): void {
		this.pages++;
		this.stale = fresh > 0 ? 0 : this.stale + 1;
		if (fresh > 0) this.total.characters += characters;
	}

	/** What a page has that the page before it, and all others, had not. */
	private compared(
		records: readonly DataRecord[],
		before?: Pick<ListPage, 'ids' | 'repeats'>,
	): Pick<ListPage, 'ids' | 'repeats' | 'fresh'> {
		const own = records.map((record) => this.idOf(record));
		const ids = own.map((id, at) => id ?? JSON.stringify(records[at]));
		if (before && isSame(ids, before.ids)) return { ids, repeats: before.repeats + 1, fresh: [] };
		return { ids, repeats: 0, fresh: records.filter((_, at) => this.isFresh(own[at])) };
	}

	private moreAfter(length: number, repeats: number, hasMore?: boolean): ListPage['more'] {
		const isEnd = this.isOver(length, repeats, hasMore);
		return isEnd ? 'no' : hasMore ? 'yes' : 'unknown';
	}

	private isOver(length: number, repeats: number, hasMore?: boolean): boolean {
		const { count = Number.POSITIVE_INFINITY, endsWithRepeats = false } = this.options;
		if (hasMore !== undefined) return !hasMore || (endsWithRepeats && repeats >= REPEATS);
		const isComplete = this.seen.size >= count && length < SMALLEST_PAGE;
		return length === 0 || isComplete || repeats >= REPEATS;
	}

	private get isLarge(): boolean {
		return this.total.characters > (this.options.mostCharacters ?? LARGEST_LIST);
	}

	private get isEndless(): boolean {
		return this.stale >= MOST_STALE_PAGES || this.pages >= MOST_PAGES_OF_LIST;
	}

	private endless(): ServiceFailure {
		const { path = pathOf(this.list) } = this.options;
		const call = { method: 'GET', path, repeatable: true } as const;
		return new ServiceFailure({ kind: 'endless', size: this.total.characters }, call, this.pages);
	}

	private idOf(record: DataRecord): string | undefined {
		return idOf(this.list.record, record);
	}

	private isFresh(id: string | undefined): boolean {
		const before = this.seen.size;
		return this.seen.add(id ?? `without id ${before}`).size > before;
	}
}

function isSame(ids: readonly string[], others: readonly string[]): boolean {
	return ids.length === others.length && ids.every((id, at) => id === others[at]);
}
