import type { Database } from './database.mts';
import { type Call, type Endpoint, idOf, ok, type Part } from './endpoint.mts';
import { InvalidFields, notFound, type Row } from './envelope.mts';
import { Fields } from './fields.mts';
import { containing, v1List, v1Page } from './paging.mts';
import { asHtml } from './plain-text.mts';
import { isDate, isTimestamp, timestamp } from './timestamps.mts';

const tables = `
CREATE TABLE IF NOT EXISTS updates (
	changelog_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, feedback_id INTEGER NOT NULL DEFAULT 0,
	title TEXT NOT NULL, description TEXT NOT NULL, type TEXT NOT NULL, segment TEXT NOT NULL DEFAULT 'all',
	link TEXT NOT NULL DEFAULT '', link_text TEXT NOT NULL DEFAULT '', link_color TEXT NOT NULL DEFAULT '',
	draft INTEGER NOT NULL DEFAULT 0, announcement INTEGER NOT NULL DEFAULT 0, notify INTEGER NOT NULL DEFAULT 0,
	notify_delay INTEGER NOT NULL DEFAULT 0,
	announcements INTEGER NOT NULL DEFAULT 0, pageviews INTEGER NOT NULL DEFAULT 0, emails INTEGER NOT NULL DEFAULT 0,
	clicks INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS updates_by_created ON updates (workspace_id, created DESC, changelog_id DESC);
`;

const endpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v1/updates',
		handle(call) {
			const page = v1Page(call);
			return ok(v1List(call, page, 'changelog_id', listUpdates(call, page.limit, page.offset)));
		},
	},
	{
		method: 'POST',
		path: '/v1/update',
		handle(call) {
			const { database, workspace, body } = call;
			const fields = new Fields(body);
			const title = fields.text('title', { required: true });
			const type = fields.text('type') ?? '';
			const description = fields.text('description') ?? '';
			fields.check();
			const id = insertUpdate(database, workspace, { title: title!, type, description });
			return ok(updateById(database, workspace, id));
		},
	},
	{
		method: 'GET',
		path: '/v1/update/:updateid',
		handle: (call) => ok(findUpdate(call)),
	},
	{
		method: 'PUT',
		path: '/v1/update/:updateid',
		handle(call) {
			const id = findUpdate(call).changelog_id as number;
			const changes = readChanges(new Fields(call.body));
			call.database.update('updates', changes, 'changelog_id', id);
			return ok({ changelog_id: String(id) });
		},
	},
	{
		method: 'DELETE',
		path: '/v1/update/:updateid',
		handle(call) {
			const id = findUpdate(call).changelog_id as number;
			call.database.run('DELETE FROM updates WHERE changelog_id = ?', id);
			return ok({ action: 'deleted', changelog_id: String(id) });
		},
	},
];

export const updatePart: Part = {
	firstIds: { updates: 20_001 },
	tables,
	endpoints,
};

const moment = {
	test: (text: string) => isTimestamp(text) || isDate(text),
	is: 'a date YYYY-MM-DD or YYYY-MM-DD HH:MM:SS',
};

/** The columns to set; what was not sent is undefined and stays unchanged. */
function readChanges(fields: Fields): Record<string, string | number | undefined> {
	const created = fields.text('created', { pattern: moment });
	const settings = new Fields(fields.object('settings') ?? {});
	const flag = (name: string) => {
		const value = fields.flag(name);
		return value === undefined ? undefined : Number(value);
	};
	const changes = {
		title: fields.text('title', { min: 1 }),
		description: fields.text('description'),
		type: fields.text('type'),
		segment: fields.text('segment'),
		created: created?.length === 10 ? `${created} 00:00:00` : created,
		link: settings.text('link'),
		link_text: settings.text('link_text'),
		link_color: settings.text('link_color'),
		draft: flag('draft'),
		notify: flag('notify'),
		notify_delay: flag('notify_delay'),
		announcement: flag('announcement'),
	};
	fields.check();
	settings.check();
	return changes;
}

// A scheduled update becomes a published one by the clock alone.
const states: Record<string, string> = {
	published: 'draft = 0 AND created <= ?',
	scheduled: 'draft = 0 AND created > ?',
	draft: 'draft = 1 AND ? IS NOT NULL',
};

function listUpdates({ database, workspace, query }: Call, limit: number, offset: number): Row[] {
	const conditions = ['workspace_id = ?'];
	const values: unknown[] = [workspace];
	const status = query.get('status');
	if (status) {
		if (!Object.hasOwn(states, status)) {
			const message = `must be one of ${Object.keys(states).join(', ')}`;
			throw new InvalidFields([{ field: 'status', message }]);
		}
		conditions.push(states[status]);
		values.push(timestamp());
	}
	for (const name of ['type', 'category']) {
		const type = query.get(name);
		if (!type || type === 'all') continue;
		conditions.push('type = ?');
		values.push(type);
	}
	const search = query.get('search');
	if (search) {
		conditions.push(`(title LIKE ? ESCAPE '\\' OR description LIKE ? ESCAPE '\\')`);
		values.push(containing(search), containing(search));
	}
	return database
		.all(
			`SELECT * FROM updates WHERE ${conditions.join(' AND ')}
			ORDER BY created DESC, changelog_id DESC LIMIT ? OFFSET ?`,
			...values,
			limit,
			offset,
		)
		.map(toUpdate);
}

function findUpdate({ database, workspace, params }: Call): Row {
	return updateById(database, workspace, idOf(params.updateid));
}

function updateById(database: Database, workspace: number, id: number | undefined): Row {
	const sql = 'SELECT * FROM updates WHERE changelog_id = ? AND workspace_id = ?';
	const row = id === undefined ? undefined : database.get(sql, id, workspace);
	if (!row) throw notFound('Update');
	return toUpdate(row);
}

function toUpdate(row: Row): Row {
	const draft = row.draft === 1;
	return {
		changelog_id: row.changelog_id,
		product_id: row.workspace_id,
		feedback_id: row.feedback_id,
		title: row.title,
		description: row.description,
		description_html: asHtml(row.description as string),
		type: row.type,
		segment: row.segment,
		settings: { link: row.link, link_text: row.link_text, link_color: row.link_color },
		files: [],
		scheduled: !draft && (row.created as string) > timestamp(),
		draft,
		announcement: row.announcement === 1,
		notify: row.notify === 1,
		notify_delay: row.notify_delay === 1,
		reactions: true,
		can_edit: true,
		can_delete: true,
		created: row.created,
		enabled: 1,
		queue: 0,
		stats: {
			announcements: row.announcements,
			pageviews: row.pageviews,
			emails: row.emails,
			clicks: row.clicks,
		},
	};
}

export interface NewUpdate {
	title: string;
	type: string;
	description: string;
	draft: boolean;
	created: string;
}

/** Without further fields an update is published at once. */
export function insertUpdate(
	database: Database,
	workspace: number,
	update: Partial<NewUpdate> & { title: string },
): number {
	const usual = { workspace_id: workspace, description: '', type: '', created: timestamp() };
	return database.insert('updates', { ...usual, ...update, draft: Number(update.draft ?? false) });
}
