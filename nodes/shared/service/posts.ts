import type { List } from './pages';
import type { RecordKind } from './records';
import { userSummary } from './user';
import { numeric, text } from './values';

/** Post (feedback) - v1. */
export const post: RecordKind = {
	noun: 'post',
	id: 'feedback_id',
	fields: {
		feedback_id: numeric,
		product_id: numeric,
		title: text,
		description: text,
		status: text,
		trend: text,
		type: text,
		total_up: numeric,
		total_down: numeric,
		total_sum: numeric,
		total_comments: numeric,
		total_ratio: numeric,
		total_subscriber: numeric,
		scoring: numeric,
		effort: numeric,
		created: text,
		updated: text,
		user: userSummary,
	},
	simple: [
		'feedback_id',
		'title',
		'status',
		'total_sum',
		'type',
		'description',
		'created',
		'updated',
		'user.user_id',
		'user.data_mail',
	],
};

/** GET /v1/posts. `type` and `filter` know `all`, which is asked for so that no default of the service hides a post. */
export const postList: List = {
	path: '/v1/posts',
	record: post,
	containers: ['items'],
	isSearchable: true,
	everything: { type: 'all', filter: 'all' },
	order: { sort: 'new' },
	newestFirst: { created: { sort: 'new' }, updated: { sort: 'updated' } },
};
