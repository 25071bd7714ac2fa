import { beginning } from '../service/values';

/** Limits of quotes in an error: characters of a text, characters in total, entries of a list. */
const LONGEST_TEXT = 500;
const MOST_CHARACTERS = 4_000;
const MOST_ENTRIES = 20;

/** What a key can consist of: a Bearer token (RFC 6750, section 2.1), or a user and a password with a colon. */
export const API_KEY = /^[\w.~+/=:-]+$/;

/** A percent-encoded `+` of Base64, which has four characters for three. */
const LONGEST_FORM = 4;

/**
 * Prepares foreign texts for an error: cut, and without the key in plain form, Base64, JSON or a URL.
 * @param said any plain data
 */
export function quoted<T>(said: T, key: string): T {
	const hidden = key === '' ? /(?!)/ : new RegExp(`${inBase64(key)}|${written(key)}`, 'gi');
	const longest = LONGEST_FORM * key.length;
	let left = MOST_CHARACTERS;
	const cut = (text: string) => {
		const seen = text.slice(0, LONGEST_TEXT + longest);
		const clean = seen.replace(hidden, '***');
		// The cut may leave half a key at the end.
		const whole = seen === text ? clean : clean.slice(0, clean.length - longest);
		const shown = beginning(whole, Math.min(LONGEST_TEXT, left));
		left -= shown.length;
		return shown === clean ? shown : `${shown}…`;
	};
	const json = JSON.stringify({ said }, (_name, value: unknown) => {
		if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES) as unknown[];
		return typeof value === 'string' ? cut(value) : value;
	});
	return (JSON.parse(json) as { said: T }).said;
}

/** As it is, or as JSON or a URL writes what is no letter and no digit. */
function written(text: string): string {
	return text.replace(/[\W_]/g, (character) => {
		const hex = character.charCodeAt(0).toString(16);
		return `(?:\\\\?\\x${hex}|%${hex})`;
	});
}

/** As Basic authentication sends it; its end also holds what follows. */
function inBase64(key: string): string {
	const encoded = Buffer.from(key).toString('base64');
	return `${written(encoded.slice(0, Math.floor((key.length * 4) / 3)))}[\\w+/]{0,3}=*`;
}
