import { createHash } from 'node:crypto';

/** A value that the snapshot stores for each record. */
export interface Column {
	name: string;
	/** Whether it is a text with few different values: each of them is stored once, and records refer to it. */
	isText?: true | undefined;
}

/** The stored values of one record, by name. A value that was not stored is undefined. */
export type Values = Readonly<Record<string, string>>;

/** Three characters for a value of any size: one change in a quarter of a million goes unnoticed. */
export const fingerprint = (value: unknown) => hashed(inOneForm(value), 3);

/** A service may return fields and entries in another order each time, a number as text, and nothing in several forms. */
function inOneForm(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'null';
	if (typeof value === 'number') return JSON.stringify(String(value));
	if (typeof value !== 'object') return JSON.stringify(value);
	const entries = Object.entries(value).map(([name, one]) => [name, inOneForm(one)] as const);
	const parts = Array.isArray(value)
		? entries.map(([, one]) => `:${one}`)
		: entries
				.filter(([, one]) => one !== 'null')
				.map(([name, one]) => `${JSON.stringify(name)}:${one}`);
	// Hashed at each level: what is nested deep is not written again at those above.
	return parts.length === 0 ? 'null' : hashed(parts.sort().join(), 43);
}

const hashed = (text: string, length: number) =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

const SHORT_NUMBER = /^(?:0|[1-9]\d{0,9})$/;

/** The key of an ID in the snapshot, at most seven characters: a number of up to 10 digits in base 36, or else a hash. */
export const entryKey = (id: string) =>
	SHORT_NUMBER.test(id) ? Number(id).toString(36) : `~${hashed(id, 6)}`;

/** The ID of such a key; undefined for a hash. */
export const idOfKey = (key: string) =>
	key.startsWith('~') ? undefined : String(Number.parseInt(key, 36));

/** Maximum number of stored texts, and maximum length of a text. A change among others, or behind the length, does not fire. */
export const MOST_TEXTS = 1_000;
export const LONGEST_TEXT = 64;

/** Values as text, in the order of the columns. An unknown value is empty, and so is a text that the full list lacks. */
export function encodeValues(
	columns: readonly Column[],
	values: Values,
	texts: readonly string[],
): string {
	const encoded = columns.map(({ name, isText }) => {
		const value = values[name] ?? '';
		if (value === '' || !isText) return value;
		const place = texts.indexOf(value);
		return place >= 0 ? place.toString(36) : texts.length < MOST_TEXTS ? '?' : '';
	});
	return encoded.join('.');
}

export function decodeValues(
	columns: readonly Column[],
	text: string,
	texts: readonly string[],
): Values {
	const encoded = text.split('.');
	const values = columns.map(({ name, isText }, at) => {
		const value = encoded[at] ?? '';
		return [name, isText ? texts[Number.parseInt(value, 36)] : value] as const;
	});
	return Object.fromEntries(values.filter(([, value]) => value));
}
