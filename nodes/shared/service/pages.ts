import { keysInOrder } from './json';
import type { ProblemKind } from './problems';
import { type DataRecord, isDataRecord, readRecord, type RecordKind } from './records';

/** A list of the service: its path, and how its pages are read (`listPosts`, `listGroups` and others in docs/openapi.yaml). */
export interface List {
	path: string;
	record: RecordKind;
	/** Where in `data` the records may be, as an object keyed by ID or an array; '' is `data` itself. Default: `items`. */
	containers?: readonly string[];
	/** Query that asks for everything, for parameters whose default docs/openapi.yaml does not show. */
	everything?: Readonly<Record<string, string>>;
	/** Whether the list is known to take `search`, although a live service may ignore it. */
	isSearchable?: true;
	/**
	 * Query for newest first, by each timestamp that the list can be sorted by. By `created`, records keep their places, where
	 * the default order changes with votes.
	 */
	newestFirst?: Readonly<Partial<Record<'created' | 'updated', Readonly<Record<string, string>>>>>;
}

/** One page of a list. */
export interface Page {
	/** In the service's own order, also where it sent an object keyed by id. */
	records: DataRecord[];
	/** As the service reports it; undefined if it does not. */
	hasMore?: boolean;
	/** Characters of the text it was read from, and what each record takes beside its own. */
	size: number;
	/** The refusal that was read as this empty page. */
	refusal?: Error;
}

/** The most that a page may hold (`per_page` in docs/openapi.yaml). */
export const LARGEST_PAGE = 100;

/** In characters: even an empty record takes memory. */
const SIZE_OF_RECORD = 250;

/** A service may ignore `per_page`. The NPS responses come in one answer. */
export const MOST_RECORDS = 100_000;

/**
 * Reads one page.
 * @param data the `data` of the envelope
 * @param raw the JSON text of the answer, which alone has the order of numeric keys
 * @returns what is wrong if the answer is not a page of this list, never an empty page instead
 */
export function readPage(
	list: List,
	data: unknown,
	raw: string,
): Page | Extract<ProblemKind, 'incomplete' | 'tooLarge'> {
	const container = containerOf(list, data);
	if (container === undefined) return 'incomplete';
	if (Object.keys(container).length > MOST_RECORDS) return 'tooLarge';
	const records = Array.isArray(container)
		? container.map((value) => readRecord(list.record, value))
		: keysInOrder(container, raw).map((key) => readRecord(list.record, container[key], key));
	if (!records.every((record) => record !== undefined)) return 'incomplete';
	const hasMore = isDataRecord(data) ? data.has_more : undefined;
	const size = raw.length + SIZE_OF_RECORD * records.length;
	return { records, hasMore: typeof hasMore === 'boolean' ? hasMore : undefined, size };
}

function containerOf({ containers = ['items'] }: List, data: unknown) {
	return containers
		.map((name) => (name === '' ? data : isDataRecord(data) ? data[name] : undefined))
		.find((value) => Array.isArray(value) || isDataRecord(value)) as DataRecord | undefined;
}
