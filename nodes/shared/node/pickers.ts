import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { collect } from '../client/walk';
import { changelogUpdateList } from '../service/changelog-updates';
import { commentList } from '../service/comments';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { endUserList } from '../service/end-users';
import type { List } from '../service/pages';
import { postList } from '../service/posts';
import { type DataRecord, idOf, isDataRecord } from '../service/records';
import { connect } from './connection';
import { toNodeError } from './failure';

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** What a list in the editor shows, page by page, narrowed by what the user types. */
interface Picker {
	list: List;
	query?: Readonly<Record<string, string>>;
	/** Where it is asked for, when the list belongs to a thing that is chosen beside it. */
	of?(context: ILoadOptionsFunctions): Path;
	/** How a record reads in the list. */
	title(record: DataRecord): string;
}

/** Each under the name that `locator` refers to; a failure shows its reason in place of the list. */
const listSearch = ({ list, query, of, title }: Picker): ListSearch =>
	inEditor(async (feedback, context, filter, paginationToken) => {
		const number = Number(paginationToken ?? 0);
		const page = await feedback.page(list, number, { ...query, search: filter }, of?.(context));
		const results = page.records.map((record) => ({
			name: title(record),
			value: idOf(list.record, record) ?? '',
		}));
		const more = page.hasMore ?? results.length > 0;
		return { results, paginationToken: more ? String(number + 1) : undefined };
	});

type KeyPicker = Pick<Picker, 'list' | 'of'> & {
	field: string;
	/** Keys that a new workspace has. */
	known?: readonly string[];
};

/** How many of the newest records are looked through for the keys in use. */
const LOOKED_THROUGH = 300;

/** Suggests the keys that the records of a list have in a field, since no endpoint lists them. */
const keySearch = ({ list, of, field, known = [] }: KeyPicker) =>
	inEditor(async (feedback, context, filter = '') => {
		const walk = { list, path: of?.(context), query: {}, limit: LOOKED_THROUGH };
		const records = await collect(feedback, walk);
		const keys = new Set([...known, ...records.map((record) => String(record[field] ?? ''))]);
		const results = [...keys]
			.filter((key) => key !== '' && key.toLowerCase().includes(filter.toLowerCase()))
			.sort()
			.map((key) => ({ name: key, value: key }));
		return { results };
	});

function inEditor(
	search: (
		feedback: FeedbackClient,
		context: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	) => Promise<INodeListSearchResult>,
): ListSearch {
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		try {
			const feedback = await connect(this, { patience: PROMPT });
			return await search(feedback, this, filter, paginationToken);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode() });
		}
	};
}

/** The comments of the post that is chosen in the same node. */
function commentsOfPost(context: ILoadOptionsFunctions): Path {
	const chosen = context.getCurrentNodeParameter('postId', { extractValue: true });
	const postId = String(chosen ?? '').trim();
	if (postId === '') {
		throw new Error('Choose a post first: the list shows the comments of that post');
	}
	if (postId.startsWith('=')) {
		throw new Error(
			'The post comes from an expression that has no value yet: run the nodes before this one, or choose a post from the list',
		);
	}
	return path`/v1/post/${postId}/comments`;
}

const LONGEST_TITLE = 80;

/** One line, short enough for a list. */
function line(text: unknown): string {
	const words = String(text ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	return words.length > LONGEST_TITLE ? `${words.slice(0, LONGEST_TITLE)}…` : words;
}

/** What names a record, with what tells it from another of that name. */
function titled(name: unknown, detail: unknown): string {
	const more = line(detail);
	return more === '' ? line(name) : `${line(name)} (${more})`;
}

export const searchPosts = listSearch({
	list: postList,
	title: ({ title, status }) => titled(title, status),
});

export const searchPostStatuses = keySearch({ list: postList, field: 'status' });

export const searchPostTypes = keySearch({ list: postList, field: 'type' });

export const searchComments = listSearch({
	list: commentList,
	of: commentsOfPost,
	title: ({ comment, user }) => titled(comment, isDataRecord(user) ? user.data_name : ''),
});

export const searchCommentTypes = keySearch({
	list: commentList,
	of: commentsOfPost,
	field: 'type',
});

export const searchChangelogUpdates = listSearch({
	list: changelogUpdateList,
	title: ({ title, draft, scheduled }) =>
		titled(title, draft === true ? 'draft' : scheduled === true ? 'scheduled' : ''),
});

export const searchChangelogUpdateTypes = keySearch({ list: changelogUpdateList, field: 'type' });

export const searchEndUsers = listSearch({
	list: endUserList,
	title: ({ user_id, data_full_name, data_name, data_mail }) =>
		titled(data_full_name || data_name || `User ${String(user_id)}`, data_mail),
});

export const searchDocuments = listSearch({
	list: documentList,
	title: ({ title, status }) => titled(title, status),
});

export const searchDocumentTypes = keySearch({
	list: documentList,
	field: 'document_type',
	known: DEFAULT_DOCUMENT_TYPES,
});
