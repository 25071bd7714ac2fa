import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import type { FeedbackClient } from '../client/client';
import { isFailureOf } from '../client/failures';
import { path, type Path } from '../client/path';
import { PROMPT } from '../client/retry';
import { idOf } from '../service/records';
import { type Connection, open } from './connection';
import { toPlainError } from './failure';
import { readKeys } from './keys-in-use';
import { type Picker, pickers } from './picker-table';
import { TtlCache } from './ttl-cache';
import { clock } from './transport';

/** What fills a list in the editor; a failure shows its reason in place of the list. */
export async function search(
	this: ILoadOptionsFunctions,
	name: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const picker = pickers[name];
	let feedback: FeedbackClient | undefined;
	try {
		const connection = await open(this, { patience: PROMPT });
		({ feedback } = connection);
		const find = picker.key === undefined ? recordSearch(picker) : keySearch(picker);
		return await find(connection, this, filter, paginationToken);
	} catch (error) {
		throw toPlainError(error, { node: this.getNode(), feedback });
	}
}

type InEditor = (
	connection: Connection,
	context: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Shows records page by page, narrowed by what the user types. */
const recordSearch =
	({ list, isOfPost, title = () => '', one }: Picker): InEditor =>
	async ({ feedback }, context, filter = '', paginationToken) => {
		const place = isOfPost && commentsOfPost(context);
		const [, id] = (one && NUMBER.exec(filter)) ?? [];
		const search = id ?? (filter || undefined);
		const read = async (number: number) => {
			const page = await feedback.page(list, number, { search }, { path: place });
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
	};

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

/** For how long the keys in use are remembered: the editor asks again with every letter that is typed. */
const REMEMBERED_MS = 60_000;

const keysInUse = new TtlCache<string[]>(clock, REMEMBERED_MS);

/** Suggests the keys that the records of a list have in a field, since no endpoint lists them. */
const keySearch =
	(picker: Picker): InEditor =>
	async ({ feedback, account }, context, filter = '') => {
		const { list, key, initial = [] } = picker;
		const place = picker.isOfPost && commentsOfPost(context);
		const owner = JSON.stringify([feedback.baseUrl, account]);
		const name = JSON.stringify([place?.text ?? list.path, key]);
		const read = async () => await readKeys(feedback, picker, place);
		const used = await keysInUse.get(owner, name, read);
		const results = [...new Set([...initial, ...used])]
			.sort()
			.filter((key) => key.toLowerCase().includes(filter.toLowerCase()))
			.map((key) => ({ name: key, value: key }));
		return { results };
	};

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
