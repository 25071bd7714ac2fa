import type { List, Page } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { FeedbackClient } from './client';
import { ServiceFailure } from './failures';
import type { Path } from './path';

/** Limits, `per_page`: the most a page may hold. What the service makes of it does not matter to the walk. */
const LARGEST_PAGE = 100;

/** How many pages are asked for ahead of the one being read, at the most. */
const FURTHEST_AHEAD = 4;

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
}

/**
 * Reads a list to its end, or until the limit is met, each record once. The end is what the service says it is, never
 * computed from the page size asked for: it may be clamped or ignored. While the service says that there are more, the
 * next pages are asked for before they are needed.
 * @throws ServiceFailure also of a list that does not come to its end: never a part of it as if it were all
 */
export async function collect(client: FeedbackClient, walk: Walk): Promise<DataRecord[]> {
	const { list, path = { text: list.path, things: [] }, limit = Number.POSITIVE_INFINITY } = walk;
	const query = { per_page: Math.min(LARGEST_PAGE, limit), ...walk.query };
	const done = new AbortController();
	const ask = async (page: number) => await client.page(list, page, query, path, done.signal);
	const found = new Map<string, DataRecord>();
	const ahead: Array<Promise<Page>> = [];
	let asked = 0;
	let window = 1;
	let read = 0;
	let barren = 0;
	let repeated = 0;
	let former: string | undefined;

	try {
		while (found.size < limit) {
			while (ahead.length < window) ahead.push(quietly(ask(asked++)));
			const page = await (ahead.shift() as Promise<Page>);
			read++;
			const same = JSON.stringify(
				page.records.map((record) => idOf(list.record, record) ?? record),
			);
			const isRepeated = same === former;
			former = same;
			const before = found.size;
			for (const record of isRepeated ? [] : page.records) {
				const id = idOf(list.record, record) ?? `without id ${found.size}`;
				if (!found.has(id)) found.set(id, record);
			}
			if (page.hasMore === false) break;
			repeated = isRepeated ? repeated + 1 : 0;
			const isOver = page.records.length === 0 || repeated >= REPEATED_PAGES;
			if (page.hasMore === undefined && isOver) break;
			barren = found.size === before ? barren + 1 : 0;
			if (barren >= MOST_BARREN_PAGES || read >= MOST_PAGES) throw endless(path, read);
			if (!isRepeated && found.size - before < page.records.length) {
				// The list has grown, and what was asked for ahead may have been read before it did.
				ahead.length = 0;
				asked = read;
				window = 1;
				continue;
			}
			const missing = Math.ceil((limit - found.size) / Math.max(1, page.records.length));
			window = page.hasMore ? Math.min(window + 1, FURTHEST_AHEAD, missing) : 1;
		}
	} finally {
		done.abort(); // What was asked for ahead and is not needed must not go on trying.
	}
	return [...found.values()].slice(0, limit);
}

function endless(path: Path, tries: number): ServiceFailure {
	return new ServiceFailure(
		{ kind: 'endless' },
		{ method: 'GET', path, repeatable: true },
		tries,
		0,
	);
}

/** A page that is asked for ahead and then not needed must not bring the process down when it fails. */
function quietly(page: Promise<Page>): Promise<Page> {
	page.catch(() => undefined);
	return page;
}
