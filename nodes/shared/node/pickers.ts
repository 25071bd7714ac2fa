import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { lookupOptions } from '../client/finder';
import { ListReader, type PageMark } from '../client/list-reader';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { commentList } from '../service/comments';
import { loosely } from '../service/comparable';
import { idOf } from '../service/records';
import { open } from './connection';
import { toPlainError } from './failure';
import { type Picker, type PickerName, pickers } from './picker-table';

/** Maximum number of pages to read at once, because a person waits: to filter them here, or to collect values. */
const MOST_PAGES_TO_FILTER = 10;
const MOST_PAGES_OF_VALUES = 3;

/** With fewer results than this, the list of n8n 2.41 cannot be scrolled, so it never asks for more of a filtered one. */
const SCROLLABLE = 20;

/** A request of the editor: the typed filter, and the page. */
interface Asked {
	filter?: string;
	paginationToken?: string;
	/** The path of the comments of the post that is chosen in the same node. */
	ofPost?: Path;
}

/** What the next request needs to know of the last page. */
type Token = PageMark & { isSearched?: boolean };

/** Fills a list in the editor. A failure shows its reason instead of the list. */
export async function fillPicker(
	this: ILoadOptionsFunctions,
	name: PickerName,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const picker = pickers[name];
	let feedback: FeedbackClient | undefined;
	try {
		({ feedback } = await open(this, { patience: PROMPT }));
		const ofPost = picker.list === commentList ? commentsOfPost(this) : undefined;
		const fill = picker.key === undefined ? records : values;
		return await fill(feedback, picker, { filter, paginationToken, ofPost });
	} catch (error) {
		throw toPlainError(error, { node: this.getNode(), feedback });
	}
}

/** Lists records page by page. The service filters them by the typed text, or this does if a search finds nothing. */
async function records(
	feedback: FeedbackClient,
	picker: Picker,
	asked: Asked,
): Promise<INodeListSearchResult> {
	const typed = (asked.filter ?? '').trim();
	const after = asked.paginationToken ? (JSON.parse(asked.paginationToken) as Token) : undefined;
	const maySearch = picker.list.isSearchable && typed !== '';
	if (maySearch && after?.isSearched !== false) {
		const found = await pagesAfter(feedback, picker, { ...asked, after, search: typed });
		if (after || found.results.length > 0) return found;
	}
	return await pagesAfter(feedback, picker, { ...asked, after, isFiltered: typed !== '' });
}

interface Wanted extends Asked {
	after?: Token;
	/** The text that the service searches for. */
	search?: string;
	/** Whether the typed text filters the records here. */
	isFiltered?: boolean;
}

/** Reads on until n8n's list has something to show. */
async function pagesAfter(
	feedback: FeedbackClient,
	{ list, title = () => '' }: Picker,
	{ filter = '', ofPost, after, search, isFiltered = false }: Wanted,
): Promise<INodeListSearchResult> {
	const options = lookupOptions(list, search);
	const reader = new ListReader(feedback, list, { ...options, path: ofPost, after });
	const isWanted = isFiltered ? containing(filter) : () => true;
	const results: INodeListSearchResult['results'] = [];
	let token: Token | undefined;
	for await (const page of reader.from(after ? after.number + 1 : 0, MOST_PAGES_TO_FILTER)) {
		const { number, more, ids, repeats } = page;
		const shown = page.fresh.map((record) => ({
			name: title(record),
			value: idOf(list.record, record) ?? '',
		}));
		results.push(...shown.filter(({ name }) => isWanted(name)));
		token = more === 'no' ? undefined : { number, more, ids, repeats };
		if (results.length >= (isFiltered ? SCROLLABLE : 1)) break;
	}
	const isSearched = search !== undefined;
	return { results, paginationToken: token && JSON.stringify({ ...token, isSearched }) };
}

/** Suggests the values that the newest records have in a field, since no endpoint lists them. */
async function values(
	feedback: FeedbackClient,
	{ list, key = '', initial = [] }: Picker,
	{ filter = '', ofPost }: Asked,
): Promise<INodeListSearchResult> {
	const reader = new ListReader(feedback, list, { ...lookupOptions(list), path: ofPost });
	const found = new Set(initial);
	for await (const page of reader.from(0, MOST_PAGES_OF_VALUES)) {
		for (const value of page.records.flatMap((record) => record[key])) {
			found.add(String(value ?? ''));
		}
	}
	const isWanted = containing(filter);
	const results = [...found]
		.filter((value) => value !== '' && isWanted(value))
		.sort()
		.map((value) => ({ name: value, value }));
	return { results };
}

/** Whether a text holds the typed one. */
function containing(filter: string): (text: string) => boolean {
	const wanted = loosely(filter);
	return (text) => wanted !== undefined && (loosely(text) ?? '').includes(wanted);
}

function commentsOfPost(context: ILoadOptionsFunctions): Path {
	const chosen = context.getCurrentNodeParameter('postId', { extractValue: true });
	const postId = String(chosen ?? '').trim();
	if (postId === '') throw new Error('Choose a post first, to list its comments');
	if (postId.startsWith('=')) {
		throw new Error(
			'The expression for the post has no value yet. Run the previous nodes, or choose a post from the list',
		);
	}
	return path`/v1/post/${postId}/comments`;
}
