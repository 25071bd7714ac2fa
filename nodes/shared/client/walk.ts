import { LARGEST_PAGE, type List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import { either, type FeedbackClient } from './client';
import { Prefetch } from './prefetch';
import { ServiceFailure } from './failures';
import { type Path, pathOf } from './path';
import type { Selection } from './selection';

/**
 * How many pages in a row may bring nothing new, as when others add to the top of the list as fast as it is read; and
 * how many may be empty, or the one before again. A list that goes on like that cannot be read through.
 */
const MOST_STALE_PAGES = 50;
const MOST_BARREN_PAGES = 15;

/** No service is known to hold fewer records to a page that is full. */
export const SMALLEST_PAGE = 10;

/**
 * Where the service does not say whether there are more: a page like the one before may be page 0 again under the name
 * of page 1, or have been pushed down by just a page of new records. This many in a row are the end.
 */
const REPEATED_PAGES = 2;

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
	only?: Selection;
	/** How many records the list should have. It may end there where it does not say itself whether there are more. */
	count?: number;
	/** Ends it. */
	signal?: AbortSignal;
}

/** All that a walk brings; see `pagesOf`. @throws ServiceFailure */
export async function collect(client: FeedbackClient, walk: Walk): Promise<DataRecord[]> {
	const found: DataRecord[] = [];
	for await (const records of pagesOf(client, walk)) {
		for (const record of records) found.push(record);
	}
	return found;
}

/**
 * Reads a list to its end, or until the limit is met or nothing wanted can follow, each record once. The end is what the
 * service says it is, never computed from the page size asked for: it may be clamped or ignored. While the service says
 * that there are more, the next pages are asked for before they are needed; should the list grow meanwhile, this is seen
 * by what comes twice, unless it grows by more at once than was read until then.
 * @throws ServiceFailure also of a list that does not come to its end: never a part of it as if it were all
 */
export async function* pagesOf(
	client: FeedbackClient,
	{ list, path = pathOf(list), only, count, signal, ...walk }: Walk,
): AsyncGenerator<DataRecord[], void> {
	// How many there are to a page that are wanted is not known before.
	const { limit = Number.POSITIVE_INFINITY } = walk;
	const perPage = only ? LARGEST_PAGE : Math.min(LARGEST_PAGE, limit);
	const query = { per_page: perPage, ...walk.query };
	const done = new AbortController();
	const ended = either(done.signal, signal);
	const seen = new Set<string>();
	const wasSeen = (record: DataRecord) => seen.has(idOf(list.record, record) ?? '');
	const prefetch = new Prefetch(
		async (page) => await client.page(list, page, query, { path, signal: ended }),
		!only?.pagesLeft,
		({ records }) => !records.every(wasSeen),
	);
	let left = limit;
	let wanted = 1;
	let read = 0;
	let stale = 0;
	let barren = 0;
	let repeated = 0;
	let former: string | undefined;
	let saidMore: boolean | undefined;
	const isFresh = (record: DataRecord) => {
		const before = seen.size;
		return seen.add(idOf(list.record, record) ?? `without id ${before}`).size > before;
	};

	try {
		while (left > 0) {
			const page = await prefetch.take(read++, wanted);
			if (page.refusal && saidMore) throw page.refusal;
			saidMore = page.hasMore;
			const same = JSON.stringify(
				page.records.map((record) => idOf(list.record, record) ?? record),
			);
			const isRepeated = same === former;
			former = same;
			const fresh = isRepeated ? [] : page.records.filter((record) => isFresh(record));
			const selected = (only ? fresh.filter((record) => only.takes(record)) : fresh).slice(0, left);
			left -= selected.length;
			yield selected;
			const pagesLeft = only?.pagesLeft?.(fresh) ?? Number.POSITIVE_INFINITY;
			if (page.hasMore === false || pagesLeft === 0) break;
			repeated = isRepeated ? repeated + 1 : 0;
			const isEmpty = page.records.length === 0;
			const isComplete =
				seen.size >= (count ?? Number.POSITIVE_INFINITY) && page.records.length < SMALLEST_PAGE;
			const isOver = isEmpty || isComplete || repeated >= REPEATED_PAGES;
			if (page.hasMore === undefined && isOver) break;
			stale = fresh.length === 0 ? stale + 1 : 0;
			barren = isEmpty || isRepeated ? barren + 1 : 0;
			const isEndless = stale >= MOST_STALE_PAGES || barren >= MOST_BARREN_PAGES;
			if (isEndless || read >= MOST_PAGES) throw endless(path, read);
			const hasGrown = fresh.length < page.records.length;
			// What was asked for ahead may have been read before it did.
			if (hasGrown) prefetch.forget();
			const wantedHere = only ? selected.length : page.records.length;
			const untilFull = Math.ceil(left / wantedHere); // infinity where none is
			wanted = hasGrown || isEmpty ? 1 : Math.min(untilFull, pagesLeft);
		}
	} finally {
		done.abort(); // What was asked for ahead and is not needed must not go on trying.
	}
}

function endless(path: Path, tries: number): ServiceFailure {
	return new ServiceFailure(
		{ kind: 'endless' },
		{ method: 'GET', path, repeatable: true },
		tries,
		0,
	);
}
