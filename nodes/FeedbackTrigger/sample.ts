import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import type { FeedbackClient } from '../shared/client/client';
import { path } from '../shared/client/path';
import type { Terms } from '../shared/node/connection';
import { comment, commentList } from '../shared/service/comments';
import { idOf } from '../shared/service/records';
import { toNews } from './comments';
import type { Watched } from './events';
import { countOf } from './events/comments';
import { toItem } from './items';
import type { News } from './news';
import { oldestFirst, passes, toSighting } from './page';
import { readSettings } from './settings';
import { EventFailure } from './turns';

/** How many items of each event a manual test shows. */
const SAMPLE = 3;

/** The newest few under the filters, as real output. Neither reads nor writes the memory of the active workflow. */
export async function sample(context: IPollFunctions, terms: Terms): Promise<INodeExecutionData[]> {
	const { feedback, watched, simplify: short } = await readSettings(context, terms);
	const items: INodeExecutionData[] = [];
	for (const one of watched) {
		const newest = await newestOf(one, feedback).catch((error: unknown) => {
			throw new EventFailure(error, one.event);
		});
		const names = newest.flatMap((news) => news.names ?? []);
		items.push(...newest.map((news) => toItem(one, news, short, names)));
	}
	if (items.length > 0) return items;
	throw new NodeOperationError(
		context.getNode(),
		'No data with the current filter could be found',
		{
			description:
				'There is nothing yet that this trigger would show. Create a post or publish a changelog update in the service, or remove a filter, and test again.',
		},
	);
}

/** A change shows as one from what is to what is, since it is not known what was. */
async function newestOf(watched: Watched, feedback: FeedbackClient): Promise<News[]> {
	const { event, rule, query } = watched;
	const page = await feedback.page(event.list, 0, query);
	const newest = page.records
		.filter((record) => passes(watched, record))
		.flatMap((record) => ({ record, ...toSighting(watched, record) }))
		.filter((sighting): sighting is News => sighting.id !== undefined)
		.sort(oldestFirst);
	if (rule.comments) return await newestComments(newest, feedback);
	return newest
		.filter((news) => !rule.tellsFirst || rule.isTold?.(news) !== false)
		.slice(-SAMPLE)
		.map((news) => (rule.keeps ? { ...news, before: news.print } : news));
}

async function newestComments(posts: readonly News[], feedback: FeedbackClient): Promise<News[]> {
	const found: News[] = [];
	for (const post of posts.filter(({ print }) => countOf(print) > 0).slice(-SAMPLE)) {
		const place = path`/v1/post/${post.id}/comments`;
		const { records } = await feedback.page(commentList, 0, {}, { path: place });
		for (const record of records) {
			const id = idOf(comment, record);
			const at = typeof record.created === 'string' ? record.created : undefined;
			if (id !== undefined) found.push(toNews({ id, print: '', at, record }, post));
		}
	}
	return found.sort(oldestFirst).slice(-SAMPLE);
}
