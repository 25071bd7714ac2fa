import type { INodePropertyOptions } from 'n8n-workflow';
import { isBlank, LONGEST_COMPARED, visible, withoutInvisible } from '../service/comparable';
import { DEEPEST, hasTooManyValues, isTooDeep, MOST_VALUES, parseJson } from '../service/json';
import { isDataRecord } from '../service/records';
import { beginning, isRounded, isTimestamp, utcMs, withoutDecimals } from '../service/values';
import { isDateObject, toLastTimestamp, toTimestamp } from './dates';

/** The value of a field cannot be sent. The message follows the name of the field: "'Title' must not be empty". */
export class Unsendable extends Error {
	constructor(
		message: string,
		/** The key in a field of several. */
		readonly key?: string,
	) {
		super(message);
		this.name = 'Unsendable';
	}
}

/**
 * How a value is sent: checks and converts what a user, an expression or an AI agent gave. Refuses only what the service
 * refuses by docs/openapi.yaml. What comes out undefined is left out.
 * @param zone of a date and time that names none, as an IANA name
 * @throws Unsendable
 */
export type Sent<T = unknown> = (given: unknown, zone: string) => T | undefined;

function refuse(message: string, key?: string): never {
	throw new Unsendable(message, key);
}

/** Text. Converts numbers, booleans and dates from expressions. */
export function anyText(value: unknown): string {
	const given = isDateObject(value) ? value.toJSON() : value;
	if (typeof given === 'string') return given;
	if (isRounded(given)) return refuse(TOO_LONG);
	if (typeof given === 'boolean' || Number.isFinite(given)) return String(given);
	return refuse(given === undefined ? 'is required' : 'must be text');
}

/** Required text. One that shows nothing counts as empty. */
export function filledText(given: unknown): string {
	const value = anyText(given);
	return isBlank(value) ? refuse('must not be empty') : value;
}

/** What a spreadsheet shows for a formula without a value, such as #N/A, #NV, #¡REF! or #DIV/0!, or in a narrow column. */
const NO_VALUE = /^#(?:N\/?[ABDV]|I\/T|Н\/Д|[¡¿]?\p{Lu}[\p{Lu}\d/_]{0,19}[!?]|#+)$/u;

/** How programs write nothing, each in its own letter case: people write Null and none. Also templates that nobody filled. */
const LEFT_OVER =
	/^(?:null|NULL|None|undefined|nan|NaN|\\N|\[object \w+\]|(?:\s*\{{2,3}[^{}]*\}{2,3})+)$/;

/**
 * Required text that names a record, or by which records are found or joined. Refuses what stands for a missing value: it
 * is the same in each row without one, so all those rows would be one record.
 */
export function namingText(given: unknown): string {
	const value = filledText(given);
	if (value.length > LONGEST_COMPARED) return value;
	const text = visible(value).trim();
	const is = `is '${beginning(text, 40)}', as`;
	if (NO_VALUE.test(text)) {
		const advice = 'Correct the formula or the width of its column';
		refuse(`${is} a spreadsheet shows a cell without a value. ${advice}`);
	}
	if (!LEFT_OVER.test(text)) return value;
	return refuse(`${is} programs and templates write a missing value. Map a field that has a value`);
}

/**
 * A long number as spreadsheets show it, such as 1.63529E+11: the numbers next to it look the same. Programs leave out the
 * plus. IDs may have an E, too: without a plus there must be decimals, and 10 digits or more.
 */
const SHORTENED = /^-?\d(?:(?:[.,]\d+)?e\+\d+|[.,]\d+e\d{2,})$/i;

/** The user's own ID of a record: required text, without blanks around it and characters that cannot be seen. */
export function ownId(given: unknown): string {
	// Half a number, or true, is what a spreadsheet or a program has made of an ID.
	if (typeof given === 'boolean' || (typeof given === 'number' && !Number.isInteger(given))) {
		refuse('must be text or a whole number');
	}
	const id = namingText(visible(anyText(given)).trim());
	if (!SHORTENED.test(id)) return id;
	return refuse(
		`is '${id}', shortened by a spreadsheet. Format its column as text and enter the ID again`,
	);
}

/** An email address, without blanks around it and characters that cannot be seen. */
export const mailAddress = (given: unknown): string =>
	namingText(withoutInvisible(anyText(given)).trim());

/** How a text is read that a record is looked up by, by the field of the records. */
const TO_FIND: Readonly<Record<string, (given: unknown) => string>> = {
	data_id: ownId,
	data_mail: mailAddress,
	title: namingText,
};

/** A text to look a record up by, in this field of the records. Nothing is looked up by a longer one. */
export function textToFind(by: string, given: unknown): string {
	const text = TO_FIND[by](given).trim();
	if (text.length <= LONGEST_COMPARED) return text;
	return refuse('is longer than 1,000 characters, so nothing is looked up by it');
}

