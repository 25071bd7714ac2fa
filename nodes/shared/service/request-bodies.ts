import { z } from 'zod/v4';
import { parseJson } from './json';
import { isDataRecord } from './records';
import { utcMs } from './values';

export { z };

/**
 * Kinds of fields as they are sent. Each refuses only what the specification says the service refuses, and says so in
 * words that read after the field's name: "'Title' must not be empty".
 */

/** What stands in this file: given to a shape, so that no operation needs zod to be described. */
export type Schemas = typeof import('./request-bodies');

/** The fields of a body or query. */
export type Shape<S extends z.ZodObject = z.ZodObject> = (schemas: Schemas) => S;

/** Text; numbers and switches that an expression yields are written out. */
export const sentText = z.preprocess(
	(value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
	z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') }),
);

/** Text that the service requires; blanks alone say nothing. */
export const requiredText = sentText.refine((value) => value.trim() !== '', {
	error: 'must not be empty',
	abort: true,
});

/** Text of so many characters, counted as code points, as a person would. With a least number it is required. */
export const textOf = (shortest: number, longest: number) =>
	(shortest > 0 ? requiredText : sentText).refine(
		(value) => between(shortest, countCharacters(value), longest),
		{
			error: ({ input }) =>
				`must be ${shortest > 0 ? `${shortest} to` : 'at most'} ${longest} characters long, but has ${countCharacters(String(input))}`,
		},
	);

/** Without the blanks around it. */
export const trimmed = <T extends z.ZodType>(text: T) =>
	z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), text);

/** Text of so many bytes at most, as UTF-8. */
export const textOfBytes = (most: number) =>
	sentText.refine((value) => Buffer.byteLength(value) <= most, {
		error: ({ input }) =>
			`must be at most ${most} bytes long as UTF-8, but has ${Buffer.byteLength(String(input))}`,
	});

/** Texts, also as JSON or separated by commas, as a field of the editor holds them. */
export const textList = (most: number) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? listed(value) : value),
		z.array(sentText, { error: 'must be a list of texts' }).max(most, {
			error: ({ input }) => `must have at most ${most} entries, but has ${(input as []).length}`,
		}),
	);

/**
 * An object of any keys but one, which JavaScript does not take for a key. Not zod's own kind of record, which takes an
 * object with the key `constructor` for something else, and leaves out `__proto__` without a word.
 */
const anyKeys = z
	.custom<Record<string, unknown>>(isPlainObject, {
		error: 'must be a JSON object, such as {"plan": "pro"}',
	})
	.refine((object) => !Object.hasOwn(object, '__proto__'), {
		error: 'must not have the key __proto__',
		abort: true,
	});

/** Texts under keys, also as the JSON text of an object: so many keys at most, each key and text of so many characters. */
export const textMap = (mostKeys: number, longest: number) => {
	const text = textOf(0, longest);
	return z.preprocess(
		(value) => (typeof value === 'string' ? parsedOrText(value) : value),
		anyKeys
			.transform((object, context) => {
				const map: Record<string, string> = {};
				for (const [key, value] of Object.entries(object)) {
					const { success, data, error } = text.safeParse(value);
					if (success) map[key] = data;
					else
						for (const { message } of error.issues)
							context.addIssue({ code: 'custom', path: [key], message });
				}
				return map;
			})
			.refine((map) => Object.keys(map).length <= mostKeys, {
				error: ({ input }) =>
					`must have at most ${mostKeys} keys, but has ${Object.keys(input as object).length}`,
			})
			.refine((map) => Object.keys(map).every((key) => countCharacters(key) <= longest), {
				error: `must have keys of at most ${longest} characters`,
			}),
	);
};

/** A whole number, also when written as text, such as an id out of a spreadsheet. */
export const integer = z.preprocess(
	(value) => (typeof value === 'string' ? numberIn(value.trim()) : value),
	z.int({
		error: ({ input }) => (input === undefined ? 'is required' : 'must be a whole number'),
	}),
);

/** A field that was left empty holds an empty text, also one for numbers. */
function numberIn(text: string): unknown {
	if (text === '') return undefined;
	return /^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : text;
}

/** A switch, also when written as text, as an expression or a spreadsheet gives it. */
export const sentFlag = z.preprocess(
	(value) =>
		typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value)
			? value.trim().toLowerCase() === 'true'
			: value,
	z.boolean({ error: 'must be true or false' }),
);

/** An object with fields of the caller's own, also as the JSON text that a field of the editor holds. */
export const jsonObject = z.preprocess(
	(value) => (typeof value === 'string' ? parsedOrText(value) : value),
	anyKeys,
);

/** `YYYY-MM-DD HH:MM:SS`, the one form of a timestamp in this service. */
export const timestamp = sentText.refine(isTimestamp, {
	error: 'must be a date and time, such as 2025-03-14 09:26:53 or 2025-03-14T09:26:53Z',
});

/** `YYYY-MM-DD`. */
export const day = sentText.refine((value) => isTimestamp(`${value} 00:00:00`), {
	error: 'must be a date, such as 2025-03-14',
});

/** The service states no zone for its timestamps, and the earliest zone on earth is 14 hours ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 60 * 60 * 1000;

/** A timestamp that is now or past. Refused here only when it lies in the future in every time zone. */
export const pastTimestamp = timestamp.refine(
	(value) => utcMs(value) - EARLIEST_ZONE_MS <= Date.now(),
	{ error: 'must not be in the future', abort: true },
);

/** Also that the day is in the calendar: the 31st of February would be read as the 3rd of March. */
function isTimestamp(value: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
	const ms = utcMs(value);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value.replace(' ', 'T'));
}

/** Of whichever realm: an expression gives objects of its own. */
function isPlainObject(value: unknown): boolean {
	if (!isDataRecord(value)) return false;
	const prototype = Object.getPrototypeOf(value) as object | null;
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function parsedOrText(value: string): unknown {
	try {
		return parseJson(value);
	} catch {
		return value; // The schema refuses it by name.
	}
}

/** The object that a key of a body holds, if it holds one. */
export function partOf(kind: z.ZodType): z.ZodObject | undefined {
	const inner = kind instanceof z.ZodOptional ? kind.unwrap() : kind;
	return inner instanceof z.ZodObject ? inner : undefined;
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
