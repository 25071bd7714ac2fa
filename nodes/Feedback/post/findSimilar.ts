import type { FeedbackClient } from '../../shared/client/client';
import { once } from '../../shared/client/find-by-field';
import { own } from '../../shared/node/field';
import type { Operation } from '../../shared/node/operation';
import { filledText, integerFrom } from '../../shared/node/sent';
import { LARGEST_PAGE, type Page } from '../../shared/service/pages';
import { post, postList } from '../../shared/service/posts';
import { type DataRecord, idOf } from '../../shared/service/records';
import { numeric, text } from '../../shared/service/values';
import { Similarity } from './similarity';

/** Maximum number of posts that are returned. */
const MOST = 5;

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
		const text = input.get(requestText)!;
		const least = input.get(minimumScore) ?? 0;
		return new Similarity(await candidates(feedback, text))
			.ranked(text)
			.slice(0, MOST)
			.map(({ post: { feedback_id, title, status, type, total_sum }, score, words }) => ({
				feedback_id,
				title,
				status,
				type,
				total_sum,
				score: Math.round(score),
				shared_words: words.join(', '),
			}))
			.filter(({ score }) => score >= least);
	},
};

/**
 * The newest 300 posts, and the first results of searches for the three most telling words. If the service ignores the
 * search, the newest 500 posts. At most six requests. The items of an execution share those for the newest posts.
 */
async function candidates(feedback: FeedbackClient, text: string): Promise<DataRecord[]> {
	const pages = feedback.once(candidates, () => new Map<string, Promise<Page>>());
	const newest = async (page: number) =>
		await once(pages, `${page}`, async () => await read(feedback, page));
	const first = await newest(0);
	if (!isMore(first)) return first.records;
	const others = await Promise.all([newest(1), newest(2)]);
	const known = [first, ...others].flatMap(({ records }) => records);
	const [word, ...words] = new Similarity(known).tellingWords(text);
	if (!isMore(others[1]) || word === undefined) return unique(known);
	const found = await read(feedback, 0, word);
	const isIgnored = idsOf(found) === idsOf(first);
	const more = isIgnored
		? [newest(3), newest(4)]
		: words.slice(0, 2).map(async (other) => await read(feedback, 0, other));
	const all = [found, ...(await Promise.all(more))];
	return unique([...known, ...all.flatMap(({ records }) => records)]);
}

async function read(feedback: FeedbackClient, page: number, search?: string): Promise<Page> {
	const query = { per_page: LARGEST_PAGE, ...postList.order, search };
	return await feedback.page(postList, page, { query });
}

const isMore = ({ hasMore, records }: Page) => hasMore ?? records.length > 0;

const idsOf = ({ records }: Page) => JSON.stringify(records.map((record) => idOf(post, record)));

const unique = (records: readonly DataRecord[]) => [
	...new Map(records.map((record) => [idOf(post, record), record])).values(),
];
