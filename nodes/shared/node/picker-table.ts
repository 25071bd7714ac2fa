import { path, type Path } from '../client/path';
import { changelogUpdateList } from '../service/changelog-updates';
import { commentList } from '../service/comments';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import type { List } from '../service/pages';
import { postList } from '../service/posts';
import { type DataRecord, isDataRecord } from '../service/records';

/** What can be chosen from a list in the editor: records, or the keys that records have in a field. */
export interface Picker {
	/** For the text "Select a post...". */
	noun: string;
	list: List;
	/** Whether the list is that of the post which is chosen in the same node. */
	isOfPost?: true;
	/** How a record reads in the list. */
	title?(record: DataRecord): string;
	/** Where the one is found whose number is typed in place of words. */
	one?(id: string): Path;
	/** The field whose keys are suggested, which a workspace defines and no endpoint lists. */
	key?: string;
	/** Keys that a new workspace has. */
	initial?: readonly string[];
}

const LONGEST_TITLE = 80;

/** One line, short enough for a list. */
function line(text: unknown): string {
	const words = String(text ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	return words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE)}…` : words;
}

/** What names a record, with what distinguishes it from another of that name. */
function titled(name: unknown, detail: unknown): string {
	const more = line(detail);
	return more === '' ? line(name) : `${line(name)} (${more})`;
}

/** By the name of the search that a field refers to. */
export const pickers: Readonly<Record<string, Picker>> = {
	searchPosts: {
		noun: 'a post',
		list: postList,
		title: ({ title, status, feedback_id }) =>
			[line(title), line(status), `#${String(feedback_id)}`]
				.filter((part) => part !== '')
				.join(' · '),
		one: (id) => path`/v1/post/${id}`,
	},
	searchPostStatuses: { noun: 'a status', list: postList, key: 'status' },
	searchPostTypes: { noun: 'a type', list: postList, key: 'type' },
	searchComments: {
		noun: 'a comment',
		list: commentList,
		isOfPost: true,
		title: ({ comment, user }) => titled(comment, isDataRecord(user) ? user.data_name : ''),
	},
	searchCommentTypes: { noun: 'a type', list: commentList, isOfPost: true, key: 'type' },
	searchChangelogUpdates: {
		noun: 'a changelog update',
		list: changelogUpdateList,
		title: ({ title, draft, scheduled }) =>
			titled(title, draft === true ? 'draft' : scheduled === true ? 'scheduled' : ''),
	},
	searchChangelogUpdateTypes: { noun: 'a type', list: changelogUpdateList, key: 'type' },
	searchEndUsers: {
		noun: 'an end-user',
		list: endUserList,
		title: ({ user_id, data_full_name, data_name, data_mail }) =>
			titled(data_full_name || data_name || `User ${String(user_id)}`, data_mail),
	},
	searchGroups: {
		noun: 'a group',
		list: groupList,
		title: ({ name, data_id }) =>
			titled(name || data_id, (name || data_id) === data_id ? '' : data_id),
	},
	searchDocuments: {
		noun: 'a document',
		list: documentList,
		title: ({ title, status }) => titled(title, status),
	},
	searchDocumentTypes: {
		noun: 'a type',
		list: documentList,
		key: 'document_type',
		initial: DEFAULT_DOCUMENT_TYPES,
	},
};
