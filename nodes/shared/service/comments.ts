import { userSummary } from './end-users';
import type { List } from './pages';
import type { RecordKind } from './records';
import { each, trueOrFalse, list, numeric, textual } from './values';

/** Comment - v1. */
export const comment: RecordKind = {
	noun: 'comment',
	id: 'comment_id',
	fields: {
		...each(numeric, 'comment_id', 'product_id', 'feedback_id', 'parent', 'likes'),
		child_count: numeric,
		...each(textual, 'comment', 'comment_html', 'status', 'type', 'created', 'updated'),
		...each(trueOrFalse, 'modified', 'pinned', 'public', 'is_active', 'liked', 'has_child'),
		...each(trueOrFalse, 'can_edit', 'can_delete', 'can_comment', 'can_pin'),
		files: list,
		user: userSummary,
	},
	simple: [
		'comment_id',
		'feedback_id',
		'parent',
		'comment',
		'public',
		'created',
		'updated',
		['user', 'user_id'],
		['user', 'admin_id'],
		['user', 'data_name'],
		['user', 'data_mail'],
	],
	added: ['post_url'],
	html: ['comment_html'],
};

/** GET /v1/post/{id}/comments (Other comment paths). Its answer is undocumented, so all known forms are read. */
export const commentList: List = {
	path: '/v1/post/{id}/comments',
	record: comment,
	isSearchable: true,
	containers: ['comments', 'items', ''],
};
