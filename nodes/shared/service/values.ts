/**
 * Kinds of fields as they arrive, in the words of JSON Schema, which n8n's editor reads. The service adds fields and
 * values over time (Versioning), so a value that is not of the declared kind stays as sent: reading a record never fails
 * on one of its fields.
 */
export interface Field {
	type: string | string[];
	/** Of a part of a record with fields of its own, such as its `user`. */
	properties?: Fields;
}

/** By name, as the service writes them. */
export type Fields = Readonly<Record<string, Field>>;

export const text: Field = { type: 'string' };
export const textOrNull: Field = { type: ['string', 'null'] };
export const flag: Field = { type: 'boolean' };
export const anything: Field = { type: 'object' };
export const list: Field = { type: 'array' };

/** A number that may arrive as a string: ids and counters are strings in one answer and integers in the next (Post). */
export const numeric: Field = { type: 'number' };

export const numericOrNull: Field = { type: ['number', 'null'] };

/** A part of a record with fields of its own; anything but an object stays as sent. */
export const nested = (properties: Fields): Field => ({ type: 'object', properties });

/** Fields of one kind, as a row of the tables in the specification has them. */
export const each = (field: Field, ...names: string[]): Fields =>
	Object.fromEntries(names.map((name) => [name, field]));

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** What is not written as a plain number, or lies beyond 2^53, stays as sent, since a number could not hold it. */
export function toNumber(value: string): number | string {
	if (!PLAIN_NUMBER.test(value)) return value;
	const number = Number(value);
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

/**
 * Milliseconds since the epoch of `YYYY-MM-DD HH:MM:SS`, also with a `T`; no number for another text. Read as UTC, as dates are
 * sent: the service states no zone.
 */
export const utcMs = (timestamp: string): number => Date.parse(`${timestamp.replace(' ', 'T')}Z`);

/** `YYYY-MM-DD HH:MM:SS`, and in the calendar: the 31st of February would be read as the 3rd of March. */
export function isTimestamp(value: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
	const ms = utcMs(value);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value.replace(' ', 'T'));
}

/** The first characters of a text, none of them halved, as an emoji would be that stands across the end. */
export const beginning = (text: string, most: number): string =>
	text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
