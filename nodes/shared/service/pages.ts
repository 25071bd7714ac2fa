import { numericKeysInOrder } from './json';
import { type DataRecord, isDataRecord, readRecord, type RecordKind } from './records';

/** A list of the service: where it is asked for and how its pages are read (endpoint tables; Limits, "List response"). */
export interface List {
	path: string;
	record: RecordKind;
	/** Where in `data` the records may stand, as an object keyed by id or as an array; '' is `data` itself. */
	containers: readonly string[];
	/** Query that asks for everything, for parameters whose default the specification does not show. */
	everything?: Readonly<Record<string, string>>;
	/** Whether it is known to take `search`, as far as a live service keeps to it. */
	isSearchable?: boolean;
	/** Query that asks for an order in which records stay where they are, where that of the service moves with votes. */
	order?: Readonly<Record<string, string>>;
	/** Query that asks for its records newest first, by each timestamp for which it can be asked. */
	newestFirst?: Readonly<Partial<Record<'created' | 'updated', Readonly<Record<string, string>>>>>;
}

/** One answer of a list. */
export interface Page {
	/** In the service's own order, also where it sent an object keyed by id. */
	records: DataRecord[];
	/** As the service said it; undefined where it did not. */
	hasMore?: boolean;
	/** The text it was read from, by which it is known when it comes again. */
	raw: string;
}

/**
 * Reads one page.
 * @param data the `data` of the envelope
 * @param raw the JSON text it came from, which alone still knows the order of numeric keys
 * @returns undefined when the answer is not a page of this list: never an empty page in its place
 */
export function readPage(list: List, data: unknown, raw: string): Page | undefined {
	const found = container(list, data);
	if (found === undefined) return undefined;
	const records: DataRecord[] = [];
	for (const [key, value] of Array.isArray(found) ? found.map(unkeyed) : inOrder(found, raw)) {
		const record = readRecord(list.record, value, key);
		if (record === undefined) return undefined;
		records.push(record);
	}
	const hasMore = isDataRecord(data) ? data.has_more : undefined;
	return { records, hasMore: typeof hasMore === 'boolean' ? hasMore : undefined, raw };
}

function container(list: List, data: unknown): unknown[] | DataRecord | undefined {
	for (const name of list.containers) {
		const value = name === '' ? data : isDataRecord(data) ? data[name] : undefined;
		if (Array.isArray(value) || isDataRecord(value)) return value;
	}
	return undefined;
}

const unkeyed = (value: unknown): [undefined, unknown] => [undefined, value];

function inOrder(keyed: DataRecord, raw: string): Array<[string, unknown]> {
	const order = numericKeysInOrder(raw);
	const position = (key: string) => order.get(key) ?? order.size;
	return Object.entries(keyed).sort(([a], [b]) => position(a) - position(b));
}
