import { withoutInvisible } from './comparable';

/**
 * How a field is sent, in the terms of JSON Schema, which n8n's editor reads. The service adds fields and values over
 * time (`info` of docs/openapi.yaml), so a value of another type than declared stays unchanged: reading a record never
 * fails because of one of its fields.
 */
export interface ValueType {
	type: string | string[];
	/** The fields of a part of a record, such as its `user`. */
	properties?: ValueTypes;
}

/** By the names that the service uses. */
export type ValueTypes = Readonly<Record<string, ValueType>>;

export const textual: ValueType = { type: 'string' };
export const textualOrNull: ValueType = { type: ['string', 'null'] };
export const trueOrFalse: ValueType = { type: 'boolean' };
export const anything: ValueType = { type: 'object' };
export const list: ValueType = { type: 'array' };

/** A number that may come as text: IDs and counters are text in one answer and numbers in the next (`Post` in docs/openapi.yaml). */
export const numeric: ValueType = { type: 'number' };

export const numericOrNull: ValueType = { type: ['number', 'null'] };

/** A part of a record with fields of its own; anything but an object stays as sent. */
export const nested = (properties: ValueTypes): ValueType => ({ type: 'object', properties });

/** Several fields of one type. */
export const each = (field: ValueType, ...names: string[]): ValueTypes =>
	Object.fromEntries(names.map((name) => [name, field]));

/** Whether a number lost digits: a whole number beyond 2^53 may be another one than was written. */
export const isRounded = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value);

/**
 * A text without blanks around it, and without what is copied along with it and cannot be seen. A whole number is written
 * without decimals, which spreadsheets add: "1001.0". Three zeros may be thousands: "10.000".
 */
export const withoutDecimals = (text: string): string =>
	withoutInvisible(text)
		.trim()
		.replace(/^(-?\d+)\.00?$/, '$1');

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Turns a plain number into a number. Anything else, and a number beyond 2^53, which would lose digits, stays text. */
export function toNumber(value: string): number | string {
	if (!PLAIN_NUMBER.test(value)) return value;
	const number = Number(value);
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

/**
 * Milliseconds since the epoch of `YYYY-MM-DD HH:MM:SS`, with a space or a `T`. Read as UTC, as dates are sent, since
 * the service states no time zone. Other texts give NaN, or a guess of `Date.parse`.
 */
export const utcMs = (timestamp: string): number => Date.parse(`${timestamp.replace(' ', 'T')}Z`);

/** Whether it is `YYYY-MM-DD HH:MM:SS` with a date that exists: `Date.parse` reads February 31 as March 3. */
export function isTimestamp(value: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
	const ms = utcMs(value);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value.replace(' ', 'T'));
}

/** The first characters of a text, without half a character, such as half an emoji, at the end. */
export const beginning = (text: string, most: number): string =>
	text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
