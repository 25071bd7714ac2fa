import { beginning } from '../service/values';

/** Limits of quotes in an error: characters of a text, characters in total, entries of a list. */
const LONGEST_TEXT = 500;
const MOST_CHARACTERS = 4_000;
const MOST_ENTRIES = 20;

/** Fewer characters of a key in a row may be chance. */
const REVEALING = 8;

/** Characters of a text that are read. What is shown of it, without escapes, is shorter. */
const MOST_READ = 2 * LONGEST_TEXT;

/** What a key can consist of: a Bearer token (RFC 6750, section 2.1), or a user and a password with a colon. */
export const API_KEY = /^[\w.~+/=:-]+$/;

/**
 * Prepares foreign texts for an error: cut, and without the key or a part of it, also where it is escaped or in Base64.
 * @param data any plain data
 */
export function quoted<T>(data: T, key: string): T {
	const secret = inSmallLetters(key);
	let left = MOST_CHARACTERS;
	const cut = (text: string) => {
		const isLong = text.length > MOST_READ;
		const read = withoutSecret(text.slice(0, MOST_READ), secret);
		// The cut may leave the beginning of a key.
		const clean = isLong ? read.slice(0, 1 - REVEALING) : read;
		const shown = beginning(clean, Math.min(LONGEST_TEXT, left));
		left -= shown.length;
		return shown === clean && !isLong ? shown : `${shown}…`;
	};
	const json = JSON.stringify({ data }, (_name, value: unknown) => {
		if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES) as unknown[];
		return typeof value === 'string' ? cut(value) : value;
	});
	return (JSON.parse(json) as { data: T }).data;
}

/** A text comes out decoded only if that shows the secret. */
function withoutSecret(text: string, secret: string): string {
	const plain = unescaped(text);
	const reveals = (decoded: string) => masked(decoded, secret) !== decoded;
	const clean = plain.replace(BASE64, (run) =>
		[0, 1, 2, 3].some((at) => reveals(unescaped(fromBase64(run.slice(at))))) ? '***' : run,
	);
	return clean === plain && !reveals(plain) ? masked(text, secret) : masked(clean, secret);
}

/** Replaces each run of characters that stands in the secret, too. */
function masked(text: string, secret: string): string {
	const length = Math.min(REVEALING, secret.length);
	const small = inSmallLetters(text);
	let clean = '';
	let end = 0;
	for (let at = 0; at < text.length; at++) {
		const run = small.slice(at, at + length);
		const isSecret = length > 0 && run.length === length && secret.includes(run);
		if (at >= end) clean += isSecret ? '***' : text[at];
		if (isSecret) end = at + length;
	}
	return clean;
}

/** Letters beyond ASCII may change their length, and stand in no key. */
const inSmallLetters = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** What may be Base64, also that of URLs, of enough characters. It may begin with other text. */
const BASE64 = /[\w+/-]{11,}/g;

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('latin1');

/** Escapes of JSON, HTML and URLs. */
const ESCAPE =
	/\\u([\da-f]{4})|%([\da-f]{2})|&#x0*([\da-f]{2,4});?|&#0*(\d{2,4});?|&(\w+);|\\(?=\/)/gi;

/** Names of HTML for the characters that a key, or another escape, can have. */
const ENTITIES: Readonly<Record<string, string>> = {
	amp: '&',
	bsol: '\\',
	colon: ':',
	dash: '-',
	equals: '=',
	hyphen: '-',
	lowbar: '_',
	num: '#',
	percnt: '%',
	period: '.',
	plus: '+',
	semi: ';',
	sol: '/',
};

/** A text may be escaped several times, each time in another way. */
function unescaped(text: string): string {
	const once = text.replace(ESCAPE, (escape, ...groups: Array<string | undefined>) => {
		const [json, url, hex, decimal, name] = groups;
		const code = json ?? url ?? hex;
		if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
		if (decimal !== undefined) return String.fromCharCode(Number(decimal));
		return name === undefined ? '' : (ENTITIES[name.toLowerCase()] ?? escape);
	});
	return once === text ? text : unescaped(once);
}
