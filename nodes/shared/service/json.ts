const LONG_INTEGER = /\d{16}/;

/**
 * Parses JSON without rounding: an integer beyond 2^53 comes out as the text it was written as, so that an id can be
 * sent back as it came. Only a text that has such digits pays for the slower reading.
 * @throws SyntaxError when the text is no JSON
 */
export function parseJson(text: string): unknown {
	return LONG_INTEGER.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
	if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
	const source = context?.source ?? '';
	return /^-?\d+$/.test(source) ? source : value;
}

/**
 * The numeric keys of a JSON text in the order they were written. Parsing puts such keys in ascending order, which
 * would lose the order of a list that the service sends as an object keyed by id. Inside a JSON string every quote is
 * escaped, so the pattern cannot match there.
 */
export function numericKeysInOrder(text: string): Map<string, number> {
	const order = new Map<string, number>();
	for (const [, key] of text.matchAll(/"(\d+)"\s*:\s*\{/g)) {
		if (!order.has(key)) order.set(key, order.size);
	}
	return order;
}
