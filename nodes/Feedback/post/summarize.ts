import { pagesOf } from '../../shared/client/walk';
import { filters } from '../../shared/node/fields';
import { ofAuthor } from '../../shared/node/author';
import { narrowed, periodsIn } from '../../shared/node/get-many';
import type { Operation } from '../../shared/node/operation';
import { post, postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { numeric, textual } from '../../shared/service/values';
import { postFilters } from './getAll';

export const summarize: Operation = {
	option: {
		name: 'Summarize',
		value: 'summarize',
		action: 'Summarize posts',
		description: 'Count posts, votes and comments by status and type',
	},
	fields: [filters(postFilters)],
	output: {
		kind: post,
		gives: { status: textual, type: textual, posts: numeric, votes: numeric, comments: numeric },
	},
	async execute(feedback, input) {
		const sums = new Map<string, Sum>();
		const walk = narrowed(postList, periodsIn(input), input.body(), ofAuthor(input));
		for await (const posts of pagesOf(feedback, { list: postList, ...walk })) {
			for (const record of posts) add(sums, record);
		}
		return [...sums.values()].sort((a, b) => b.votes - a.votes || b.posts - a.posts);
	},
};

interface Sum extends DataRecord {
	posts: number;
	votes: number;
	comments: number;
}

function add(sums: Map<string, Sum>, { status, type, total_sum, total_comments }: DataRecord) {
	const name = JSON.stringify([status, type]);
	const sum = sums.get(name) ?? { status, type, posts: 0, votes: 0, comments: 0 };
	sums.set(name, sum);
	sum.posts++;
	if (typeof total_sum === 'number') sum.votes += total_sum;
	if (typeof total_comments === 'number') sum.comments += total_comments;
}
