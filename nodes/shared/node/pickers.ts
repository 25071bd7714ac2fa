import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { isFailureOf } from '../client/failures';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { changelogUpdateList } from '../service/changelog-updates';
import { commentList } from '../service/comments';
import { documentList } from '../service/documents';
import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import type { List } from '../service/pages';
import { postList } from '../service/posts';
import { type DataRecord, idOf, isDataRecord } from '../service/records';
import { type Connection, open } from './connection';
import { toPlainError } from './failure';
import { allKeys, type KeyList, keyLists, readKeys } from './keys-in-use';
import { TtlCache } from './ttl-cache';
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
	/** Where the one is found whose number is typed in place of words. */
	one?(id: string): Path;
}

/** Each under the name that `locator` refers to; a failure shows its reason in place of the list. */
const listSearch = ({ list, query, of, title, one }: Picker): ListSearch =>
	inEditor(async ({ feedback }, context, filter = '', paginationToken) => {
		const place = of?.(context);
		const [, id] = (one && NUMBER.exec(filter)) ?? [];
		const search = id ?? (filter || undefined);
		const read = async (number: number) => {
			const page = await feedback.page(list, number, { ...query, search }, { path: place });
			const ids = page.records.map((record) => idOf(list.record, record) ?? '');
			return { number, ids, ...page };
		};
		const { number, former } = fromToken(paginationToken);
		let page = await read(number);
		// Where pages begin at 1, page 0 comes again under the name of page 1.
		if (page.ids.length > 0 && page.ids.join() === former.join()) page = await read(number + 1);

		const { ids, records, hasMore } = page;
		const numbered =
			one && id !== undefined && paginationToken === undefined && !ids.includes(id)
				? await feedback.get(one(id), list.record).catch(unlessMissing)
				: undefined;
		const results = records
			.map((record, index) => ({ name: title(record), value: ids[index] }))
			.filter(({ value }) => !former.includes(value));
		const more = hasMore ?? results.length > 0;
		if (numbered) results.unshift({ name: title(numbered), value: id });
		return {
			results,
			paginationToken: more ? toToken({ number: page.number + 1, former: ids }) : undefined,
		};
	});

/** A number, as the list shows it. */
const NUMBER = /^\s*#?(\d+)\s*$/;

function unlessMissing(failure: unknown): undefined {
	if (!isFailureOf(failure, 'notFound')) throw failure;
	return undefined;
}

/** What the editor hands back for the next page: its number, and the ids of the page before it. */
interface Next {
	number: number;
	former: string[];
}

const toToken = (next: Next) => JSON.stringify(next);

const fromToken = (token: string | undefined): Next =>
	token === undefined ? { number: 0, former: [] } : (JSON.parse(token) as Next);

type KeyPicker = KeyList & Pick<Picker, 'of'>;

/** For how long the keys in use are remembered: the editor asks again with every letter that is typed. */
const REMEMBERED_MS = 60_000;

const keysInUse = new TtlCache<string[]>(clock, REMEMBERED_MS);

/** Suggests the keys that the records of a list have in a field, since no endpoint lists them. */
const keySearch = ({ of, ...keyList }: KeyPicker) =>
	inEditor(async ({ feedback, account }, context, filter = '') => {
		const place = of?.(context);
		const { list, field } = keyList;
		const owner = JSON.stringify([feedback.baseUrl, account]);
		const name = JSON.stringify([place?.text ?? list.path, field]);
		const read = async () => await readKeys(feedback, keyList, place);
		const used = await keysInUse.get(owner, name, read);
		const results = allKeys(keyList, used)
			.filter((key) => key.toLowerCase().includes(filter.toLowerCase()))
			.map((key) => ({ name: key, value: key }));
		return { results };
	});

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
		throw new Error('Choose a post first, to list its comments');
	}
	if (postId.startsWith('=')) {
		throw new Error(
			'The expression for the post has no value yet. Run the previous nodes, or choose a post from the list',
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

/** What names a record, with what distinguishes it from another of that name. */
function titled(name: unknown, detail: unknown): string {
	const more = line(detail);
	return more === '' ? line(name) : `${line(name)} (${more})`;
}

export const searchPosts = listSearch({
	list: postList,
	title: ({ title, status, feedback_id }) =>
		[line(title), line(status), `#${String(feedback_id)}`]
			.filter((part) => part !== '')
			.join(' · '),
	one: (id) => path`/v1/post/${id}`,
});

export const searchPostStatuses = keySearch(keyLists.searchPostStatuses);

export const searchPostTypes = keySearch(keyLists.searchPostTypes);

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

export const searchChangelogUpdateTypes = keySearch(keyLists.searchChangelogUpdateTypes);

export const searchEndUsers = listSearch({
	list: endUserList,
	title: ({ user_id, data_full_name, data_name, data_mail }) =>
		titled(data_full_name || data_name || `User ${String(user_id)}`, data_mail),
});

export const searchGroups = listSearch({
	list: groupList,
	title: ({ name, data_id }) =>
		titled(name || data_id, (name || data_id) === data_id ? '' : data_id),
});

export const searchDocuments = listSearch({
	list: documentList,
	title: ({ title, status }) => titled(title, status),
});

export const searchDocumentTypes = keySearch(keyLists.searchDocumentTypes);
