import type { DataRecord } from '../shared/service/records';
import { fingerprint, WIDTH } from './fingerprint';

/**
 * What an event keeps of each record, to tell later what changed: a print, a few of the characters A-Z, a-z, 0-9, _ and
 * -. Values that are few, such as statuses, are kept once for all records, and told again by their prints.
 */
export interface Print {
	/** Characters of state that all prints of an event may take, at the most. */
	longest: number;
	of(record: DataRecord): string;
	/** The fields in which two prints differ, as far as both tell them. */
	changed(before: string, after: string): string[];
	/** What is remembered of a record that was seen before; without it, its print. */
	after?(before: string, print: string): string;
	/** Whether it was taken while the field had this value; false where it says nothing of the field. */
	had(print: string, field: string, value: unknown): boolean;
	/** The values of the record that must be kept beside the prints to be told again. */
	names(record: DataRecord): string[];
	/** What the fields were, as far as it can be told. @param names all that were kept */
	values(print: string, names: readonly string[]): DataRecord;
}

/** Kept once for all records of an event. */
export const MOST_NAMES = 100;
export const LONGEST_NAME = 64;

const LONGEST = 120_000;

/**
 * Keeps of each field whether it is still the same.
 * @param named those of the fields that have few different values
 * @param longest 240,000 characters are 14,000 records of four fields
 */
export function fields(
	all: readonly string[],
	{ named = [], longest = LONGEST }: { named?: readonly string[]; longest?: number } = {},
): Print {
	const part = (print: string, field: string) => {
		const at = all.indexOf(field);
		return at < 0 ? undefined : print.slice(at * WIDTH, (at + 1) * WIDTH);
	};
	return {
		longest,
		of: (record) => all.map((field) => fingerprint(record[field])).join(''),
		changed: (before, after) => all.filter((field) => part(before, field) !== part(after, field)),
		had: (print, field, value) => part(print, field) === fingerprint(value),
		names: (record) =>
			named
				.map((field) => record[field])
				.filter((value) => typeof value === 'string')
				.filter((value) => value.length <= LONGEST_NAME),
		values(print, names) {
			const told = named.map((field) => [
				field,
				names.find((name) => fingerprint(name) === part(print, field)),
			]);
			return Object.fromEntries(told.filter(([, value]) => value !== undefined)) as DataRecord;
		},
	};
}

/** Keeps a whole number as it is: of some 20,000 records. */
export function count(field: string): Print {
	return {
		longest: LONGEST,
		of: (record) => numeral(record[field]),
		// What a record does not say has not changed.
		changed: (before, after) => (before === after || before === '' || after === '' ? [] : [field]),
		had: (print, name, value) => name === field && print === numeral(value),
		names: () => [],
		values: (print) => (print === '' ? {} : { [field]: Number.parseInt(print, 36) }),
	};
}

function numeral(value: unknown): string {
	const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
	const number = isNumeric ? Number(value) : Number.NaN;
	return Number.isSafeInteger(number) ? number.toString(36) : '';
}
