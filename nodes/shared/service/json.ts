const LONG_INTEGER = /\d{16}/;

/** Finds the quotes around strings in JSON, and numbers of 16 digits or more. */
const QUOTE_OR_LONG_NUMBER = /\\.|"|(?<![\d.eE+-])-?\d{16}[\d.eE+-]*/gs;

/**
 * Parses JSON without rounding: an integer beyond 2^53 stays the text that was written, so that an ID can be sent back
 * unchanged. Only a text with such digits is parsed twice.
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
	const parsed = JSON.parse(text) as unknown;
	if (!LONG_INTEGER.test(text)) return parsed;
	let isInString = false;
	const quoted = text.replace(QUOTE_OR_LONG_NUMBER, (written) => {
		if (written === '"') isInString = !isInString;
		return isInString || !isUnsafeInteger(written) ? written : `"${written}"`;
	});
	return JSON.parse(quoted) as unknown;
}

const isUnsafeInteger = (written: string) =>
	/^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written));

/** Maximum number of values in a JSON text. Parsed, even an empty object takes far more memory than its two characters. */
export const MOST_VALUES = 2_000_000;

/** Counts the beginnings of objects and lists and the commas outside of strings, before anything is parsed. */
export function hasTooManyValues(text: string): boolean {
	if (text.length <= MOST_VALUES) return false;
	let values = 0;
	let isInString = false;
	for (let at = 0; at < text.length && values <= MOST_VALUES; at++) {
		const character = text[at];
		if (character === '"') isInString = !isInString;
		else if (isInString) at += character === '\\' ? 1 : 0;
		else if (character === ',' || character === '{' || character === '[') values++;
	}
	return values > MOST_VALUES;
}

/** Half a character, such as of an emoji that was cut, as JSON writes it. Behind a backslash the same letters are text. */
const HALF = /\\(?:\\|ud[89a-f][\da-f]{2})/g;

/** The same value with the sign for an unknown character in place of halves, for which PHP refuses all of it. */
export function wellFormed<T>(value: T): T {
	const text = JSON.stringify(value);
	return JSON.parse(text.replace(HALF, (found) => (found.length > 2 ? '\ufffd' : found))) as T;
}

/** Most levels of nested objects and lists, since n8n 2.41 walks through stored data by recursion. */
export const DEEPEST = 200;

export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	const isDeep = (inner: unknown) => typeof inner === 'object' && isTooDeep(inner, levels - 1);
	if (Array.isArray(value)) return value.some(isDeep); // The names of its entries would be as many texts.
	for (const name in value) {
		if (isDeep(value[name as keyof typeof value])) return true;
	}
	return false;
}

/** Inside a JSON string every quote is escaped, so the pattern cannot match there. */
const NUMERIC_KEY = /"\d+"(?=\s*:)/g;

/**
 * The keys of one object in a JSON text, in the order they were written. Parsing sorts numeric keys, which would lose
 * the order of a list that the service sends as an object keyed by ID. If an earlier object has the same key, the
 * position of that one counts.
 * @param keyed the parsed object
 */
export function keysInOrder(keyed: object, text: string): string[] {
	const written = new Set(text.match(NUMERIC_KEY)?.map((quoted) => quoted.slice(1, -1)));
	const own = [...written].filter((key) => Object.hasOwn(keyed, key));
	const keys = Object.keys(keyed);
	return own.length === keys.length ? own : keys;
}
