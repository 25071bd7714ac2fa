/** The values that are kept of one record, by their names; one that was not kept is missing. */
export type Values = Readonly<Record<string, string>>;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FNV_BASIS = 0x811c9dc5;
const WIDTH = 3;
const END = '.';
const UNKNOWN = END.repeat(WIDTH);

/** Three characters for a value of any size: one change in a quarter of a million goes unnoticed. */
export const fingerprint = (value: unknown) =>
	hashed(typeof value === 'number' ? JSON.stringify(String(value)) : JSON.stringify(value ?? null));

/** FNV-1a over code units, folded to 18 bits. */
function hashed(text: string, basis = FNV_BASIS): string {
	let hash = basis;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	const folded = (hash >>> 18) ^ (hash & 0x3ffff);
	return [0, 6, 12].map((shift) => ALPHABET[(folded >>> shift) & 63]).join('');
}

const SHORT_NUMBER = /^(?:0|[1-9]\d{0,9})$/;

/** An id as it is kept, in at most seven characters: a short number to the base of 36, else what stands for it. */
export const keyOf = (id: string) =>
	SHORT_NUMBER.test(id) ? Number(id).toString(36) : `~${hashed(id)}${hashed(id, ~FNV_BASIS)}`;

/** Values as text, in the order of the names: those with a leading `#` end with a point, the others have one width. */
export function encodeValues(names: readonly string[], values: Values): string {
	return names
		.map((name) => (name.startsWith('#') ? (values[name] ?? '') + END : (values[name] ?? UNKNOWN)))
		.join('');
}

export function decodeValues(names: readonly string[], text: string): Values {
	const values: Record<string, string> = {};
	let at = 0;
	for (const name of names) {
		const isLong = name.startsWith('#');
		const end = isLong ? text.indexOf(END, at) : at + WIDTH;
		const value = text.slice(at, end);
		if (value !== '' && value !== UNKNOWN) values[name] = value;
		at = isLong ? end + 1 : end;
	}
	return values;
}

const ENTRIES = /^(?:(?:[\da-z]+|~[\w-]{6})(?::[\w.-]*)?(?:,|$))*$/;
export const isEncoded = (text: string) => ENTRIES.test(text);

/** Keys with the values that were kept, as one text. */
export const encodeEntries = (entries: ReadonlyMap<string, string>) =>
	[...entries].map(([key, values]) => (values === '' ? key : `${key}:${values}`)).join();

/** @param text passes `isEncoded` */
export function decodeEntries(text: string): Map<string, string> {
	const entries = text === '' ? [] : text.split(',').map((entry) => entry.split(':'));
	return new Map(entries.map(([key, values = '']) => [key, values]));
}
