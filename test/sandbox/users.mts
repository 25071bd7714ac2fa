import type { Database } from './database.mts';
import type { Row } from './envelope.mts';
import type { Fields } from './fields.mts';
import { timestamp } from './timestamps.mts';

/** The columns of a person another record refers to. */
export const personColumns = `u.user_id, u.admin_id, u.sso, u.anonymous, u.data_name, u.data_full_name,
	u.data_mail, u.data_img, u.segments`;

export function userSummary(row: Row) {
	return {
		user_id: row.user_id,
		admin_id: row.admin_id,
		sso: row.sso === 1,
		anonymous: row.anonymous === 1,
		data_name: row.data_name,
		data_full_name: row.data_full_name,
		data_mail: row.data_mail,
		data_img: row.data_img,
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
	stats_satisfaction: number;
	notify: number;
	notify_changelog: boolean;
	weight: number;
	created: string;
}

/** There is no endpoint to create a user: they arrive through the product the service is embedded in. */
export function insertUser(database: Database, workspace: number, user: Partial<NewUser>): number {
	const created = user.created ?? timestamp();
	return database.run(
		`INSERT INTO users (workspace_id, admin_id, data_id, data_name, data_full_name, data_mail, data_img, segments,
			data, stats_satisfaction, notify, notify_changelog, weight, created, updated)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		workspace,
		user.admin_id ?? 0,
		user.data_id ?? '',
		user.data_name ?? '',
		user.data_full_name ?? '',
		user.data_mail ?? '',
		user.data_img ?? '',
		JSON.stringify(user.segments ?? []),
		JSON.stringify(user.data ?? {}),
		user.stats_satisfaction ?? 0,
		user.notify ?? 1,
		Number(user.notify_changelog ?? true),
		user.weight ?? 1,
		created,
		created,
	).id;
}

/** The end-user a write is made for; without one it is the owner of the key, a member of staff. */
export function actingUser(
	database: Database,
	workspace: number,
	fields: Fields,
	field: string,
): number {
	const given = fields.integer(field);
	if (given === undefined) {
		return database.value('SELECT staff_id FROM workspaces WHERE workspace_id = ?', workspace);
	}
	if (!userExists(database, workspace, given)) fields.refuse(field, 'is not a user');
	return given;
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
