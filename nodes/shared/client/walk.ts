import { believed, LARGEST_PAGE, type List, type Page } from '../service/pages';
import { type DataRecord, idOf, type RecordKind } from '../service/records';
import { either, type FeedbackClient } from './client';
import { Prefetch } from './prefetch';
import { ServiceFailure } from './service-failure';
import { type Path, pathOf } from './path';
import type { Filter } from './period';

/**
 * How many pages in a row may bring nothing new, as when others add to the top of the list as fast as it is read. A list
 * that goes on like that cannot be read through.
 */
const MOST_STALE_PAGES = 50;

/** No service is known to hold fewer records to a page that is full. */
export const SMALLEST_PAGE = 10;

/**
 * Where the service does not say whether there are more: a page like the one before may be page 0 again under the name
 * of page 1, or have been pushed down by just a page of new records. This many in a row are the end.
 */
const REPEATED_PAGES = 2;

/** How many pages are asked for at once where the next one may be the last that is needed. */
const MOST_AHEAD = 8;

/** A list that is still not at its end, after up to a million records, has none. */
const MOST_PAGES = 10_000;

export interface Walk {
	list: List;
	query: Readonly<Record<string, unknown>>;
	/** Where it is asked for, when the list belongs to a thing, such as the comments of a post. */
	path?: Path;
	/** How many records are wanted at most; undefined is all. */
	limit?: number;
	/** Which ones; undefined is every one. */
	only?: Filter;
	/**
	 * Another order and which ones are wanted by it, for when the first one ended before the list did: what it misplaces
	 * may come first here.
	 */
	second?: { query: Walk['query']; only: Filter };
	/** How many records the list should have. It may end there where it does not say itself whether there are more. */
	count?: number;
	/** Whether pages are asked for before they are needed; they are unless this says no. */
	pagesAhead?: boolean;
	/** Ends it. */
	signal?: AbortSignal;
}

/** All that a walk brings; see `pagesOf`. @throws ServiceFailure */
export async function collect(client: FeedbackClient, walk: Walk): Promise<DataRecord[]> {
	const found: DataRecord[] = [];
	for await (const records of pagesOf(client, walk)) found.push(...records);
	return found;
}

/**
 * Reads a list to its end, or until the limit is met or nothing wanted can follow, each record once.
 * @throws ServiceFailure also of a list that does not come to its end: never a part of it as if it were all
 */
export async function* pagesOf(
	client: FeedbackClient,
	{ second, ...walk }: Walk,
): AsyncGenerator<DataRecord[], void> {
	const { list, count } = walk;
	const first = new Reading(list.record, count);
	const limit = yield* inOrder(client, walk, first);
	if (!second || limit <= 0) return;
	const { query, only } = second;
	const takes = (record: DataRecord) => !first.has(record) && only.takes(record);
	const others = { ...walk, query, only: { ...only, takes }, limit };
	yield* inOrder(client, others, new Reading(list.record, count));
}

/**
 * Reads it in one order. While the service says that there are more, the next pages are asked for before they are
 * needed; should the list grow meanwhile, this is seen by what comes twice, unless it grows by more at once than was
 * read until then.
 * @returns how many are wanted still: none after the whole list
 */
async function* inOrder(
	client: FeedbackClient,
	{ list, path = pathOf(list), only, signal, limit = Number.POSITIVE_INFINITY, ...walk }: Walk,
	reading: Reading,
): AsyncGenerator<DataRecord[], number> {
	// How many there are to a page that are wanted is not known before.
	const perPage = only ? LARGEST_PAGE : Math.min(LARGEST_PAGE, limit);
	const query = { per_page: perPage, ...walk.query };
	const done = new AbortController();
	const ended = either(done.signal, signal);
	const prefetch = new Prefetch(
		async (page) => await client.page(list, page, { path, query, signal: ended }),
	);
	const mostAhead = only?.pagesLeft ? MOST_AHEAD : Number.POSITIVE_INFINITY;
	const most = walk.pagesAhead === false ? 1 : mostAhead;
	let left = limit;
	let wanted = 1;
	try {
		while (left > 0) {
			const page = await prefetch.take(reading.pages, wanted);
			const fresh = reading.add(page);
			const selected = (only ? fresh.filter((record) => only.takes(record)) : fresh).slice(0, left);
			left -= selected.length;
			yield selected;
			if (reading.isOver) return 0;
			const pagesLeft = only?.pagesLeft?.(fresh) ?? Number.POSITIVE_INFINITY;
			if (pagesLeft === 0) break;
			if (reading.isEndless) {
				const call = { method: 'GET', path, repeatable: true } as const;
				throw new ServiceFailure({ kind: 'endless' }, call, reading.pages);
			}
			const hasGrown = fresh.length < page.records.length;
			// What was asked for ahead may have been read before it did.
			if (hasGrown) prefetch.forget();
			const untilFull = Math.ceil(left / selected.length); // infinity where none is wanted
			wanted = hasGrown ? 1 : Math.min(untilFull, pagesLeft, most);
		}
		return left;
	} finally {
		done.abort(); // What was asked for ahead and is not needed must not go on trying.
	}
}

/**
 * What was read of a list in one order. The end is what the service says it is, never computed from the page size asked
 * for: it may be clamped or ignored.
 */
class Reading {
	/** How many pages. */
	pages = 0;
	private readonly seen = new Set<string>();
	private stale = 0;
	private repeated = 0;
	private ids?: string;
	private last?: Page;

	/** @param count how many records the list should have, where that is known */
	constructor(
		private readonly kind: RecordKind,
		private readonly count = Number.POSITIVE_INFINITY,
	) {}

	has(record: DataRecord): boolean {
		return this.seen.has(idOf(this.kind, record) ?? '');
	}

	/** @returns what had not come before. @throws ServiceFailure where the service said that there were more */
	add(page: Page): DataRecord[] {
		this.last = believed(page, this.last);
		const ids = JSON.stringify(page.records.map((record) => idOf(this.kind, record) ?? record));
		const isRepeated = ids === this.ids;
		const fresh = isRepeated ? [] : page.records.filter((record) => this.isFresh(record));
		this.pages++;
		this.ids = ids;
		this.stale = fresh.length === 0 ? this.stale + 1 : 0;
		this.repeated = isRepeated ? this.repeated + 1 : 0;
		return fresh;
	}

	get isOver(): boolean {
		const { records = [], hasMore } = this.last ?? {};
		if (hasMore !== undefined) return !hasMore;
		const isComplete = this.seen.size >= this.count && records.length < SMALLEST_PAGE;
		return records.length === 0 || isComplete || this.repeated >= REPEATED_PAGES;
	}

	get isEndless(): boolean {
		return this.stale >= MOST_STALE_PAGES || this.pages >= MOST_PAGES;
	}

	private isFresh(record: DataRecord): boolean {
		const before = this.seen.size;
		return this.seen.add(idOf(this.kind, record) ?? `without id ${before}`).size > before;
	}
}
