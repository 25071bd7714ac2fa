import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { isFailureOf } from '../client/service-failure';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { commentList } from '../service/comments';
import { LARGEST_PAGE } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import { open } from './connection';
import { toPlainError } from './failure';
import { type Picker, type PickerName, pickers } from './picker-table';

/** A request of the editor: the typed filter, and the page. */
interface Asked {
	filter?: string;
	paginationToken?: string;
	/** The comments of the post that is chosen in the same node. */
	place?: Path;
}

/** Fills a list in the editor. A failure shows its reason instead of the list. */
export async function search(
	this: ILoadOptionsFunctions,
	name: PickerName,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const picker = pickers[name];
	let feedback: FeedbackClient | undefined;
	try {
		({ feedback } = await open(this, { patience: PROMPT }));
		const place = picker.list === commentList ? commentsOfPost(this) : undefined;
		const find = picker.key === undefined ? records : keys;
		return await find(feedback, picker, { filter, paginationToken, place });
	} catch (error) {
		throw toPlainError(error, { node: this.getNode(), feedback });
	}
}

/** Lists records page by page, filtered by the typed text. */
async function records(
	feedback: FeedbackClient,
	{ list, title = () => '', one }: Picker,
	{ filter, paginationToken, place }: Asked,
): Promise<INodeListSearchResult> {
	const [, id] = (one && NUMBER.exec(filter ?? '')) ?? [];
	const show = (record: DataRecord) => ({
		name: title(record),
		value: idOf(list.record, record) ?? '',
	});
	const read = async (number: number) => {
		const page = await feedback.page(list, number, {
			path: place,
			query: { ...list.order, search: id ?? filter },
		});
		const shown = page.records.map(show);
		return { number, shown, ids: shown.map(({ value }) => value), hasMore: page.hasMore };
	};
	const { number, former } = JSON.parse(paginationToken ?? '{"number":0,"former":[]}') as Next;
	let page = await read(number);
	// If pages start at 1, page 1 repeats page 0.
	if (page.ids.length > 0 && page.ids.join() === former.join()) page = await read(number + 1);
	const results = page.shown.filter(({ value }) => !former.includes(value));
	const next: Next = { number: page.number + 1, former: page.ids };
	const hasMore = page.hasMore ?? results.length > 0;
	if (one && id !== undefined && paginationToken === undefined && !page.ids.includes(id)) {
		const numbered = await feedback.get(one(id), list.record).catch(unlessMissing);
		if (numbered) results.unshift(show(numbered));
	}
	return { results, paginationToken: hasMore ? JSON.stringify(next) : undefined };
}

/** A number, as the list shows it. */
const NUMBER = /^\s*#?(\d+)\s*$/;

function unlessMissing(failure: unknown): undefined {
	if (!isFailureOf(failure, 'notFound')) throw failure;
	return undefined;
}

/** The pagination token: the number of the next page, and the IDs of the page before it. */
interface Next {
	number: number;
	former: string[];
}

/** Maximum number of pages to read for keys, because a person waits. */
const MOST_PAGES = 3;

/** Suggests the values that the newest records have in a field, since no endpoint lists them. */
async function keys(
	feedback: FeedbackClient,
	{ list, key = '', initial = [] }: Picker,
	{ filter = '', place }: Asked,
): Promise<INodeListSearchResult> {
	const query = { per_page: LARGEST_PAGE, ...list.order };
	const found = new Set(initial);
	for (let number = 0; number < MOST_PAGES; number++) {
		const page = await feedback.page(list, number, { path: place, query });
		for (const record of page.records) found.add(String(record[key] ?? ''));
		if (!(page.hasMore ?? page.records.length > 0)) break;
	}
	const results = [...found]
		.filter((one) => one !== '' && one.toLowerCase().includes(filter.toLowerCase()))
		.sort()
		.map((one) => ({ name: one, value: one }));
	return { results };
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
