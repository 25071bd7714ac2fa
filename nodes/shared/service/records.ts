import type { z } from 'zod/v4';

/** One thing of the service as data, in the service's own field names. */
export type DataRecord = Record<string, unknown>;

/** What the service calls a thing, and how its records are read and shown. */
export interface RecordKind {
	/** In the user's words, as it stands in "No post with ID 12": singular, lower case. */
	noun: string;
	/** The field that identifies a record in its workspace. */
	id: string;
	/** Reads the record: ids and numeric strings become numbers, unknown fields pass through. */
	schema: z.ZodObject;
	/** At most ten fields for Simplify; `user.data_name` comes out as `data_name`. */
	simple: readonly string[];
}

/**
 * Reads one record.
 * @param key the key it stood under in a list, which is its id where the record itself does not say it
 * @returns undefined when the value is no record at all
 */
export function readRecord(kind: RecordKind, value: unknown, key?: string): DataRecord | undefined {
	if (!isDataRecord(value)) return undefined;
	const identified =
		value[kind.id] === undefined && key !== undefined ? { [kind.id]: key, ...value } : value;
	return kind.schema.parse(identified);
}

/** The few flat fields of a record that most workflows need. */
export function simplify(kind: RecordKind, record: DataRecord): DataRecord {
	const simple: DataRecord = {};
	for (const path of kind.simple) {
		const [name, inner] = path.split('.');
		const outer = record[name];
		const value = inner === undefined ? outer : isDataRecord(outer) ? outer[inner] : undefined;
		if (value !== undefined) simple[inner ?? name] = value;
	}
	return simple;
}

/** The id of a record as text, the same whether it arrived as a string or as a number; undefined when it has none. */
export function idOf(kind: RecordKind, record: DataRecord): string | undefined {
	const id = record[kind.id];
	return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

export function isDataRecord(value: unknown): value is DataRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
