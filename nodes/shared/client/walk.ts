import type { List, Page } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { FeedbackClient } from './client';
import { ServiceFailure } from './failures';
import type { Path } from './path';
import type { Selection } from './selection';
import { quietly } from './side-by-side';

/** Limits, `per_page`: the most a page may hold. What the service makes of it does not matter to the walk. */
const LARGEST_PAGE = 100;

/** How many pages are under way at the same time, at the most. */
const MOST_AT_ONCE = 16;

/**
 * Where the list ends is not known before, and what was asked for beyond it is asked for in vain: two pages at the most,
 * or a tenth of what was read.
 */
const mostAtOnce = (read: number) => Math.min(MOST_AT_ONCE, 1 + Math.max(2, Math.floor(read / 10)));

/**
 * So many pages in a row may bring nothing new, as when others add to the top of the list as fast as it is read. A list
 * that shows the same for longer cannot be read through.
 */
const MOST_BARREN_PAGES = 50;

/**
 * Where the service does not say whether there are more: a page like the one before may be page 0 again under the name
 * of page 1, or have been pushed down by just a page of new records. So many in a row are the end.
 */
const REPEATED_PAGES = 2;

/** A list that is still not at its end, after up to a million records, has none. */
const MOST_PAGES = 10_000;

export interface Walk {
	list: List;
	query: Readonly<Record<string, unknown>>;
	/** Where it is asked for, when the list belongs to a thing, such as the comments of a post. */
	path?: Path;
	/** How many records are wanted at the most; undefined is all. */
	limit?: number;
	/** Which ones; undefined is every one. */
	only?: Selection;
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
 * that there are more, the next pages are asked for before they are needed.
 * @throws ServiceFailure also of a list that does not come to its end: never a part of it as if it were all
 */
export async function* pagesOf(
	client: FeedbackClient,
	{
		list,
		path = { text: list.path, things: [] },
		only,
		limit = Number.POSITIVE_INFINITY,
		...walk
	}: Walk,
): AsyncGenerator<DataRecord[], void> {
	// How many there are to a page that are wanted is not known before.
	const perPage = only ? LARGEST_PAGE : Math.min(LARGEST_PAGE, limit);
	const query = { per_page: perPage, ...walk.query };
	const done = new AbortController();
	const ask = async (page: number) => await client.page(list, page, query, path, done.signal);
	const seen = new Set<string>();
	let left = limit;
	const ahead: Array<Promise<Page>> = [];
	let asked = 0;
	let window = 1;
	let read = 0;
	let barren = 0;
	let repeated = 0;
	let former: string | undefined;
	const isFresh = (record: DataRecord) => {
		const before = seen.size;
		return seen.add(idOf(list.record, record) ?? `without id ${before}`).size > before;
	};

	try {
		while (left > 0) {
			while (ahead.length < window) ahead.push(quietly(ask(asked++)));
			const page = await (ahead.shift() as Promise<Page>);
			read++;
			const same = JSON.stringify(
				page.records.map((record) => idOf(list.record, record) ?? record),
			);
			const isRepeated = same === former;
			former = same;
			const fresh = isRepeated ? [] : page.records.filter((record) => isFresh(record));
			const wanted = (only ? fresh.filter((record) => only.takes(record)) : fresh).slice(0, left);
			left -= wanted.length;
			yield wanted;
			if (page.hasMore === false || only?.isOver(fresh)) break;
			repeated = isRepeated ? repeated + 1 : 0;
			const isOver = page.records.length === 0 || repeated >= REPEATED_PAGES;
			if (page.hasMore === undefined && isOver) break;
			barren = fresh.length === 0 ? barren + 1 : 0;
			if (barren >= MOST_BARREN_PAGES || read >= MOST_PAGES) throw endless(path, read);
			if (!isRepeated && fresh.length < page.records.length) {
				// The list has grown, and what was asked for ahead may have been read before it did.
				ahead.length = 0;
				asked = read;
				window = 1;
				continue;
			}
			const missing = Math.ceil(left / Math.max(1, page.records.length));
			window = page.hasMore ? Math.min(window * 2, mostAtOnce(read), missing) : 1;
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
