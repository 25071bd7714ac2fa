import type { List } from './pages';
import type { RecordKind } from './records';
import { userSummary } from './user';
import { flag, list, numeric, text } from './values';

/** Comment - v1. */
export const comment: RecordKind = {
	noun: 'comment',
	id: 'comment_id',
	fields: {
		comment_id: numeric,
		product_id: numeric,
		feedback_id: numeric,
		parent: numeric,
		likes: numeric,
		child_count: numeric,
		comment: text,
		comment_html: text,
		status: text,
		type: text,
		modified: flag,
		pinned: flag,
		public: flag,
		is_active: flag,
		liked: flag,
		has_child: flag,
		can_edit: flag,
		can_delete: flag,
		can_comment: flag,
		can_pin: flag,
		files: list,
		created: text,
		updated: text,
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
		'user.user_id',
		'user.data_name',
		'user.data_mail',
	],
};

/** GET /v1/post/{id}/comments (Other comment paths), whose answer is not shown: read as every list known looks. */
export const commentList: List = {
	path: '/v1/post/{id}/comments',
	record: comment,
	containers: ['comments', 'items', ''],
};
