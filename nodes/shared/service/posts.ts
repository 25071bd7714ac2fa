import { userSummary } from './end-users';
import type { List } from './pages';
import type { RecordKind } from './records';
import { anything, each, numeric, textual } from './values';

/** Post (feedback) - v1. */
export const post: RecordKind = {
	noun: 'post',
	id: 'feedback_id',
	fields: {
		...each(numeric, 'feedback_id', 'product_id', 'total_up', 'total_down', 'total_sum'),
		...each(numeric, 'total_comments', 'total_ratio', 'total_subscriber', 'scoring'),
		effort: numeric,
		...each(textual, 'title', 'description', 'status', 'trend', 'type', 'created', 'updated'),
		user: userSummary,
	},
	simple: [
		'feedback_id',
		'title',
		'status',
		'total_sum',
		'total_comments',
		'type',
		'description',
		'created',
		'updated',
		['user', 'user_id'],
		['user', 'data_mail'],
	],
	added: ['metadata', 'post_url'],
};

/** GET /v1/posts. It requests `all` for `type` and `filter`, so that no default of the service hides a post. */
export const postList: List = {
	path: '/v1/posts',
	record: post,
	isSearchable: true,
	everything: { type: 'all', filter: 'all' },
	newestFirst: { created: { sort: 'new' }, updated: { sort: 'updated' } },
};

/** A vote on a post. Its answer is not shown (`vote` in docs/openapi.yaml), so this is what was sent. */
export const vote: RecordKind = {
	noun: 'vote',
	hasNoOwnId: true,
	id: 'feedback_id',
	fields: { feedback_id: numeric, user_id: numeric, vote: numeric },
	simple: ['feedback_id', 'user_id', 'vote'],
	added: ['post_url'],
};

/** Post metadata - v1. Keys and values are the user's own, so they stand apart from the ID of the post. */
export const postMetadata: RecordKind = {
	noun: 'metadata',
	id: 'feedback_id',
	fields: { feedback_id: numeric, metadata: anything },
	simple: ['feedback_id', 'metadata'],
	added: ['post_url'],
};
