import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { changelogUpdateList } from '../service/changelog-updates';
import { commentList } from '../service/comments';
import { DEFAULT_DOCUMENT_TYPES, documentList } from '../service/documents';
import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import type { List } from '../service/pages';
import { postList } from '../service/posts';
import { type DataRecord, idOf, isDataRecord } from '../service/records';
import { type Connection, open } from './connection';
import { toPlainError } from './failure';
import { Recently } from './recently';
import { clock } from './transport';

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
	inEditor(async ({ feedback }, context, filter, paginationToken) => {
		const place = of?.(context);
		const read = async (number: number) => {
			const page = await feedback.page(list, number, { ...query, search: filter }, { path: place });
			const ids = page.records.map((record) => idOf(list.record, record) ?? '');
			return { number, ids, ...page };
		};
		const { number, former } = fromToken(paginationToken);
		let page = await read(number);
		// Where pages begin at 1, page 0 comes again under the name of page 1.
		if (page.ids.length > 0 && page.ids.join() === former.join()) page = await read(number + 1);

		const { ids, records, hasMore } = page;
		const results = records
			.map((record, index) => ({ name: title(record), value: ids[index] }))
			.filter(({ value }) => !former.includes(value));
		const more = hasMore ?? results.length > 0;
		return {
			results,
			paginationToken: more ? toToken({ number: page.number + 1, former: ids }) : undefined,
		};
	});

/** What the editor hands back for the next page: its number, and the ids of the page before it. */
interface Next {
	number: number;
	former: string[];
}

const toToken = (next: Next) => JSON.stringify(next);

const fromToken = (token: string | undefined): Next =>
	token === undefined ? { number: 0, former: [] } : (JSON.parse(token) as Next);

type KeyPicker = Pick<Picker, 'list' | 'of'> & {
	field: string;
	/** Keys that a new workspace has. */
	known?: readonly string[];
};

/** How many pages of the newest records are looked through for the keys in use: a person waits. */
const MOST_PAGES = 3;

/** Limits, `per_page`: the most a page may hold. */
const LARGEST_PAGE = 100;

/** For how long the keys in use are remembered: the editor asks anew with every letter that is typed. */
const REMEMBERED_MS = 60_000;

const keysInUse = new Recently<string[]>(clock, REMEMBERED_MS);

/** Suggests the keys that the records of a list have in a field, since no endpoint lists them. */
const keySearch = ({ list, of, field, known = [] }: KeyPicker) =>
	inEditor(async ({ feedback, account }, context, filter = '') => {
		const place = of?.(context);
		const name = JSON.stringify([feedback.baseUrl, account, place?.text ?? list.path, field]);
		const used = await keysInUse.get(
			name,
			async () => await readKeys(feedback, list, field, place),
		);
		const results = [...new Set([...known, ...used])]
			.filter((key) => key.toLowerCase().includes(filter.toLowerCase()))
			.sort()
			.map((key) => ({ name: key, value: key }));
		return { results };
	});

async function readKeys(
	feedback: FeedbackClient,
	list: List,
	field: string,
	place: Path | undefined,
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

function inEditor(
	search: (
		connection: Connection,
		context: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	) => Promise<INodeListSearchResult>,
): ListSearch {
	return async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		try {
			const connection = await open(this, { patience: PROMPT });
			return await search(connection, this, filter, paginationToken);
		} catch (error) {
			throw toPlainError(error, { node: this.getNode() });
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

export const searchGroups = listSearch({
	list: groupList,
	title: ({ name, data_id }) => titled(name || data_id, name === data_id ? '' : data_id),
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
