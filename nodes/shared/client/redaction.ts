/** How much an error quotes: characters of one text, characters in all, and entries of a list. */
const LONGEST_TEXT = 500;
const MOST_CHARACTERS = 4_000;
const MOST_ENTRIES = 20;

/** What a key can consist of: a Bearer token (RFC 6750, section 2.1), or a user and a password with a colon. */
export const API_KEY = /^[\w.~+/=:-]+$/;

/** Characters that one of a key takes at most, however it is written. */
const LONGEST_FORM = 10;

const NOTHING = /(?!)/;

/** A shorter key would be found in Base64 that has nothing to do with it. */
const SHORTEST_IN_BASE64 = 4;

/**
 * Texts of others as an error may show and store them: cut, and without the key in any form in which it may be echoed.
 * @param said any plain data
 */
export function quoted<T>(said: T, key: string): T {
	const hidden =
		key === '' ? NOTHING : new RegExp([...base64Of(key), written(key)].join('|'), 'gi');
	const longest = LONGEST_FORM * key.length;
	let left = MOST_CHARACTERS;
	const cut = (text: string) => {
		const seen = text.slice(0, LONGEST_TEXT + longest);
		const clean = seen.replace(hidden, '***');
		// Half a key may stand where the text was cut.
		const whole = seen === text ? clean : clean.slice(0, clean.length - longest);
		const shown = whole.slice(0, Math.min(LONGEST_TEXT, left)).replace(/[\uD800-\uDBFF]$/, '');
		left -= shown.length;
		return shown === text || shown === clean ? shown : `${shown}…`;
	};
	const json = JSON.stringify({ said }, (_name, value: unknown) => {
		if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES) as unknown[];
		return typeof value === 'string' ? cut(value) : value;
	});
	return (JSON.parse(json) as { said: T }).said;
}

/** The names that HTML has for what a key can hold beside letters and digits. */
const ENTITIES: Readonly<Record<string, string>> = {
	'+': 'plus',
	'.': 'period',
	'/': 'sol',
	':': 'colon',
	'=': 'equals',
	_: 'lowbar|underbar',
};

/** As it is, or as JSON, HTML or a URL write what is no letter and no digit. */
function written(key: string): string {
	return key.replace(/[\W_]/g, (character) => {
		const code = character.charCodeAt(0);
		const hex = code.toString(16);
		const entity = `&(?:#0{0,4}${code}|#x0{0,4}${hex}|${ENTITIES[character] ?? `#${code}`});`;
		return `(?:\\\\{0,3}\\x${hex}|\\\\{1,2}u00${hex}|%(?:25){0,2}${hex}|${entity})`;
	});
}

/** In Base64 a key reads in one of three ways, by where it begins: alone, or behind a user and a colon of any length. */
function base64Of(key: string): string[] {
	if (key.length < SHORTEST_IN_BASE64) return [];
	return [0, 1, 2].map((before) => {
		const encoded = Buffer.from('x'.repeat(before) + key).toString('base64');
		// What stands at its ends also depends on its neighbours.
		const own = encoded.slice(
			Math.ceil((before * 4) / 3),
			Math.floor(((before + key.length) * 4) / 3),
		);
		const digits = written(own).replaceAll(written('+'), `(?:-|${written('+')})`);
		return `[\\w+/-]?${digits.replaceAll(written('/'), `(?:_|${written('/')})`)}[\\w+/-]{0,3}=*`;
	});
}
