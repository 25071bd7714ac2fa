import type { Database } from './database.mts';
import { type Call, find, ok, only, type Part } from './endpoint.mts';
import { InvalidFields, type Row } from './envelope.mts';
import { filled, formatted, integer, reader, text } from './fields.mts';
import { Filters, type Listing, v1List } from './paging.mts';
import { withoutHtml } from './plain-text.mts';
import { timestamp } from './timestamps.mts';
import { actingUser, personColumns } from './users.mts';

const changeable = { title: filled, type: text, description: text };
const readChanges = reader(changeable);
/** Types and statuses are keys a workspace defines. */
const identifier = { ...text, pattern: String.raw`^\S{1,64}$` };
const readPost = reader(
	{ ...changeable, status: identifier, user: integer, created: formatted('past') },
	'title',
	'type',
);

export const postPart: Part = {
	firstIds: { posts: 10_001 },
	tables: `
CREATE TABLE IF NOT EXISTS post_types (
	workspace_id INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (workspace_id, type)
);
CREATE TABLE IF NOT EXISTS posts (
	feedback_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
	title TEXT NOT NULL, description TEXT NOT NULL, status TEXT NOT NULL, type TEXT NOT NULL,
	trend INTEGER NOT NULL DEFAULT 0, scoring REAL NOT NULL DEFAULT 0, effort INTEGER NOT NULL DEFAULT 0,
	total_up INTEGER NOT NULL DEFAULT 0, total_down INTEGER NOT NULL DEFAULT 0,
	total_comments INTEGER NOT NULL DEFAULT 0, total_subscriber INTEGER NOT NULL DEFAULT 0,
	created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS posts_by_created ON posts (workspace_id, created DESC, feedback_id DESC);
CREATE INDEX IF NOT EXISTS posts_by_status ON posts (workspace_id, status, created DESC, feedback_id DESC);
CREATE INDEX IF NOT EXISTS posts_by_type ON posts (workspace_id, type, created DESC, feedback_id DESC);
CREATE INDEX IF NOT EXISTS posts_by_trend ON posts (workspace_id, trend DESC, created DESC, feedback_id DESC);
CREATE INDEX IF NOT EXISTS posts_by_updated ON posts (workspace_id, updated DESC, feedback_id DESC);
CREATE INDEX IF NOT EXISTS posts_by_user ON posts (user_id);
`,
	endpoints: {
		'GET /v1/posts': (call) => ok(v1List(call, 'feedback_id', allPosts(call))),
		'POST /v1/post'(call) {
			const fields = readPost(call.body);
			const { title, type, description = '', status = 'open', created = timestamp() } = fields;
			expectType(call, type);
			const user = actingUser(call, 'user', fields.user);
			const post = { title, type, description: withoutHtml(description), status, user, created };
			const id = insertPost(call.database, call.workspace, post);
			return ok({ feedback_id: id, message: 'Feedback created.' });
		},
		'GET /v1/post/{postId}': (call) => ok(findPost(call)),
		'PUT /v1/post/{postId}'(call) {
			const id = findPostId(call);
			const { title, type, description } = readChanges(call.body);
			if (type !== undefined) expectType(call, type);
			const plain = description === undefined ? undefined : withoutHtml(description);
			const changes = { title, type, description: plain, updated: timestamp() };
			call.database.update('posts', changes, 'feedback_id', id);
			return ok(findPost(call));
		},
		'DELETE /v1/post/{postId}'(call) {
			const id = findPostId(call);
			call.database.run('DELETE FROM posts WHERE feedback_id = ?', id);
			return ok({ action: 'deleted', feedback_id: String(id) });
		},
	},
};

function expectType({ database, workspace }: Call, type: string): void {
	const known = 'SELECT 1 FROM post_types WHERE workspace_id = ? AND type = ?';
	if (database.get(known, workspace, type)) return;
	throw new InvalidFields([{ field: 'type', message: 'is not a category of this workspace' }]);
}

const selectPosts = `SELECT p.feedback_id, p.workspace_id, p.title, p.description, p.status, p.trend, p.type, p.total_up,
	p.total_down, p.total_comments, p.total_subscriber, p.scoring, p.effort, p.created, p.updated, ${personColumns}
	FROM posts p JOIN users u ON u.user_id = p.user_id`;

