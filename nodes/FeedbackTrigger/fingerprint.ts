import type { DataRecord } from '../shared/service/records';

/** Characters per text: 18 bits, so one change in a quarter of a million goes unnoticed. */
const WIDTH = 3;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FNV_BASIS = 0x811c9dc5;

/** A few characters for each field, in the order given: enough to tell later which of them changed. */
export function fingerprint(record: DataRecord, fields: readonly string[]): string {
	return fields.map((field) => fingerprintOf(record[field])).join('');
}

/** The fields in which two fingerprints differ. */
export function changedFields(before: string, after: string, fields: readonly string[]): string[] {
	return fields.filter((_field, index) => part(before, index) !== part(after, index));
}

/** Whether a fingerprint was taken while the field had this value. */
export function had(print: string, fields: readonly string[], field: string, value: unknown) {
	return part(print, fields.indexOf(field)) === fingerprintOf(value);
}

/** Six characters for a text of any length: two texts among 4,000 share them once in two million times. */
export function shortened(text: string): string {
	return hashed(text, FNV_BASIS) + hashed(text, ~FNV_BASIS);
}

const part = (print: string, index: number) => print.slice(index * WIDTH, (index + 1) * WIDTH);

const fingerprintOf = (value: unknown) => hashed(JSON.stringify(value ?? null), FNV_BASIS);

/** FNV-1a over code units, folded to 18 bits. */
function hashed(text: string, basis: number): string {
	let hash = basis;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	const folded = (hash >>> 18) ^ (hash & 0x3ffff);
	return [0, 6, 12].map((shift) => ALPHABET[(folded >>> shift) & 63]).join('');
}
