import type { Database } from './database.mts';
import { type Call, find, flags, ok, only, type Part } from './endpoint.mts';
import { InvalidFields, Refusal, type Row } from './envelope.mts';
import { object, reader, text } from './fields.mts';
import { Filters, type Listing, v1List } from './paging.mts';
import { timestamp } from './timestamps.mts';

const readChanges = reader({
	data_mail: text,
	data_id: text,
	data_full_name: text,
	data_img: text,
	data_name: { ...text, pattern: '^[a-z0-9_]*$' },
	data: object,
});

export const userPart: Part = {
	firstIds: { users: 30_001 },
	tables: `
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
`,
	endpoints: {
		'GET /v1/users': (call) => ok(v1List(call, 'user_id', allUsers(call))),
		'GET /v1/user/{userId}': (call) => ok(findUser(call)),
		'PUT /v1/user/{userId}'(call) {
			const id = findUser(call).user_id;
			const { data, ...others } = readChanges(call.body);
			const changes = { ...others, data: data && JSON.stringify(data), updated: timestamp() };
			call.database.update('users', changes, 'user_id', id);
			return ok(findUser(call));
		},
		'DELETE /v1/user/{userId}'(call) {
			const user = findUser(call);
			if (user.admin_id !== 0) {
				throw new Refusal(403, 'forbidden', 'A member of staff cannot be deleted.');
			}
			anonymize(call.database, user.user_id as number);
			return ok({ message: 'User deleted.' });
		},
	},
};

/** What a user wrote stays, under nobody's name: other records keep pointing at this row. */
function anonymize(database: Database, id: number): void {
	database.run(
		`UPDATE users SET deleted = 1, anonymous = 1, sso = 0, data_id = '', data_name = 'anonymous',
			data_full_name = 'Anonymous', data_mail = '', data_img = '', segments = '[]', data = '{}', data_system = '{}'
		WHERE user_id = ?`,
		id,
	);
	database.run(`UPDATE promoters SET meta = '{}' WHERE user_id = ?`, id);
	database.run('DELETE FROM group_members WHERE user_id = ?', id);
}

const selectUsers = `SELECT u.user_id, u.admin_id, u.data_id, u.anonymous, u.data_name, u.data_full_name, u.data_mail, u.data_img,
	u.segments, u.data, u.data_system, u.stats_satisfaction,
	(SELECT count(*) FROM posts p WHERE p.user_id = u.user_id) AS stats_feedback,
	(SELECT count(*) FROM votes v WHERE v.user_id = u.user_id) AS stats_votes,
	(SELECT count(*) FROM comments c WHERE c.user_id = u.user_id) AS stats_comments,
	coalesce((SELECT n.vote FROM promoters n WHERE n.user_id = u.user_id
		ORDER BY n.created DESC, n.promoter_id DESC LIMIT 1), 0) AS stats_promoter,
	u.notify, u.notify_mention, u.notify_changelog, u.notify_subscribed, u.weight, u.created, u.updated
	FROM users u`;

/** Staff have a record, but are nobody's end-users. */
function allUsers(call: Call): Listing {
	const column = call.query.get('sort') === 'updated' ? 'updated' : 'created';
	const direction = call.query.get('sort_dir')?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC';
	return {
		select: selectUsers,
		filters: new Filters(call, 'u.workspace_id')
			.add('u.deleted = 0 AND u.admin_id = 0')
			.search('u.data_name', 'u.data_full_name', 'u.data_mail', 'u.data_id')
			.by('segment', '? IN (SELECT value FROM json_each(u.segments))'),
		order: `u.${column} ${direction}, u.user_id ${direction}`,
		toRecord: toUser,
	};
}

function findUser(call: Call): Row {
	const sql = `${selectUsers} WHERE u.user_id = ? AND u.workspace_id = ? AND u.deleted = 0`;
	return toUser(find(call, 'User', sql, call.params.userId));
}

const systemFields = [
	...'ip lat lng city browser country platform timezone continent user_agent'.split(' '),
	...'currency_code browser_version currency_symbol'.split(' '),
];

function toUser(row: Row): Row {
	const { notify_mention, notify_changelog, notify_subscribed, ...fields } = row;
	const system = JSON.parse(row.data_system as string) as Record<string, string>;
	return {
		...fields,
		...flags(row, 'anonymous'),
		segments: JSON.parse(row.segments as string),
		data: JSON.parse(row.data as string),
		data_system: Object.fromEntries(systemFields.map((field) => [field, system[field] ?? ''])),
		notify_settings: {
			mention: notify_mention === 1,
			changelog: notify_changelog === 1,
			subscribed: notify_subscribed === 1,
		},
	};
}

export const personColumns = `u.user_id, u.admin_id, u.sso, u.anonymous, u.data_name, u.data_full_name,
	u.data_mail, u.data_img, u.segments`;

export function userSummary(row: Row) {
	return {
		...only(row, 'user_id', 'admin_id', 'data_name', 'data_full_name', 'data_mail', 'data_img'),
		...flags(row, 'sso', 'anonymous'),
		segments: JSON.parse(row.segments as string),
	};
}

export interface NewUser {
	data_id: string;
	data_name: string;
	data_full_name: string;
	data_mail: string;
	data_img: string;
	segments: string[];
	data: Record<string, unknown>;
	admin_id: number;
	weight: number;
	created: string;
}

/** There is no endpoint to create a user: they arrive through the product the service is embedded in. */
export function insertUser(database: Database, workspace: number, user: Partial<NewUser>): number {
	const created = user.created ?? timestamp();
	return database.insert('users', {
		workspace_id: workspace,
		...user,
		segments: JSON.stringify(user.segments ?? []),
		data: JSON.stringify(user.data ?? {}),
		created,
		updated: created,
	});
}

export const ownerOf = (database: Database, workspace: number): number =>
	database.value('SELECT staff_id FROM workspaces WHERE workspace_id = ?', workspace);

/** The end-user a write is made for; without one it is the owner of the key, a member of staff. */
export function actingUser(call: Call, field: string, given: number | undefined): number {
	const { database, workspace } = call;
	if (given === undefined) return ownerOf(database, workspace);
	if (userExists(database, workspace, given)) return given;
	throw new InvalidFields([{ field, message: 'is not a user' }]);
}

export function userExists(database: Database, workspace: number, user: number): boolean {
	return (
		database.get(
			'SELECT 1 FROM users WHERE user_id = ? AND workspace_id = ? AND deleted = 0',
			user,
			workspace,
		) !== undefined
	);
}
