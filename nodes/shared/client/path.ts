import type { List } from '../service/pages';

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
	let text = strings[0];
	const things: Array<{ segment: string; id: string }> = [];
	ids.forEach((value, index) => {
		const segment = strings[index].split('/').at(-2) ?? '';
		const id = usable(segment, value);
		things.push({ segment, id });
		text += encodeURIComponent(id) + strings[index + 1];
	});
	return { text, things };
}

/** Where a list stands that belongs to no thing. */
export const pathOf = (list: List): Path => ({ text: list.path, things: [] });

function usable(segment: string, value: unknown): string {
	const refuse = (reason: string): never => {
		throw new UnusableId(segment, String(value), reason);
	};
	if (value === undefined || value === null) return refuse('is empty');
	if (typeof value !== 'string' && typeof value !== 'number') return refuse('is not an ID');
	if (typeof value === 'number' && !Number.isSafeInteger(value)) {
		// Rounded already, it would be the ID of something else.
		return refuse(
			Number.isInteger(value) ? 'is too long for a number, give it as text' : 'is not an ID',
		);
	}
	const id = String(value).trim();
	if (id === '') return refuse('is empty');
	if (id.length > LONGEST_ID) return refuse(`is longer than ${LONGEST_ID} characters`);
	if (id === '.' || id === '..' || /[/\\]/.test(id)) return refuse('is not an ID');
	if (!id.isWellFormed()) return refuse('is not valid text');
	return id;
}
