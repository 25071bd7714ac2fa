import type { DataRecord } from '../shared/service/records';

/** Characters per field: 18 bits, so one change in a quarter of a million goes unnoticed. */
const WIDTH = 3;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A few characters for each field, in the order given: enough to tell later which of them changed. */
export function fingerprint(record: DataRecord, fields: readonly string[]): string {
	return fields.map((field) => hashed(JSON.stringify(record[field] ?? null))).join('');
}

/** The fields in which two fingerprints differ. */
export function changedFields(before: string, after: string, fields: readonly string[]): string[] {
	return fields.filter((_field, index) => part(before, index) !== part(after, index));
}

const part = (print: string, index: number) => print.slice(index * WIDTH, (index + 1) * WIDTH);

/** FNV-1a over code units, folded to 18 bits. */
function hashed(text: string): string {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	const folded = (hash >>> 18) ^ (hash & 0x3ffff);
	return [0, 6, 12].map((shift) => ALPHABET[(folded >>> shift) & 63]).join('');
}
