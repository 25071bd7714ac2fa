/** Characters per text: 18 bits, so one change in a quarter of a million goes unnoticed. */
export const WIDTH = 3;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FNV_BASIS = 0x811c9dc5;

/** A few characters that stand for a value of any size. */
export const fingerprint = (value: unknown) => hashed(JSON.stringify(value ?? null), FNV_BASIS);

/** Six characters for a text of any length: two texts among 4,000 share them once in two million times. */
export function shortened(text: string): string {
	return hashed(text, FNV_BASIS) + hashed(text, ~FNV_BASIS);
}

/** FNV-1a over code units, folded to 18 bits. */
function hashed(text: string, basis: number): string {
	let hash = basis;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	const folded = (hash >>> 18) ^ (hash & 0x3ffff);
	return [0, 6, 12].map((shift) => ALPHABET[(folded >>> shift) & 63]).join('');
}
