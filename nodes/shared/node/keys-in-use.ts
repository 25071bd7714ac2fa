import type { FeedbackClient } from '../client/client';
import { isFailureOf } from '../client/failures';
import type { Path } from '../client/path';
import { changelogUpdateList } from '../service/changelog-updates';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { LARGEST_PAGE, type List } from '../service/pages';
import { postList } from '../service/posts';
import type { Input } from './input';

/** Where the keys of a field stand, which a workspace defines and no endpoint lists. */
export interface KeyList {
	list: List;
	/** The field of a record that holds them. */
	field: string;
	/** Keys that a new workspace has. */
	initial?: readonly string[];
}

/** By the method that suggests them; see `pickers.ts`. */
export const keyLists = {
	searchPostStatuses: { list: postList, field: 'status' },
	searchPostTypes: { list: postList, field: 'type' },
	searchChangelogUpdateTypes: { list: changelogUpdateList, field: 'type' },
	searchDocumentTypes: {
		list: documentList,
		field: 'document_type',
		initial: DEFAULT_DOCUMENT_TYPES,
	},
} satisfies Readonly<Record<string, KeyList>>;

/** How many pages of the newest records are looked through: a person waits. */
const MOST_PAGES = 3;

/** A key is a word; a longer text is something else, and is not kept. */
const LONGEST_KEY = 50;

/** More than a workspace has of anything that is chosen from a list. */
const MOST_KEYS = 100;

/** The keys that the newest records of a list have. @throws ServiceFailure */
export async function readKeys(
	feedback: FeedbackClient,
	{ list, field }: KeyList,
	place?: Path,
	mostPages = MOST_PAGES,
): Promise<string[]> {
	const keys = new Set<string>();
	for (let number = 0; number < mostPages; number++) {
		const page = await feedback.page(list, number, { per_page: LARGEST_PAGE }, { path: place });
		for (const record of page.records) keys.add(String(record[field] ?? ''));
		if (!(page.hasMore ?? page.records.length > 0)) break;
	}
	const kept = [...keys].filter((key) => key !== '' && key.length <= LONGEST_KEY);
	return kept.slice(0, MOST_KEYS);
}

/** Those that a workspace has as far as it is known, in the order of the alphabet. */
export const allKeys = ({ initial = [] }: KeyList, used: readonly string[]): string[] =>
	[...new Set([...initial, ...used])].sort();

/** How many keys an explanation lists. */
const MOST_LISTED = 20;

/** The keys that recent records use, for each field that may have been refused for its own. */
export async function recentKeys(
	error: unknown,
	feedback: FeedbackClient | undefined,
	input: Input,
): Promise<string[]> {
	if (!feedback || !isFailureOf(error, 'refused', 'invalid')) return [];
	const { fields, status } = error.problem;
	if (status === 409) return []; // It exists already, or has changed meanwhile: no key is wrong.
	const lines: string[] = [];
	for (const { name, label, suggestedBy, value } of input.suggested()) {
		const keyList = (keyLists as Readonly<Record<string, KeyList>>)[suggestedBy];
		if (!keyList || (fields && !fields.some(({ field }) => field === name))) continue;
		const used = await readOnce(feedback, keyList);
		if (used.length === 0 || used.includes(value)) continue;
		const listed = used.slice(0, MOST_LISTED).join(', ');
		lines.push(
			feedback.quote(`For '${label}', recent ${keyList.list.record.noun}s use: ${listed}`),
		);
	}
	return lines;
}

const read = new WeakMap<FeedbackClient, Map<string, Promise<string[]>>>();

/** One page, once in an execution. What cannot be read explains nothing. */
async function readOnce(feedback: FeedbackClient, keyList: KeyList): Promise<string[]> {
	const cached = read.get(feedback) ?? new Map<string, Promise<string[]>>();
	read.set(feedback, cached);
	const name = `${keyList.list.path} ${keyList.field}`;
	const keys =
		cached.get(name) ??
		readKeys(feedback, keyList, undefined, 1).then(
			(used) => used.sort(),
			() => [],
		);
	cached.set(name, keys);
	return await keys;
}