/** Text of this length, counted in code points, as a person would. With a least length it is required. */
export const textOfLength =
	(shortest: number, longest: number) =>
	(given: unknown): string => {
		const value = shortest > 0 ? filledText(given) : anyText(given);
		const { length } = [...value];
		if (shortest <= length && length <= longest) return value;
		const allowed = shortest > 0 ? `${shortest} to` : 'at most';
		return refuse(`must be ${allowed} ${longest} characters long, but has ${length}`);
	};

/** Text of at most this many bytes, as UTF-8. */
export const textOfBytes =
	(most: number) =>
	(given: unknown): string => {
		const value = anyText(given);
		const size = Buffer.byteLength(value);
		if (size <= most) return value;
		return refuse(`must be at most ${most} bytes long as UTF-8, but has ${size}`);
	};

/** Texts, also as JSON or separated by commas, as a field of the editor holds them. */
export const textList =
	(most: number) =>
	(given: unknown): string[] => {
		const list = typeof given === 'string' ? listIn(given) : given;
		if (!Array.isArray(list)) return refuse('must be a list of texts');
		if (list.length > most) refuse(`must have at most ${most} entries, but has ${list.length}`);
		return list.map(anyText);
	};

/** One entry of a list in a text, also behind the dash of YAML or a bullet. A comma in quotes does not end it. */
const ENTRY = /[ \t]*(?:(?:[-*+•][ \t]+)?(?:"[^"]*"|'[^']*')[ \t]*(?=[,;\r\n]|$)|[^,;\r\n]*)/g;

/** JSON, or a list as YAML and sheets write it: `[a, b]`, a line for each, or separated by commas or semicolons. */
function listIn(given: string): unknown {
	const text = given.trim();
	const parsed = text.startsWith('[') ? parsedOrText(text) : text;
	if (typeof parsed !== 'string') return parsed;
	const inner = text.replace(/^\[(.*)\]$/s, '$1');
	if (text.startsWith('[') && /[[\]]/.test(inner)) return undefined; // It is refused by its form.
	const entries = (inner.match(ENTRY) ?? [])
		.map((entry) =>
			entry
				.trim()
				.replace(/^[-*+•]\s+/, '')
				.replace(/^(["'])(.*)\1$/s, '$2'),
		)
		.filter((entry) => !isBlank(entry));
	// A list inside brackets, such as `{a,b}` of a database, was taken apart.
	return entries.some((entry) => /^[[{(][^\]})]*$/.test(entry)) ? undefined : entries;
}

/** A whole number, also written as text, such as an ID from a spreadsheet. */
export function integer(given: unknown): number {
	const text = typeof given === 'string' ? withoutDecimals(given) : undefined;
	if (given === undefined || text === '') return refuse('is required');
	const value = text !== undefined && /^-?\d+$/.test(text) ? Number(text) : given;
	return Number.isSafeInteger(value) ? (value as number) : refuse('must be a whole number');
}

/** A whole number, or decimals after a point. Three of them may be thousands: "10.000". */
const AMOUNT = /^-?\d+(?:\.(?:\d{1,2}|\d{4,}))?$/;

/** A number of which only the whole part counts, rounded. */
export function amount(given: unknown): number {
	const text = typeof given === 'string' ? withoutInvisible(given).trim() : given;
	const isNumber = typeof text === 'string' ? AMOUNT.test(text) : typeof text === 'number';
	const value = isNumber ? Math.round(Number(text)) : Number.NaN;
	if (Number.isSafeInteger(value)) return value;
	const but = typeof text === 'object' ? '' : `, but is '${beginning(String(text), 40)}'`;
	return refuse(`must be a number such as 1200 or 99.50${but}`);
}

/** An ID in a body. One that is too long for a number is text, as its record has it. */
export function numericId(given: unknown): number | string {
	const text = typeof given === 'string' ? withoutDecimals(given) : '';
	return /^-?\d+$/.test(text) && isRounded(Number(text)) ? text : integer(given);
}

/** A whole number within these bounds, both included. */
export const integerFrom =
	(least: number, most = Number.POSITIVE_INFINITY) =>
	(given: unknown): number => {
		const value = integer(given);
		if (value >= least && value <= most) return value;
		return refuse(most < Infinity ? `must be ${least} to ${most}` : `must be at least ${least}`);
	};

/** What a menu offers: the label that people see, and the value that is sent. */
type Choice = Readonly<Pick<INodePropertyOptions, 'name' | 'value'>>;

/** The value of one of these choices. Also takes its label, in any letter case, as expressions and models may give it. */
export const oneOf =
	(choices: readonly Choice[]): Sent =>
	(given) => {
		const text = typeof given === 'string' ? given.trim().toLowerCase() : '';
		const isMeant = (word: unknown) => String(word).toLowerCase() === text;
		const found =
			choices.find(({ value }) => isMeant(value)) ?? choices.find(({ name }) => isMeant(name));
		return found?.value ?? refuse(`must be one of ${choices.map(({ name }) => name).join(', ')}`);
	};

/** The values of any of these choices. */
export const anyOf =
	(choices: readonly Choice[]): Sent =>
	(given, zone) =>
		textList(choices.length)(given).map((entry) => oneOf(choices)(entry, zone));

/** A boolean, also as text from an expression or a spreadsheet, or as the 0 or 1 of a database. */
export function flag(given: unknown): boolean {
	const text = typeof given === 'object' ? '' : String(given).trim().toLowerCase();
	if (text === 'true' || text === '1') return true;
	return text === 'false' || text === '0' ? false : refuse('must be true or false');
}

/** An object with keys of the user's own, also as JSON. An empty one is left out. */
export function jsonObject(given: unknown): Record<string, unknown> | undefined {
	const object = typeof given === 'string' ? parsedOrText(given) : given;
	if (!isPlainObject(object)) return refuse('must be a JSON object, such as {"plan": "pro"}');
	if (isTooDeep(object)) refuse(`must have at most ${DEEPEST} nested levels`);
	// JavaScript does not store this name as a key.
	if (Object.hasOwn(object, '__proto__')) refuse('must not have the key __proto__');
	if (object === given) refuseRounded(object);
	return Object.keys(object).length > 0 ? object : undefined;
}

/** Texts under keys of the user's own. Leaves out keys whose value is missing, as in a row of a database. */
export const textMap =
	(mostKeys: number, longest: number) =>
	(given: unknown): Record<string, string> | undefined => {
		const all = Object.entries(jsonObject(given) ?? {});
		const entries = all.filter(([, value]) => value !== null && value !== undefined);
		const sent = textOfLength(0, longest);
		const map = entries.map(([key, value]): [string, string] => {
			try {
				return [key, sent(value)];
			} catch (error) {
				return refuse((error as Unsendable).message, key);
			}
		});
		if (map.length > mostKeys) refuse(`must have at most ${mostKeys} keys, but has ${map.length}`);
		if (map.some(([key]) => [...key].length > longest)) {
			refuse(`must have keys of at most ${longest} characters`);
		}
		return map.length > 0 ? Object.fromEntries(map) : undefined;
	};

/** `YYYY-MM-DD HH:MM:SS`, the one form of a timestamp in this service, from any form that says a moment for sure. */
export const timestamp = (given: unknown, zone: string): string =>
	existing(toTimestamp(given, zone), given);

/** The end of a period: a day alone means the whole day. */
export const lastTimestamp = (given: unknown, zone: string): string =>
	existing(toLastTimestamp(given, zone), given);

/** Of the years 2001 to 2286, as Unix and many exports count them. */
const SECONDS = /^\s*\d{10}\s*$/;

function existing(value: string | undefined, given: unknown): string {
	if (value !== undefined && isTimestamp(value)) return value;
	if (typeof given !== 'object' && SECONDS.test(String(given))) {
		refuse('is in seconds. Give milliseconds, such as the expression {{ $json.date * 1000 }}');
	}
	return refuse('must be a date and time, such as 2025-03-14 09:26:53 or 2025-03-14T09:26:53Z');
}

/** The service states no zone for its timestamps, and the earliest zone on earth is 14 hours ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 60 * 60 * 1000;

/** A timestamp that is now or past. Refused only when it lies in the future in every time zone. */
export function pastTimestamp(given: unknown, zone: string): string {
	const value = timestamp(given, zone);
	const isPast = utcMs(value) - EARLIEST_ZONE_MS <= Date.now();
	return isPast ? value : refuse('must not be in the future');
}

/** Whether an expression or an AI agent gave nothing. */
export function isNothing(value: unknown): boolean {
	return value === null || value === undefined || (typeof value === 'string' && isBlank(value));
}

/** Also an object from another realm, as expressions give them. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (!isDataRecord(value)) return false;
	const prototype = Object.getPrototypeOf(value) as object | null;
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Refuses a number that has lost digits before it came here, which JSON text keeps, and one that JSON would make null. */
function refuseRounded(value: unknown, key?: string): void {
	if (isRounded(value)) refuse(TOO_LONG, key);
	if (typeof value === 'number' && !Number.isFinite(value)) refuse('must be a number', key);
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		refuseRounded(inner, key === undefined ? name : `${key}.${name}`);
	}
}

const TOO_LONG = 'is too long for a number, give it as text';

function parsedOrText(value: string): unknown {
	if (hasTooManyValues(value)) refuse(`must have at most ${MOST_VALUES} values`);
	try {
		return parseJson(value);
	} catch {
		return value; // Refused by its form.
	}
}
