import { type Fields, text, toNumber } from './values';

/** One thing of the service as data, in the service's own field names. */
export type DataRecord = Record<string, unknown>;

/** What the service calls a thing, and how its records are read and shown. */
export interface RecordKind {
	/** In the user's words, such as in "No post with ID 12": singular, lower case. */
	noun: string;
	/** The field that identifies a record in its workspace. */
	id: string;
	/** What is known of its fields; any of them may be missing, and there may be others. */
	fields: Fields;
	/** Whether the API has no list of them, in which one could be looked for. */
	isUnlisted?: true;
	/** At most ten fields for Simplify; that of a part, such as `data_name` of `user`, comes out as its own. */
	simple: ReadonlyArray<string | readonly [part: string, name: string]>;
}

/**
 * Reads one record: ids and counters that came as text become numbers, all else stays as sent. The record is changed in
 * place, since an answer is nobody else's, and a copy of each would be most of what a long list costs.
 * @param key the key it stood under in a list, which is its id where the record itself does not say it
 * @returns undefined when the value is no record at all
 */
export function readRecord(kind: RecordKind, value: unknown, key?: string): DataRecord | undefined {
	if (!isDataRecord(value)) return undefined;
	const identified =
		value[kind.id] === undefined && key !== undefined ? { [kind.id]: key, ...value } : value;
	return withNumbers(identified, kind.fields);
}

function withNumbers(record: DataRecord, fields: Fields): DataRecord {
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
	for (const one of kind.simple) {
		const [part, name] = typeof one === 'string' ? [record, one] : [record[one[0]], one[1]];
		const value = isDataRecord(part) ? part[name] : undefined;
		if (value !== undefined) simple[name] = value;
	}
	return simple;
}

/** What is known of these fields. In a part without declared fields, such as `meta`, it is the caller's own text. */
export function simpleFields({ fields, simple }: RecordKind): Fields {
	return Object.fromEntries(
		simple.map((one) => {
			if (typeof one === 'string') return [one, fields[one]];
			const [part, name] = one;
			return [name, fields[part].properties?.[name] ?? text];
		}),
	);
}

/** The id of a record as text, the same whether it arrived as a string or as a number; undefined when it has none. */
export function idOf(kind: RecordKind, record: DataRecord): string | undefined {
	const id = record[kind.id];
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

export function isDataRecord(value: unknown): value is DataRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
