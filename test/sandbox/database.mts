import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from './envelope.mts';

// Every kind of id starts at a number of its own: a client that mixes two of them up gets a 404 instead of luck.
const firstIds = {
	posts: 10_001,
	updates: 20_001,
	users: 30_001,
	promoters: 40_001,
	comments: 50_001,
	groups: 60_001,
	documents: 70_001,
	queue_items: 80_001,
};

const schema = `
CREATE TABLE IF NOT EXISTS workspaces (
	workspace_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, staff_id INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS api_keys (
	digest TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL REFERENCES workspaces, permissions TEXT NOT NULL,
	revoked INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS plan_gates (
	workspace_id INTEGER NOT NULL, feature TEXT NOT NULL, PRIMARY KEY (workspace_id, feature)
);
CREATE TABLE IF NOT EXISTS users (
	user_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, admin_id INTEGER NOT NULL DEFAULT 0,
	data_id TEXT NOT NULL DEFAULT '', anonymous INTEGER NOT NULL DEFAULT 0, sso INTEGER NOT NULL DEFAULT 0,
	data_name TEXT NOT NULL DEFAULT '', data_full_name TEXT NOT NULL DEFAULT '', data_mail TEXT NOT NULL DEFAULT '',
	data_img TEXT NOT NULL DEFAULT '', segments TEXT NOT NULL DEFAULT '[]', data TEXT NOT NULL DEFAULT '{}',
	data_system TEXT NOT NULL DEFAULT '{}', stats_satisfaction INTEGER NOT NULL DEFAULT 0,
	notify INTEGER NOT NULL DEFAULT 1, notify_mention INTEGER NOT NULL DEFAULT 1,
	notify_changelog INTEGER NOT NULL DEFAULT 1, notify_subscribed INTEGER NOT NULL DEFAULT 1,
	weight INTEGER NOT NULL DEFAULT 1, deleted INTEGER NOT NULL DEFAULT 0,
	created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS users_by_created ON users (workspace_id, created DESC, user_id DESC);
CREATE INDEX IF NOT EXISTS users_by_updated ON users (workspace_id, updated DESC, user_id DESC);
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
CREATE TABLE IF NOT EXISTS post_metadata (
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (feedback_id, key)
);
CREATE TABLE IF NOT EXISTS votes (
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, user_id INTEGER NOT NULL, vote INTEGER NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL, PRIMARY KEY (feedback_id, user_id)
);
CREATE INDEX IF NOT EXISTS votes_by_user ON votes (user_id);
CREATE TABLE IF NOT EXISTS comments (
	comment_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL,
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, user_id INTEGER NOT NULL, comment TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'published', type TEXT NOT NULL DEFAULT 'comment', modified INTEGER NOT NULL DEFAULT 0,
	pinned INTEGER NOT NULL DEFAULT 0, public INTEGER NOT NULL DEFAULT 1, likes INTEGER NOT NULL DEFAULT 0,
	parent INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS comments_by_post ON comments (feedback_id, created DESC, comment_id DESC);
CREATE INDEX IF NOT EXISTS comments_by_user ON comments (user_id);
CREATE TABLE IF NOT EXISTS updates (
	changelog_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, feedback_id INTEGER NOT NULL DEFAULT 0,
	title TEXT NOT NULL, description TEXT NOT NULL, type TEXT NOT NULL, segment TEXT NOT NULL DEFAULT 'all',
	link TEXT NOT NULL DEFAULT '', link_text TEXT NOT NULL DEFAULT '', link_color TEXT NOT NULL DEFAULT '',
	draft INTEGER NOT NULL DEFAULT 0, announcement INTEGER NOT NULL DEFAULT 0, notify INTEGER NOT NULL DEFAULT 0,
	notify_delay INTEGER NOT NULL DEFAULT 0, notified INTEGER NOT NULL DEFAULT 0,
	announcements INTEGER NOT NULL DEFAULT 0, pageviews INTEGER NOT NULL DEFAULT 0, emails INTEGER NOT NULL DEFAULT 0,
	clicks INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS updates_by_created ON updates (workspace_id, created DESC, changelog_id DESC);
CREATE TABLE IF NOT EXISTS promoters (
	promoter_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
	vote INTEGER NOT NULL, meta TEXT NOT NULL, comment TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS promoters_by_created ON promoters (workspace_id, created DESC, promoter_id DESC);
CREATE INDEX IF NOT EXISTS promoters_by_user ON promoters (user_id, created DESC);
CREATE TABLE IF NOT EXISTS queue_items (
	queue_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, text TEXT NOT NULL, title TEXT NOT NULL,
	ref TEXT NOT NULL, user_name TEXT NOT NULL, user_email TEXT NOT NULL, service TEXT NOT NULL, created TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS groups (
	group_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, data_id TEXT NOT NULL, name TEXT NOT NULL,
	type TEXT NOT NULL, weight INTEGER NOT NULL, mrr INTEGER NOT NULL, meta TEXT NOT NULL,
	stats TEXT NOT NULL DEFAULT '', stats_at INTEGER NOT NULL DEFAULT 0,
	created TEXT NOT NULL, updated TEXT NOT NULL, UNIQUE (workspace_id, data_id)
);
CREATE INDEX IF NOT EXISTS groups_by_type ON groups (workspace_id, type);
CREATE INDEX IF NOT EXISTS groups_by_created ON groups (workspace_id, created DESC, group_id DESC);
CREATE TABLE IF NOT EXISTS group_members (
	group_id INTEGER NOT NULL REFERENCES groups ON DELETE CASCADE, user_id INTEGER NOT NULL,
	PRIMARY KEY (group_id, user_id)
);
CREATE INDEX IF NOT EXISTS group_members_by_user ON group_members (user_id);
CREATE TABLE IF NOT EXISTS document_types (
	workspace_id INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (workspace_id, type)
);
CREATE TABLE IF NOT EXISTS documents (
	document_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, title TEXT NOT NULL, slug TEXT NOT NULL,
	document_type TEXT NOT NULL, tags TEXT NOT NULL, status TEXT NOT NULL, current_version INTEGER NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS documents_by_created ON documents (workspace_id, created DESC, document_id DESC);
CREATE TABLE IF NOT EXISTS document_versions (
	document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, version INTEGER NOT NULL, content TEXT NOT NULL,
	created TEXT NOT NULL, PRIMARY KEY (document_id, version)
);
`;

