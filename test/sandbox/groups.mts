import type { Database } from './database.mts';
import { type Call, find, ok, type Part } from './endpoint.mts';
import { InvalidFields, notFound, Refusal, type Row } from './envelope.mts';
import { type Field, integer, reader, text } from './fields.mts';
import { Filters, type Listing, v2List } from './paging.mts';
import { timestamp } from './timestamps.mts';
import { userExists } from './users.mts';

const maximumTypes = 10;
const fallbackType = 'company';

const flat: Field<Record<string, string>> = { type: 'object' };
const short = { ...text, maxLength: 255 };
const readGroup = reader({
	id: short,
	data_id: short,
	name: short,
	weight: integer,
	mrr: integer,
	type: { ...text, maxLength: 64 },
	meta: { ...flat, maxProperties: 20, propertyNames: short, additionalProperties: short },
});
const readMember = reader({ user_id: integer }, 'user_id');

export const groupPart: Part = {
	firstIds: { groups: 60_001 },
	tables: `
CREATE TABLE IF NOT EXISTS groups (
	group_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, data_id TEXT NOT NULL, name TEXT NOT NULL,
	type TEXT NOT NULL, weight INTEGER NOT NULL, mrr INTEGER NOT NULL, meta TEXT NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL, UNIQUE (workspace_id, data_id)
);
CREATE INDEX IF NOT EXISTS groups_by_type ON groups (workspace_id, type);
CREATE INDEX IF NOT EXISTS groups_by_created ON groups (workspace_id, created DESC, group_id DESC);
CREATE TABLE IF NOT EXISTS group_members (
	group_id INTEGER NOT NULL REFERENCES groups ON DELETE CASCADE, user_id INTEGER NOT NULL,
	PRIMARY KEY (group_id, user_id)
);
CREATE INDEX IF NOT EXISTS group_members_by_user ON group_members (user_id);
`,
	endpoints: {
		'POST /v2/groups'(call) {
			const { database, workspace, body } = call;
			const { data_id, name, type, weight = 1, mrr = 0, meta = {}, ...fields } = readGroup(body);
			// `data_id` stands in for `id`; where both are sent, `id` counts.
			const { id = data_id } = fields;
			if (!id) throw new InvalidFields([{ field: 'id', message: 'is required' }]);
			const taken = 'SELECT 1 FROM groups WHERE workspace_id = ? AND data_id = ?';
			if (database.get(taken, workspace, id)) {
				throw new Refusal(409, 'identifier_taken', 'A group with this identifier exists.');
			}
			const groupId = insertGroup(database, workspace, {
				id,
				name: name || id,
				type: admittedType(database, workspace, type),
				weight: Math.min(Math.max(weight, 0), 10),
				mrr,
				meta,
			});
			return { status: 201, data: toGroup(findGroup(call, String(groupId))) };
		},
		'GET /v2/groups'(call) {
			const listing: Listing = {
				select: selectGroups,
				filters: new Filters(call, 'workspace_id'),
				order: 'created DESC, group_id DESC',
				toRecord: toGroup,
			};
			return ok(v2List(call, listing));
		},
		'GET /v2/groups/{groupId}': (call) => ok(toGroup(findGroup(call))),
		'POST /v2/groups/{groupId}/members'(call) {
			const { database, workspace, body } = call;
			const { group_id } = findGroup(call);
			const { user_id } = readMember(body);
			if (!userExists(database, workspace, user_id)) throw notFound('User');
			const isNew = addMember(database, group_id as number, user_id);
			return { status: isNew ? 201 : 200, data: { group_id, user_id } };
		},
		'DELETE /v2/groups/{groupId}/members/{userId}'(call) {
			const where = 'FROM group_members WHERE user_id = ? AND group_id = ?';
			const { group_id } = findGroup(call);
			const member = find(call, 'Member', `SELECT * ${where}`, call.params.userId, group_id);
			call.database.run(`DELETE ${where}`, member.user_id, group_id);
			return { status: 204 };
		},
	},
};

/** Lowercased and hyphenated; where the workspace has ten types, a new one becomes `company` without an error. */
function admittedType(database: Database, workspace: number, given: string | undefined): string {
	const type = (given ?? '')
		.toLowerCase()
		.replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
		.replaceAll(/^-|-$/g, '');
	if (type === '') return fallbackType;
	const used = database.all('SELECT DISTINCT type FROM groups WHERE workspace_id = ?', workspace);
	const isKnown = used.some((row) => row.type === type);
	return isKnown || used.length < maximumTypes ? type : fallbackType;
}

/** Only the members are counted: nothing depends on the rest. */
const selectGroups =
	'SELECT *, (SELECT count(*) FROM group_members m WHERE m.group_id = groups.group_id) AS users FROM groups';

function findGroup(call: Call, id = call.params.groupId): Row {
	return find(call, 'Group', `${selectGroups} WHERE group_id = ? AND workspace_id = ?`, id);
}

function toGroup({ workspace_id: _, users, ...fields }: Row): Row {
	const others = { feedback: 0, votes: 0, comments: 0, satisfaction: 0, promoter: 0, active: null };
	return { ...fields, meta: JSON.parse(fields.meta as string), stats: { users, ...others } };
}

export interface NewGroup {
	id: string;
	name: string;
	type: string;
	weight: number;
	mrr: number;
	meta: Record<string, string>;
	created?: string;
}

export function insertGroup(database: Database, workspace: number, group: NewGroup): number {
	const { id, meta, created = timestamp(), ...written } = group;
	const of = { workspace_id: workspace, data_id: id, meta: JSON.stringify(meta) };
	return database.insert('groups', { ...of, ...written, created, updated: created });
}

/** Whether the user was no member before. */
export function addMember(database: Database, group: number, user: number): boolean {
	const { changes } = database.run(
		'INSERT OR IGNORE INTO group_members (group_id, user_id) VALUES (?, ?)',
		group,
		user,
	);
	return changes > 0;
}
