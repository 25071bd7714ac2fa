import type { Schemas } from './request-bodies';
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

/** POST /v1/post/{postid}/comment, body. */
export const commentDraft = ({ z, integer, requiredText, sentFlag }: Schemas) =>
	z.object({
		comment: requiredText,
		public: sentFlag,
		pinned: sentFlag.optional(),
		user_id: integer.optional(),
	});

/** PUT /v1/post/{id}/comment/{id}, body: not shown, so what a comment is created with, but for its author. */
export const commentChanges = ({ z, requiredText, sentFlag }: Schemas) =>
	z.object({
		comment: requiredText.optional(),
		public: sentFlag.optional(),
		pinned: sentFlag.optional(),
	});

/** GET /v1/post/{id}/comments, query. */
export const commentFilters = ({ z, sentText }: Schemas) =>
	z.object({
		type: sentText.optional(),
		search: sentText.optional(),
	});
