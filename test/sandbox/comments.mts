import type { Database } from './database.mts';
import { type Call, find, flags, ok, only, type Part } from './endpoint.mts';
import { KeyedRows, type Row } from './envelope.mts';
import { filled, flag, integer, reader } from './fields.mts';
import { Filters, type Listing, v1Rows } from './paging.mts';
import { asHtml } from './plain-text.mts';
import { findPostId, recount } from './posts.mts';
import { timestamp } from './timestamps.mts';
import { actingUser, personColumns, userSummary } from './users.mts';

const changeable = { comment: filled, public: flag, pinned: flag };
const readChanges = reader(changeable);
const readComment = reader({ ...changeable, user_id: integer }, 'comment');

export const commentPart: Part = {
	firstIds: { comments: 50_001 },
	tables: `
CREATE TABLE IF NOT EXISTS comments (
	comment_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL,
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, user_id INTEGER NOT NULL, comment TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'published', type TEXT NOT NULL DEFAULT 'comment', modified INTEGER NOT NULL DEFAULT 0,
	pinned INTEGER NOT NULL DEFAULT 0, public INTEGER NOT NULL DEFAULT 1, likes INTEGER NOT NULL DEFAULT 0,
	parent INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS comments_by_post ON comments (feedback_id, created DESC, comment_id DESC);
CREATE INDEX IF NOT EXISTS comments_by_user ON comments (user_id);
`,
	endpoints: {
		'GET /v1/post/{postId}/comments'(call) {
			return ok({ comments: new KeyedRows('comment_id', v1Rows(call, commentsOfPost(call))) });
		},
		'POST /v1/post/{postId}/comment'(call) {
			const post = findPostId(call);
			const { comment, public: isPublic = true, pinned = false, user_id } = readComment(call.body);
			const user = actingUser(call, 'user_id', user_id);
			const written = { post, user, comment, public: isPublic, pinned };
			return ok({ comment_id: insertComment(call.database, call.workspace, written) });
		},
		'GET /v1/post/{postId}/comment/{commentId}': (call) => ok(findComment(call)),
		'PUT /v1/post/{postId}/comment/{commentId}'(call) {
			const id = findComment(call).comment_id;
			const changes = { ...readChanges(call.body), modified: 1, updated: timestamp() };
			call.database.update('comments', changes, 'comment_id', id);
			return ok(findComment(call));
		},
		'DELETE /v1/post/{postId}/comment/{commentId}'(call) {
			const id = findComment(call).comment_id;
			call.database.run('DELETE FROM comments WHERE comment_id = ?', id);
			recount(call.database, findPostId(call));
			return ok({ action: 'deleted', comment_id: String(id) });
		},
	},
};

const selectComments = `SELECT c.*, ${personColumns},
	(SELECT count(*) FROM comments r WHERE r.parent = c.comment_id) AS child_count FROM comments c JOIN users u ON u.user_id = c.user_id`;

function commentsOfPost(call: Call): Listing {
	return {
		select: selectComments,
		filters: new Filters(call)
			.add('c.feedback_id = ?', findPostId(call))
			.by('type', 'c.type = ?')
			.search('c.comment'),
		order: 'c.created DESC, c.comment_id DESC',
		toRecord: toComment,
	};
}

function findComment(call: Call): Row {
	const sql = `${selectComments} WHERE c.comment_id = ? AND c.feedback_id = ?`;
	return toComment(find(call, 'Comment', sql, call.params.commentId, findPostId(call)));
}

function toComment(row: Row): Row {
	return {
		comment_id: row.comment_id,
		product_id: row.workspace_id,
		...only(row, 'feedback_id', 'parent', 'comment', 'status', 'type', 'likes', 'child_count'),
		...only(row, 'created', 'updated'),
		comment_html: asHtml(row.comment as string),
		...flags(row, 'modified', 'pinned', 'public'),
		is_active: true,
		liked: false,
		has_child: (row.child_count as number) > 0,
		can_edit: true,
		can_delete: true,
		can_comment: true,
		can_pin: true,
		files: [],
		user: userSummary(row),
	};
}

export interface NewComment {
	post: number;
	user: number;
	comment: string;
	public: boolean;
	pinned: boolean;
	/** The comment it replies to. */
	parent?: number;
	created?: string;
}

export function insertComment(database: Database, workspace: number, comment: NewComment): number {
	const { post, user, parent = 0, created = timestamp(), ...written } = comment;
	const of = { workspace_id: workspace, feedback_id: post, user_id: user, parent };
	const id = database.insert('comments', { ...of, ...written, created, updated: created });
	recount(database, post);
	return id;
}
