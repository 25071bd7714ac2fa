const LONG_INTEGER = /\d{16}/;

/** What shows in JSON where a string begins and ends, and a number of 16 digits or more. */
const QUOTE_OR_LONG_NUMBER = /\\.|"|(?<![\d.eE+-])-?\d{16}[\d.eE+-]*/gs;

/**
 * Parses JSON without rounding: an integer beyond 2^53 comes out as the text it was written as, so that an id can be
 * sent back as it came. Only a text that has such digits is read twice.
 * @throws SyntaxError when the text is no JSON
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

/** Levels of objects and lists inside of each other; what n8n stores may be walked through by recursion. */
export const DEEPEST = 200;

export function isTooDeep(value: unknown, levels = DEEPEST): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const name in value) {
		const inner = (value as Record<string, unknown>)[name];
		if (typeof inner === 'object' && inner !== null && isTooDeep(inner, levels - 1)) return true;
	}
	return false;
}

/**
 * The keys of one object in a JSON text, in the order they were written: parsing puts numeric keys in ascending order,
 * which would lose the order of a list that the service sends as an object keyed by id.
 * @param keyed the object as it was parsed
 * @param path the keys that lead to it
 */
export function keysInOrder(keyed: object, text: string, path: readonly string[]): string[] {
	const written = Array.from(text.matchAll(NUMERIC_KEY), ([, key]) => key);
	const { length } = Object.keys(keyed);
	const areItsOwn =
		written.length === length &&
		new Set(written).size === length &&
		written.every((key) => Object.hasOwn(keyed, key));
	return areItsOwn ? written : parsedInOrder(text, path);
}

/** Where another object has numeric keys as well, the text is parsed once more with keys that are not numeric. */
function parsedInOrder(text: string, path: readonly string[]): string[] {
	let found = JSON.parse(text.replace(NUMERIC_KEY, `"${MARK}$1"`)) as Record<string, unknown>;
	for (const key of path) found = found[key] as Record<string, unknown>;
	return Object.keys(found).map((key) => key.replace(MARK, ''));
}

/** Inside a JSON string every quote is escaped, so the pattern cannot match there. */
const NUMERIC_KEY = /"(\d+)"(?=\s*:)/g;

/** A control character, which no key has. */
const MARK = '\u0080';
