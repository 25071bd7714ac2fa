import { z } from 'zod/v4';
import { parseJson } from './json';

/**
 * Kinds of fields as they are sent. Each refuses only what the specification says the service refuses, and says so in
 * words that read after the field's name: "'Title' (title) must not be empty".
 */

/** Text; numbers and switches that an expression yields are written out. */
export const text = z.preprocess(
	(value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
	z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') }),
);

/** Text that the service requires. */
export const requiredText = text.refine((value) => value !== '', { error: 'must not be empty' });

/** Text of so many characters, counted as code points, as a person would. */
export const textOf = (shortest: number, longest: number) =>
	text.refine((value) => between(shortest, countCharacters(value), longest), {
		error: ({ input }) =>
			`must be ${shortest > 0 ? `${shortest} to` : 'at most'} ${longest} characters long, but has ${countCharacters(String(input))}`,
	});

/** Text of so many bytes at most, as UTF-8. */
export const textOfBytes = (most: number) =>
	text.refine((value) => Buffer.byteLength(value) <= most, {
		error: ({ input }) =>
			`must be at most ${most} bytes long as UTF-8, but has ${Buffer.byteLength(String(input))}`,
	});

/** Texts, also as JSON or separated by commas, as a field of the editor holds them. */
export const textList = (most: number) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? listed(value) : value),
		z.array(text, { error: 'must be a list of texts' }).max(most, {
			error: ({ input }) => `must have at most ${most} entries, but has ${(input as []).length}`,
		}),
	);

/** Texts under keys, also as the JSON text of an object: so many keys at most, each key and text of so many characters. */
export const textMap = (mostKeys: number, longest: number) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? parsedOrText(value) : value),
		z
			.record(z.string(), textOf(0, longest), {
				error: 'must be a JSON object, such as {"plan": "pro"}',
			})
			.refine((map) => Object.keys(map).length <= mostKeys, {
				error: ({ input }) =>
					`must have at most ${mostKeys} keys, but has ${Object.keys(input as object).length}`,
			})
			.refine((map) => Object.keys(map).every((key) => countCharacters(key) <= longest), {
				error: `must have keys of at most ${longest} characters`,
			}),
	);

/** A whole number, also when written as text, such as an id out of a spreadsheet. */
export const integer = z.preprocess(
	(value) => (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value),
	z.int({
		error: ({ input }) => (input === undefined ? 'is required' : 'must be a whole number'),
	}),
);

export const flag = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ error: 'must be true or false' }),
);

/** An object with fields of the caller's own, also as the JSON text that a field of the editor holds. */
export const jsonObject = z.preprocess(
	(value) => (typeof value === 'string' ? parsedOrText(value) : value),
	z.record(z.string(), z.unknown(), { error: 'must be a JSON object, such as {"plan": "pro"}' }),
);

const TIMESTAMP =
	/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** `YYYY-MM-DD HH:MM:SS`, the one form of a timestamp in this service. */
export const timestamp = text.refine((value) => TIMESTAMP.test(value), {
	error: 'must be a date and time',
});

/** The service states no zone for its timestamps, and the earliest zone on earth is 14 hours ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 60 * 60 * 1000;

/** A timestamp that is now or past. Refused here only when it lies in the future in every time zone. */
export const pastTimestamp = timestamp.refine(
	(value) => Date.parse(`${value.replace(' ', 'T')}Z`) - EARLIEST_ZONE_MS <= Date.now(),
	{ error: 'must not lie in the future', abort: true },
);

function parsedOrText(value: string): unknown {
	try {
		return parseJson(value);
	} catch {
		return value; // The schema refuses it by name.
	}
}

function listed(value: string): unknown {
	const parsed = value.trim().startsWith('[') ? parsedOrText(value) : value;
	if (typeof parsed !== 'string') return parsed;
	return parsed
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

function countCharacters(value: string): number {
	return [...value].length;
}

function between(least: number, value: number, most: number): boolean {
	return least <= value && value <= most;
}
