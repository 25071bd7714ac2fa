import { believed, LARGEST_PAGE, type List, type Page } from '../service/pages';
import { type DataRecord, idOf, type RecordKind } from '../service/records';
import { either, type FeedbackClient } from './client';
import { Prefetch } from './prefetch';
import { ServiceFailure } from './service-failure';
import { type Path, pathOf } from './path';
import type { Filter } from './period';

/** Pages in a row without a new record, as when others add to the list as fast as it is read. Then the walk fails. */
const MOST_STALE_PAGES = 50;

/** The smallest full page of any known service. */
export const SMALLEST_PAGE = 10;

/**
 * Equal pages in a row that end a list without `has_more`. A single one may be page 0 again as page 1, or may have been
 * pushed down by a page of new records.
 */
const REPEATED_PAGES = 2;

/** Maximum number of parallel requests when the next page may be the last one needed. */
const MOST_AHEAD = 8;

/** A list of more pages, up to a million records, counts as endless. */
const MOST_PAGES = 10_000;

export interface Walk {
	list: List;
	query: Readonly<Record<string, unknown>>;
	/** The path, if the list belongs to a record, such as the comments of a post. */
	path?: Path;
	/** Maximum number of records; undefined for all. */
	limit?: number;
	/** The records to return; undefined for all. */
	only?: Filter;
	/** A second order, read if the first one stops early, to find records that the first order misplaces. */
	second?: { query: Walk['query']; only: Filter };
	/** The expected number of records. A list without `has_more` may end there. */
	count?: number;
	/** Whether to request pages before they are needed. Default: true. */
	pagesAhead?: boolean;
	/** Stops the walk. */
	signal?: AbortSignal;
}

/** All records of a walk; see `pagesOf`. @throws ServiceFailure */
export async function collect(client: FeedbackClient, walk: Walk): Promise<DataRecord[]> {
	const found: DataRecord[] = [];
	for await (const records of pagesOf(client, walk)) found.push(...records);
	return found;
}

/**
 * Reads a list until its end, the limit, or the point after which no wanted record can follow. Returns each record once.
 * @throws ServiceFailure also for a list that does not end: a part of a list is never returned as the whole
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
 * Reads a list in one order. Requests pages ahead while the service says that there are more. Records that come twice
 * show that the list has grown meanwhile.
 * @returns the number of records still wanted; 0 after the whole list
 */
async function* inOrder(
	client: FeedbackClient,
	{ list, path = pathOf(list), only, signal, limit = Number.POSITIVE_INFINITY, ...walk }: Walk,
	reading: Reading,
): AsyncGenerator<DataRecord[], number> {
	// With a filter, the number of wanted records on a page is unknown.
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
			// Pages requested ahead may have been read before the list grew.
			if (hasGrown) prefetch.forget();
			const untilFull = Math.ceil(left / selected.length); // infinity where none is wanted
			wanted = hasGrown ? 1 : Math.min(untilFull, pagesLeft, most);
		}
		return left;
	} finally {
		done.abort(); // What was asked for ahead and is not needed must not go on trying.
	}
}

/** The state of a walk in one order. The end is never computed from `per_page`, which a service may clamp or ignore. */
class Reading {
	/** Number of pages read. */
	pages = 0;
	private readonly seen = new Set<string>();
	private stale = 0;
	private repeated = 0;
	private ids?: string;
	private last?: Page;

	/** @param count the expected number of records, if known */
	constructor(
		private readonly kind: RecordKind,
		private readonly count = Number.POSITIVE_INFINITY,
	) {}

	has(record: DataRecord): boolean {
		return this.seen.has(idOf(this.kind, record) ?? '');
	}

	/** @returns the new records. @throws ServiceFailure for a refused page, if the page before said that there are more */
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