const orders: Record<string, string> = {
	new: 'p.created DESC, p.feedback_id DESC',
	old: 'p.created, p.feedback_id',
	trend: 'p.trend DESC, p.created DESC, p.feedback_id DESC',
	top: 'p.total_up - p.total_down DESC, p.created DESC, p.feedback_id DESC',
	updated: 'p.updated DESC, p.feedback_id DESC',
	scoring: 'p.scoring DESC, p.created DESC, p.feedback_id DESC',
	priority: 'p.scoring / max(p.effort, 1) DESC, p.created DESC, p.feedback_id DESC',
};

function allPosts(call: Call): Listing {
	const order = orders[call.query.get('sort') ?? ''] ?? orders[call.settings.postOrder];
	return {
		// The page is cut from the index alone; only its own rows are read and joined.
		select: `${selectPosts} WHERE p.feedback_id IN (SELECT p.feedback_id FROM posts p`,
		filters: new Filters(call, 'p.workspace_id')
			.by('type', 'p.type = ?')
			.by('filter', 'p.status = ?')
			.by('owner', 'p.user_id = ?')
			.by(
				'segment',
				`EXISTS (SELECT 1 FROM users s, json_each(s.segments) e WHERE s.user_id = p.user_id AND e.value = ?)`,
			)
			.search('p.title', 'p.description'),
		order,
		end: `) ORDER BY ${order}`,
		toRecord: toPost,
	};
}

function findPost(call: Call): Row {
	const sql = `${selectPosts} WHERE p.feedback_id = ?`;
	return toPost(call.database.get(sql, findPostId(call))!);
}

export function findPostId(call: Call): number {
	const sql = 'SELECT feedback_id FROM posts WHERE feedback_id = ? AND workspace_id = ?';
	return find(call, 'Feedback', sql, call.params.postId).feedback_id as number;
}

/** Ids and counters of a post are strings; only the create response has an integer id. */
function toPost(row: Row): Row {
	const up = row.total_up as number;
	const down = row.total_down as number;
	return {
		feedback_id: String(row.feedback_id),
		product_id: String(row.workspace_id),
		...only(row, 'title', 'description', 'status', 'type', 'created', 'updated'),
		trend: String(row.trend),
		total_up: String(up),
		total_down: String(down),
		total_sum: String(up - down),
		total_comments: String(row.total_comments),
		total_ratio: String(up + down === 0 ? 0 : Math.round((10_000 * up) / (up + down)) / 100),
		total_subscriber: String(row.total_subscriber),
		scoring: (row.scoring as number).toFixed(2),
		effort: String(row.effort),
		user: only(row, 'user_id', 'admin_id', 'data_name', 'data_mail', 'data_img'),
	};
}

export interface NewPost {
	title: string;
	type: string;
	description: string;
	status: string;
	user: number;
	created: string;
}

export function insertPost(database: Database, workspace: number, post: NewPost): number {
	const { user, ...written } = post;
	const of = { workspace_id: workspace, user_id: user, total_subscriber: 1 };
	return database.insert('posts', { ...of, ...written, updated: post.created });
}

/** Brings the counters of a post up to date; to be called where its votes or comments change. */
export function recount(database: Database, post: number): void {
	database.run(
		`UPDATE posts SET
			total_up = (SELECT count(*) FROM votes v WHERE v.feedback_id = posts.feedback_id AND v.vote > 0),
			total_down = (SELECT count(*) FROM votes v WHERE v.feedback_id = posts.feedback_id AND v.vote < 0),
			total_comments = (SELECT count(*) FROM comments c WHERE c.feedback_id = posts.feedback_id),
			total_subscriber = (SELECT count(*) FROM (SELECT posts.user_id
				UNION SELECT v.user_id FROM votes v WHERE v.feedback_id = posts.feedback_id
				UNION SELECT c.user_id FROM comments c WHERE c.feedback_id = posts.feedback_id))
		WHERE feedback_id = ?`,
		post,
	);
	database.run(
		'UPDATE posts SET trend = total_up - total_down + total_comments WHERE feedback_id = ?',
		post,
	);
}
