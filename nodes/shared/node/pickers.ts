import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { PROMPT } from '../client/retry';
import type { List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import { postList } from '../service/posts';
import { connect } from './connection';
import { toNodeError } from './failure';

/** What a list in the editor shows, page by page, narrowed by what the user types. */
interface Picker {
	list: List;
	query?: Readonly<Record<string, string>>;
	/** How a record reads in the list. */
	title(record: DataRecord): string;
}

type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Each under the name that `locator` refers to; a failure shows its reason in place of the list. */
const listSearch = ({ list, query, title }: Picker): ListSearch =>
	async function (this: ILoadOptionsFunctions, filter, paginationToken) {
		try {
			const feedback = await connect(this, PROMPT);
			const number = Number(paginationToken ?? 0);
			const page = await feedback.page(list, number, { ...query, search: filter });
			const results = page.records.map((record) => ({
				name: title(record),
				value: idOf(list.record, record) ?? '',
			}));
			const more = page.hasMore ?? results.length > 0;
			return { results, paginationToken: more ? String(number + 1) : undefined };
		} catch (error) {
			throw toNodeError(error, { node: this.getNode() });
		}
	};

export const searchPosts = listSearch({
	list: postList,
	title: ({ title, status }) =>
		status === undefined ? String(title) : `${String(title)} (${String(status)})`,
});
