import type { FeedbackClient } from '../../shared/client/client';
import { finderOf } from '../../shared/client/finder';
import type { ListPage } from '../../shared/client/list-reader';
import { own } from '../../shared/node/field';
import type { Operation } from '../../shared/node/operation';
import { filledText, integerFrom } from '../../shared/node/sent';
import { post, postList } from '../../shared/service/posts';
import { type DataRecord, idOf } from '../../shared/service/records';
import { numeric, textual } from '../../shared/service/values';
import { Similarity } from './similarity';

/** Maximum number of posts that are returned, of pages of the newest posts, and of searches. */
const MOST = 5;
const PAGES = 3;
const SEARCHES = 3;

const requestText = own({
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Our invoices should be downloadable as a spreadsheet',
	description: 'What somebody asks for, in a sentence or two',
	sent: filledText,
});

const minimumScore = own({
	displayName: 'Minimum Score',
	name: 'minimumScore',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 0,
	description: 'Leave out posts with a lower score. Scores go from 0 to 100.',
	sent: integerFrom(0, 100),
});

export const findSimilar: Operation = {
	option: {
		name: 'Find Similar',
		value: 'findSimilar',
		action: 'Find similar posts',
		description: 'Find up to five posts that may ask for the same as a text',
	},
	fields: [requestText, minimumScore],
	output: {
		kind: post,
		gives: {
			feedback_id: numeric,
			title: textual,
			status: textual,
			type: textual,
			total_sum: numeric,
			score: numeric,
		},
	},
	async execute(feedback, input) {
		const text = input.get(requestText)!;
		const least = input.get(minimumScore) ?? 0;
		return new Similarity(await candidates(feedback, text))
			.ranked(text)
			.slice(0, MOST)
			.map(({ post: { feedback_id, title, status, type, total_sum }, score }) => ({
				feedback_id,
				title,
				status,
				type,
				total_sum,
				score: Math.round(score),
			}))
			.filter(({ score }) => score >= least);
	},
};

/**
 * The newest 300 posts, and the first results of searches for the three most telling words. At most six requests. The items
 * of an execution share those for the newest posts.
 */
async function candidates(feedback: FeedbackClient, text: string): Promise<DataRecord[]> {
	const finder = finderOf(feedback, postList);
	const pages: ListPage[] = [];
	while (pages.length < PAGES && pages.at(-1)?.more !== 'no') {
		pages.push(await finder.page(pages.length));
	}
	const newest = pages.flatMap(({ fresh }) => fresh);
	if (pages.at(-1)?.more === 'no') return newest;
	const words = new Similarity(newest).tellingWords(text).slice(0, SEARCHES);
	const found = await Promise.all(words.map(async (word) => await finder.search(word)));
	const all = [...newest, ...found.flatMap(({ records }) => records)];
	return [...new Map(all.map((record) => [idOf(post, record), record])).values()];
}
