// A list that answers page by page, and a walk over it.
import { collect } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { ok, scene } from './scripted-transport.mts';

type Id = string | number;

export interface Said {
	ids: readonly Id[];
	more?: boolean;
}

export const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);

/** A walk over a list that answers page by page, and what it asked for. */
export async function walk(
	answer: (page: number, perPage: number) => Said,
	limit?: number,
	count?: number,
) {
	const one = scene(({ url }) => {
		const { page, per_page } = parameters(url);
		const { ids, more } = answer(Number(page), Number(per_page));
		const items = ids.map((id) => ({ feedback_id: id, title: `Post ${id}` }));
		return ok({ items, ...(more !== undefined && { has_more: more }) });
	});
	const records = await collect(one.client, { list: postList, query: {}, limit, count });
	return {
		ids: records.map(({ feedback_id }) => feedback_id),
		/** In the order of the list, whatever was asked first. */
		asked: one.sent.map(({ url }) => Number(parameters(url).page)).sort((a, b) => a - b),
		sent: one.sent,
	};
}

/** Pages as a table; beyond the last one the list is empty. */
export const pages =
	(...table: Said[]) =>
	(page: number): Said =>
		table[page] ?? { ids: [] };

export const numbers = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => from + index);
