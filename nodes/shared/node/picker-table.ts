import { changelogUpdateList, isTrue } from '../service/changelog-updates';
import { commentList } from '../service/comments';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import type { List } from '../service/pages';
import { postList } from '../service/posts';
import { type DataRecord, isDataRecord } from '../service/records';
import { beginning } from '../service/values';

/** A list to choose from in the editor: records, or the values of a field, such as a status. */
export interface Picker {
	/** For the text "Select a post...". */
	noun: string;
	list: List;
	/** The other ways to name one, each with an example. */
	examples: Examples;
	/** The title of a record in the list. */
	title?(record: DataRecord): string;
	/** The field whose values are suggested. A workspace defines them, and no endpoint lists them. */
	key?: string;
	/** Keys that a new workspace has. */
	initial?: readonly string[];
}

/** By its ID, by a field that is looked up (see `lookups.ts`), or a key as it is. */
export type Examples = Partial<Record<'id' | 'data_mail' | 'data_id' | 'key', string>>;

const LONGEST_TITLE = 80;

/** One line, short enough for a list. */
function line(text: unknown): string {
	const words = String(text ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	return words.length > LONGEST_TITLE ? `${beginning(words, LONGEST_TITLE)}…` : words;
}

/** A name with a detail that distinguishes equal names. */
function titled(name: unknown, detail: unknown): string {
	const more = line(detail);
	return more === '' ? line(name) : `${line(name)} (${more})`;
}

const statuses = (list: List): Picker => ({
	noun: 'a status',
	list,
	examples: { key: 'open' },
	key: 'status',
});

const types = (list: List, example: string): Picker => ({
	noun: 'a type',
	list,
	examples: { key: example },
	key: 'type',
});

const table = {
	searchPosts: {
		noun: 'a post',
		list: postList,
		examples: { id: '1042' },
		title: ({ title, status, feedback_id }) =>
			[line(title), line(status), `#${String(feedback_id)}`]
				.filter((part) => part !== '')
				.join(' · '),
	},
	searchPostStatuses: statuses(postList),
	searchPostTypes: types(postList, 'feature'),
	searchComments: {
		noun: 'a comment',
		list: commentList,
		examples: { id: '508' },
		title: ({ comment, user }) => titled(comment, isDataRecord(user) ? user.data_name : ''),
	},
	searchCommentTypes: types(commentList, 'comment'),
	searchChangelogUpdates: {
		noun: 'a changelog update',
		list: changelogUpdateList,
		examples: { id: '77' },
		title: ({ title, draft, scheduled }) =>
			titled(title, isTrue(draft) ? 'draft' : isTrue(scheduled) ? 'scheduled' : ''),
	},
	searchChangelogUpdateTypes: types(changelogUpdateList, 'improvement'),
	searchEndUsers: {
		noun: 'an end-user',
		list: endUserList,
		examples: { id: '2381', data_mail: 'ada@example.com', data_id: 'customer-815' },
		title: ({ user_id, data_full_name, data_name, data_mail }) =>
			titled(data_full_name || data_name || `User ${String(user_id)}`, data_mail),
	},
	searchSegments: {
		noun: 'a segment',
		list: endUserList,
		examples: { id: 'enterprise' },
		key: 'segments',
	},
	searchGroups: {
		noun: 'a group',
		list: groupList,
		examples: { id: '60001', data_id: 'acme-corp' },
		title: ({ name, data_id }) =>
			titled(name || data_id, (name || data_id) === data_id ? '' : data_id),
	},
	searchDocuments: {
		noun: 'a document',
		list: documentList,
		examples: { id: '70001' },
		title: ({ title, status }) => titled(title, status),
	},
	searchDocumentTypes: {
		...types(documentList, 'plan'),
		key: 'document_type',
		initial: DEFAULT_DOCUMENT_TYPES,
	},
} satisfies Readonly<Record<string, Picker>>;

export type PickerName = keyof typeof table;

/** By the name of the search that a field refers to. */
export const pickers: Readonly<Record<PickerName, Picker>> = table;
