import type { FeedbackClient } from '../../shared/client/client';
import { own } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { filledText, integerFrom } from '../../shared/node/sent';
import { LARGEST_PAGE } from '../../shared/service/pages';
import { post, postList } from '../../shared/service/posts';
import { type DataRecord, idOf } from '../../shared/service/records';
import { numeric, text } from '../../shared/service/values';
import { Similarity } from './similarity';

/** How many posts are returned. */
const MOST = 5;

export const findSimilar: Operation = {
	option: {
		name: 'Find Similar',
		value: 'findSimilar',
		action: 'Find similar posts',
		description: 'Find up to five posts that may ask for the same as a text',
	},
	fields: [
		own({
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Our invoices should be downloadable as a spreadsheet',
			description: 'What somebody asks for, in a sentence or two',
			sent: filledText,
		}),
		own({
			displayName: 'Minimum Score',
			name: 'minimumScore',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100 },
			default: 0,
			description: 'Leave out posts with a lower score. Scores go from 0 to 100.',
			sent: integerFrom(0, 100),
		}),
	],
	output: {
		kind: post,
		whole: false,
		gives: {
			feedback_id: numeric,
			title: text,
			status: text,
			type: text,
			total_sum: numeric,
			score: numeric,
			shared_words: text,
		},
	},
	async execute(feedback, input) {
		const text = input.optional('text') as string;
		const least = (input.optional('minimumScore') ?? 0) as number;
		const ranked = new Similarity(await candidates(feedback, text)).ranked(text);
		return ranked
			.slice(0, MOST)
			.filter(({ score }) => score >= least)
			.map(({ post: { feedback_id, title, status, type, total_sum }, score, words }) => ({
				feedback_id,
				title,
				status,
				type,
				total_sum,
				score: Math.round(score),
				shared_words: words.join(', '),
			}));
	},
};

/**
 * The newest 300 posts, and what three searches for the most telling words find; where the service ignores the search,
 * the newest 500. So six requests at most.
 */
async function candidates(feedback: FeedbackClient, text: string): Promise<DataRecord[]> {
	const found = new Map<unknown, DataRecord>();
	const read = async (page: number, search?: string) => {
		const query = { per_page: LARGEST_PAGE, ...postList.order, ...(search && { search }) };
		const { records, hasMore } = await feedback.page(postList, page, { query });
		const ids = records.map((record) => idOf(post, record));
		for (const [at, record] of records.entries()) found.set(ids[at], record);
		return { hasMore: hasMore ?? records.length > 0, ids: JSON.stringify(ids) };
	};
	const newest = await read(0);
	if (!newest.hasMore) return [...found.values()];
	const [, last] = await Promise.all([read(1), read(2)]);
	const [word, ...others] = new Similarity([...found.values()]).tellingWords(text);
	if (last.hasMore && word !== undefined) {
		const isIgnored = (await read(0, word)).ids === newest.ids;
		if (isIgnored) await Promise.all([read(3), read(4)]);
		else await Promise.all(others.slice(0, 2).map(async (other) => await read(0, other)));
	}
	return [...found.values()];
}
