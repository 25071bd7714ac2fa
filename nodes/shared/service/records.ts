import { type ValueTypes, textual, toNumber } from './values';

/** One record of the service, in the service's own field names. */
export type DataRecord = Record<string, unknown>;

/** What the service calls a record, and how its records are read and shown. */
export interface RecordKind {
	/** In the user's words, such as in "No post with ID 12": singular, lower case. */
	noun: string;
	/** The field that identifies a record in its workspace. */
	id: string;
	/** Its known fields. Any of them may be missing, and there may be others. */
	fields: ValueTypes;
	/** Whether it has no ID of its own, so that an answer may lack `id`, and no list has it. */
	hasNoOwnId?: true;
	/** At most eleven fields for Simplify. A field of a part, such as `data_name` of `user`, becomes a field of its own. */
	simple: ReadonlyArray<string | readonly [part: string, name: string]>;
	/** Fields that may hold the HTML of an editor. */
	html?: readonly string[];
	/** What an option or the credential adds to the record. Every form of the output keeps it. */
	added?: readonly string[];
}

/**
 * Reads one record: IDs and counters that were sent as text become numbers, everything else stays unchanged. It changes
 * the record in place: nobody else uses the answer, and copies would be most of the cost of a long list.
 * @param key the key of the record in a list, used as its ID if the record has none
 * @returns undefined if the value is not a record
 */
export function readRecord(kind: RecordKind, value: unknown, key?: string): DataRecord | undefined {
	if (!isDataRecord(value)) return undefined;
	const identified =
		value[kind.id] === undefined && key !== undefined ? { [kind.id]: key, ...value } : value;
	return withNumbers(identified, kind.fields);
}

/**
 * Keys and values of the user's own: an object, or records of `key` and `value`, since that is not documented. An empty
 * object may come as an empty array, as PHP writes it.
 * @returns undefined if the value is neither
 */
export function readKeyValues(data: unknown): DataRecord | undefined {
	if (!Array.isArray(data)) return isDataRecord(data) ? data : undefined;
	const isEntry = (entry: unknown) => isDataRecord(entry) && typeof entry.key === 'string';
	if (!data.every(isEntry)) return undefined;
	return Object.fromEntries((data as DataRecord[]).map(({ key, value }) => [key, value]));
}

function withNumbers(record: DataRecord, fields: ValueTypes): DataRecord {
	for (const name in fields) {
		const value = record[name];
		const { type, properties } = fields[name];
		if (type === 'number' && typeof value === 'string') record[name] = toNumber(value);
		else if (properties && isDataRecord(value)) withNumbers(value, properties);
	}
	return record;
}

/** The few flat fields of a record that most workflows need. */
export function simplify(kind: RecordKind, record: DataRecord): DataRecord {
	const simple: DataRecord = {};
	for (const field of kind.simple) {
		const [part, name] = typeof field === 'string' ? [record, field] : [record[field[0]], field[1]];
		const value = isDataRecord(part) ? part[name] : undefined;
		if (value !== undefined) simple[name] = value;
	}
	for (const name of kind.added ?? []) {
		if (name in record) simple[name] = record[name];
	}
	return simple;
}

/** The declarations of these fields. A field in a part without declared fields, such as `meta`, counts as text. */
export function simpleFields({ fields, simple }: RecordKind): ValueTypes {
	return Object.fromEntries(
		simple.map((field) => {
			if (typeof field === 'string') return [field, fields[field]];
			const [part, name] = field;
			return [name, fields[part].properties?.[name] ?? textual];
		}),
	);
}

/** The ID of a record as text, whether it was sent as a string or a number; undefined if it has none. */
export function idOf(kind: RecordKind, record: DataRecord): string | undefined {
	const id = record[kind.id];
	return typeof id === 'string' || typeof id === 'number' ? String(id) || undefined : undefined;
}

export function isDataRecord(value: unknown): value is DataRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
