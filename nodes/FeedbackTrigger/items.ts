import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { path } from '../shared/client/path';
import type { Terms } from '../shared/node/connection';
import { comment, commentList } from '../shared/service/comments';
import { LARGEST_PAGE } from '../shared/service/pages';
import { type DataRecord, idOf, type RecordKind, simplify } from '../shared/service/records';
import { Judge, type News } from './diff';
import { countedComments } from './reading/comments';
import { missingOf } from './reading/missing';
import { readSettings, type Settings, type WatchedEvent, type WatchedList } from './settings';
import { oldestFirst } from './snapshot/snapshot';

/** The items for the workflow, oldest first. Each has the event, its fields, the record, and the ID of the occurrence. */
export function toItems(news: readonly News[], isShort: boolean): INodeExecutionData[] {
	return news.toSorted(oldestFirst).map(({ watched, eventId, record, post, says }) => {
		const { event } = watched;
		const kind = event.record ?? event.list.record;
		const ofPost = post && { postTitle: post.title };
		const occurrence = { event: event.value, ...ofPost, ...says };
		const whole = { ...(post && { feedback_id: post.feedback_id }), ...record };
		const shown = isShort ? simplify(kind, whole) : whole;
		// Spread twice: first for the order of columns in n8n, then to win over record fields with the same name.
		return { json: { ...occurrence, ...shown, ...occurrence, eventId } as IDataObject };
	});
}

/** The names of the events of a list, as in the menu. */
export const namesOf = ({ events }: Pick<WatchedList, 'events'>) =>
	events.map(({ event }) => event.name).join(', ');

/** A failure, with the list that failed. */
export class ListFailure extends Error {
	constructor(
		readonly cause: unknown,
		readonly list: WatchedList,
		/** Whether the poll could read anything. */
		readonly isPartial = false,
	) {
		super(list.key);
	}
}

/** How many items of each event a manual test shows. */
const SAMPLE = 3;

/** The newest few records that match the filters, as items. Neither reads nor writes the snapshots of the active workflow. */
export async function sample(context: IPollFunctions, terms: Terms): Promise<INodeExecutionData[]> {
	const settings = await readSettings(context, terms);
	const items: INodeExecutionData[] = [];
	for (const list of settings.lists) {
		const found = await newest(list, settings).catch((error: unknown) => {
			throw new ListFailure(error, list);
		});
		items.push(...found);
	}
	if (items.length > 0) return items;
	const names = settings.lists.map(namesOf).join(', ');
	const description = `Nothing in the service matches ${names} yet. Add something that does, or remove a filter, and test again.`;
	const message = 'No data with the current filter could be found';
	throw new NodeOperationError(context.getNode(), message, { description });
}

async function newest(list: WatchedList, settings: Settings): Promise<INodeExecutionData[]> {
	const narrowing = Object.assign({}, ...list.events.map(({ rule }) => rule.narrowing));
	const query = {
		per_page: LARGEST_PAGE,
		...list.list.newestFirst?.created,
		...narrowing,
		...list.query,
	};
	const { records } = await settings.feedback.page(list.list, 0, { query });
	const items: INodeExecutionData[] = [];
	for (const watched of list.events) {
		const news = watched.event.isOfComments
			? await newestComments(watched, records, settings)
			: examples(watched, list.list.record, records);
		items.push(...toItems(news.sort(oldestFirst).slice(-SAMPLE), settings.simplify));
	}
	return items;
}

/** News for a manual test: of each record as new, or as changed from a made-up earlier state, as the real one is unknown. */
function examples(watched: WatchedEvent, kind: RecordKind, records: readonly DataRecord[]): News[] {
	const judge = new Judge([watched], '');
	return records.flatMap((one) => {
		const record = watched.event.one ? missingOf(kind, one[kind.id]) : one;
		const id = idOf(kind, record);
		const former = watched.rule.example?.(record, records);
		const before = former && judge.values(former);
		const after = judge.values(record, before);
		return id === undefined ? [] : judge.news(id, record, before, after);
	});
}

async function newestComments(
	watched: WatchedEvent,
	posts: readonly DataRecord[],
	{ feedback }: Settings,
): Promise<News[]> {
	const found: News[] = [];
	const kind = watched.event.list.record;
	const commented = posts
		.filter((post) => watched.rule.posts?.(post) && countedComments(post))
		.filter((post) => idOf(kind, post) !== undefined);
	for (const post of commented.slice(0, SAMPLE)) {
		const place = path`/v1/post/${idOf(kind, post)}/comments`;
		const { records } = await feedback.page(commentList, 0, { path: place });
		found.push(...examples(watched, comment, records).map((news) => ({ ...news, post })));
	}
	return found;
}
