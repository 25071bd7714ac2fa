import { LARGEST_PAGE, type List } from '../service/pages';
import type { DataRecord } from '../service/records';
import type { FeedbackClient } from './client';
import { type ListOptions, ListReader } from './list-reader';
import type { Selection } from './period';

/** Maximum number of parallel requests when the next page may be the last one needed. */
const MOST_AHEAD_IN_DOUBT = 8;

const EVERYTHING: Selection = { takes: () => true };

export interface Walk extends Omit<ListOptions, 'after'> {
	list: List;
	/** Maximum number of records; undefined for all. */
	limit?: number;
	/** The records to return; undefined for all. */
	only?: Selection;
	/** Maximum number of pages to request together, after this many were read; as many as useful unless given. */
	ahead?(read: number): number;
	/** A second order, read if the first one stops early, to find records that the first order misplaces. */
	second?: { query: Walk['query']; only: Selection };
}

/** All records of a walk; see `pagesOf`. @throws ServiceFailure */
export async function collect(feedback: FeedbackClient, walk: Walk): Promise<DataRecord[]> {
	const found: DataRecord[] = [];
	for await (const records of pagesOf(feedback, walk)) found.push(...records);
	return found;
}

/**
 * Reads a list until its end, the limit, or the point after which no wanted record can follow. Returns each record once.
 * @throws ServiceFailure also for a list that does not end: a part of a list is never returned as the whole
 */
export async function* pagesOf(
	feedback: FeedbackClient,
	{ second, ...walk }: Walk,
): AsyncGenerator<DataRecord[], void> {
	const { reader, left } = yield* inOrder(feedback, walk);
	if (!second || left <= 0) return;
	const { query, only } = second;
	const takes = (record: DataRecord) => !reader.has(record) && only.takes(record);
	yield* inOrder(feedback, { ...walk, query, only: { ...only, takes }, limit: left });
}

/**
 * Reads a list in one order.
 * @returns its reader, and the number of records still wanted; 0 after the whole list
 */
async function* inOrder(
	feedback: FeedbackClient,
	{ list, only, limit = Number.POSITIVE_INFINITY, ahead: most, ...walk }: Walk,
): AsyncGenerator<DataRecord[], { reader: ListReader; left: number }> {
	// With a filter, the number of wanted records on a page is unknown.
	const perPage = only ? LARGEST_PAGE : Math.min(LARGEST_PAGE, limit);
	const reader = new ListReader(feedback, list, {
		...walk,
		query: { per_page: perPage, ...walk.query },
	});
	const { takes, pagesLeft = () => Number.POSITIVE_INFINITY } = only ?? EVERYTHING;
	const ahead = most ?? (() => (only?.pagesLeft ? MOST_AHEAD_IN_DOUBT : Number.POSITIVE_INFINITY));
	let left = limit;
	let wanted = 1;
	try {
		while (left > 0) {
			const { fresh, more } = await reader.read(reader.pages, wanted);
			const selected = fresh.filter((record) => takes(record)).slice(0, left);
			left -= selected.length;
			yield selected;
			if (more === 'no') return { reader, left: 0 };
			const needed = pagesLeft(fresh);
			if (needed === 0) break;
			const untilFull = Math.ceil(left / selected.length); // infinity where none is wanted
			wanted = Math.min(untilFull, needed, ahead(reader.pages));
		}
		return { reader, left };
	} finally {
		reader.close(); // What was asked for ahead and is not needed must not go on trying.
	}
}
