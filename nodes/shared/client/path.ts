import type { List } from '../service/pages';
import { isRounded, withoutDecimals } from '../service/values';

/** A path below the base URL, and the things it names. */
export interface Path {
	text: string;
	/** For "No post with ID 12": each id with the path segment before it. */
	things: ReadonlyArray<{ segment: string; id: string }>;
}

/** An id that cannot stand in a path. */
export class UnusableId extends Error {
	constructor(
		readonly segment: string,
		readonly id: string,
		reason: string,
	) {
		super(reason);
		this.name = 'UnusableId';
	}
}

/** No id of the service is longer; a longer text is something else that was dropped into the field. */
const LONGEST_ID = 255;

/**
 * Tag for paths with ids in them: path`/v1/post/${id}`. An id is encoded, so it can reach no other endpoint.
 * @throws UnusableId when an id is empty, `.`, `..`, too long, or has a slash or backslash, which some servers decode
 */
export function path(strings: TemplateStringsArray, ...ids: unknown[]): Path {
	const things = ids.map((value, index) => {
		const segment = strings[index].split('/').at(-2) ?? '';
		const id = withoutDecimals(String(value ?? ''));
		const reason = reasonAgainst(value, id);
		if (reason) throw new UnusableId(segment, String(value), reason);
		return { segment, id };
	});
	const text = String.raw({ raw: strings }, ...things.map(({ id }) => encodeURIComponent(id)));
	return { text, things };
}

/** Where a list stands that belongs to no thing. */
export const pathOf = (list: List): Path => ({ text: list.path, things: [] });

/**
 * A number that is more than digits, such as "1,000", "5;6" or "€5", digits with more text after them, such as "1 idea", or
 * with an exponent, as spreadsheets write long numbers: "1.2E+11". A server that reads the first digits would take another
 * record.
 */
const BROKEN_NUMBER = /^(?!-?\d+$)(?=.*\p{N})(?:[^\p{L}]|(?<=\d)e[+-]?\d)*$|^\d+[^\p{L}\d_-]/isu;

/** Why this value cannot be an id. */
function reasonAgainst(value: unknown, id: string): string | undefined {
	if (id === '') return 'is empty';
	if (isRounded(value)) return 'is too long for a number, give it as text';
	if (typeof value !== 'string' && !Number.isInteger(value)) return 'is not an ID';
	if (id.length > LONGEST_ID) return `is longer than ${LONGEST_ID} characters`;
	if (id === '.' || id === '..' || /[/\\]/.test(id)) return 'is not an ID';
	if (BROKEN_NUMBER.test(id)) return 'is not a whole number';
	return id.isWellFormed() ? undefined : 'is not valid text';
}
