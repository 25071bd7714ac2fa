const LONG_INTEGER = /\d{16}/;

/** A string, or a number written as a long integer. */
const STRING_OR_LONG_INTEGER =
	/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE]|\s*:)/gs;

/**
 * Parses JSON without rounding: an integer beyond 2^53 comes out as the text it was written as, so that an id can be
 * sent back as it came. Only a text that has such digits pays for the slower reading.
 * @throws SyntaxError when the text is no JSON
 */
export function parseJson(text: string): unknown {
	return JSON.parse(
		LONG_INTEGER.test(text) ? text.replace(STRING_OR_LONG_INTEGER, unrounded) : text,
	) as unknown;
}

const unrounded = (written: string) =>
	written.startsWith('"') || Number.isSafeInteger(Number(written)) ? written : `"${written}"`;

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
 * @param keyed the object, as it was parsed
 * @param path the keys that lead to it
 */
export function keysInOrder(
	text: string,
	keyed: Readonly<Record<string, unknown>>,
	path: readonly string[],
): string[] {
	const keys = Object.keys(keyed);
	const other = keys.findIndex((key) => !NUMERIC.test(key));
	const numeric = other === -1 ? keys.length : other;
	const written = numericKeys(text);
	// Most often no other object of the answer has such keys, and nothing more needs to be read.
	const isOwn = written.length === numeric && written.every((key) => Object.hasOwn(keyed, key));
	if (isOwn && new Set(written).size === numeric) return [...written, ...keys.slice(numeric)];
	return [...new Set(keysAt(text, path))];
}

const NUMERIC = /^(?:0|[1-9]\d*)$/;

/** Inside a JSON string every quote is escaped, so the pattern cannot match there. */
function numericKeys(text: string): string[] {
	return Array.from(text.matchAll(/"(0|[1-9]\d*)"\s*:/g), ([, key]) => key);
}

/** Reads only as much of the text as tells keys, and what stands around them. */
function keysAt(text: string, path: readonly string[]): string[] {
	const keys: string[] = [];
	const around: string[] = [];
	let name = '';
	const isThere = () =>
		around.length === path.length + 1 && path.every((key, level) => around[level + 1] === key);
	for (let at = 0; at < text.length; at++) {
		const char = text[at];
		if (char === '"') {
			const end = endOfString(text, at);
			if (/^\s*:/.test(text.slice(end, end + 100))) {
				name = JSON.parse(text.slice(at, end)) as string;
				if (isThere()) keys.push(name);
			}
			at = end - 1;
		} else if (char === '{' || char === '[') {
			around.push(name);
			name = '';
		} else if (char === '}' || char === ']') {
			around.pop();
		} else if (char === ',') {
			name = '';
		}
	}
	return keys;
}

/** The place behind the string that begins here. */
function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
	return at + 1;
}
