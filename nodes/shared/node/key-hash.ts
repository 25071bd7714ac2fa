import { createHash, createHmac, randomBytes } from 'node:crypto';

/** Identifies a key in memory: a whole hash, from which no key can be found. Not to be stored: see `fingerprintOf`. */
export function keyHashOf(apiKey: string): string {
	return createHash('sha256').update(apiKey).digest('base64url');
}

const SALT_BYTES = 8;
const STORED_CHARACTERS = 16;

/**
 * What may be stored to recognize a key: another text in each place, so that nobody can see from two workflows
 * whether they use the same key, nor try keys against many at once.
 */
export function fingerprintOf(
	keyHash: string,
	salt = randomBytes(SALT_BYTES).toString('base64url'),
): string {
	const hash = createHmac('sha256', salt).update(keyHash).digest('base64url');
	return `${salt}.${hash.slice(0, STORED_CHARACTERS)}`;
}

/** @param stored as `fingerprintOf` gave it; any other text is the fingerprint of nobody */
export function isFingerprintOf(keyHash: string, stored: string): boolean {
	return stored === fingerprintOf(keyHash, stored.split('.', 1)[0]);
}
