import { createHash } from 'node:crypto';

/** The values that are kept of one record, by their names; one that was not kept is missing. */
export type Values = Readonly<Record<string, string>>;

/** Three characters for a value of any size: one change in a quarter of a million goes unnoticed. */
export const fingerprint = (value: unknown) =>
	hashed(JSON.stringify(typeof value === 'number' ? String(value) : (value ?? null), inOrder), 3);

/** A service may give the fields of an object, and the entries of a list, in another order each time. */
function inOrder(_key: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.toSorted();
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const hashed = (text: string, length: number) =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

const SHORT_NUMBER = /^(?:0|[1-9]\d{0,9})$/;

/** An id as it is kept, in at most seven characters: a short number to the base of 36, else what stands for it. */
export const entryKey = (id: string) =>
	SHORT_NUMBER.test(id) ? Number(id).toString(36) : `~${hashed(id, 6)}`;

/** A value with few different texts is kept as the place of its text in a list; its name says so. */
export const isChoice = (name: string) => name.startsWith('=');

/** Texts that are kept, and how long one may be. */
export const MOST_TEXTS = 1_000;
export const LONGEST_TEXT = 64;

/** Values as text, in the order of the names. What is unknown is empty, and so is a text that finds no room. */
export function encodeValues(
	names: readonly string[],
	values: Values,
	texts: readonly string[],
): string {
	const encoded = names.map((name) => {
		const value = values[name] ?? '';
		if (value === '' || !isChoice(name)) return value;
		const place = texts.indexOf(value);
		return place >= 0 ? place.toString(36) : texts.length < MOST_TEXTS ? '?' : '';
	});
	return encoded.join('.');
}

export function decodeValues(
	names: readonly string[],
	text: string,
	texts: readonly string[],
): Values {
	const encoded = text.split('.');
	const values = names.map((name, at) => {
		const value = encoded[at] ?? '';
		return [name, isChoice(name) ? texts[Number.parseInt(value, 36)] : value] as const;
	});
	return Object.fromEntries(values.filter(([, value]) => value));
}