/** SQLite behind the three calls the sandbox needs, with each statement prepared once. */
export class Database {
	readonly #sqlite: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();

	constructor(file: string) {
		this.#sqlite = new DatabaseSync(file);
		this.#sqlite.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;',
		);
		this.#sqlite.exec(schema);
		for (const [table, first] of Object.entries(firstIds)) {
			if (this.get('SELECT 1 FROM sqlite_sequence WHERE name = ?', table)) continue;
			this.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, first - 1);
		}
	}

	all(sql: string, ...values: unknown[]): Row[] {
		return this.#prepared(sql).all(...(values as SQLInputValue[])) as Row[];
	}

	get(sql: string, ...values: unknown[]): Row | undefined {
		return this.#prepared(sql).get(...(values as SQLInputValue[])) as Row | undefined;
	}

	/** The one value of the one row a query is known to give. */
	value<T = number>(sql: string, ...values: unknown[]): T {
		return Object.values(this.get(sql, ...values) as Row)[0] as T;
	}

	run(sql: string, ...values: unknown[]): { id: number; changes: number } {
		const { lastInsertRowid, changes } = this.#prepared(sql).run(...(values as SQLInputValue[]));
		return { id: Number(lastInsertRowid), changes: Number(changes) };
	}

	/** Runs `work` completely or not at all; `commit: false` undoes it even when it succeeds. */
	transaction<T>(work: () => T, commit = true): T {
		this.#sqlite.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			this.#sqlite.exec(commit ? 'COMMIT' : 'ROLLBACK');
			return result;
		} catch (error) {
			this.#sqlite.exec('ROLLBACK');
			throw error;
		}
	}

	close(): void {
		this.#sqlite.close();
	}

	#prepared(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#sqlite.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}
