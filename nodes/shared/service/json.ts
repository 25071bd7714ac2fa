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
	return Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

/** Inside a JSON string every quote is escaped, so the pattern cannot match there. */
const NUMERIC_KEY = /"(\d+)"(?=\s*:)/g;

/**
 * The keys of one object in a JSON text, in the order they were written: parsing puts numeric keys in ascending order,
 * which would lose the order of a list that the service sends as an object keyed by id. A key of the same number before, in
 * another object, takes its place.
 * @param keyed the object as it was parsed
 */
export function keysInOrder(keyed: object, text: string): string[] {
	const written = new Set(Array.from(text.matchAll(NUMERIC_KEY), ([, key]) => key));
	const own = [...written].filter((key) => Object.hasOwn(keyed, key));
	const keys = Object.keys(keyed);
	return own.length === keys.length ? own : keys;
}
