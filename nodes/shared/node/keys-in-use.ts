import type { FeedbackClient } from '../client/client';
import type { Path } from '../client/path';
import { changelogUpdateList } from '../service/changelog-updates';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { LARGEST_PAGE, type List } from '../service/pages';
import { postList } from '../service/posts';

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

/** The keys that the newest records of a list have. @throws ServiceFailure */
export async function readKeys(
	feedback: FeedbackClient,
	{ list, field }: KeyList,
	place?: Path,
): Promise<string[]> {
	const keys = new Set<string>();
	for (let number = 0; number < MOST_PAGES; number++) {
		const page = await feedback.page(list, number, { per_page: LARGEST_PAGE }, { path: place });
		for (const record of page.records) keys.add(String(record[field] ?? ''));
		if (!(page.hasMore ?? page.records.length > 0)) break;
	}
	keys.delete('');
	return [...keys];
}

/** Those that a workspace has as far as it is known, in the order of the alphabet. */
export const allKeys = ({ initial = [] }: KeyList, used: readonly string[]): string[] =>
	[...new Set([...initial, ...used])].sort();
