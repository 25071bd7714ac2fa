import type { Database } from './database.mts';
import { type Call, find, flags, ok, type Part } from './endpoint.mts';
import { InvalidFields, type Row } from './envelope.mts';
import { filled, flag, formatted, object, reader, text } from './fields.mts';
import { Filters, type Listing, v1List } from './paging.mts';
import { asHtml } from './plain-text.mts';
import { timestamp } from './timestamps.mts';

const written = { title: filled, type: text, description: text };
const readUpdate = reader(written, 'title');
const settings = { link: text, link_text: text, link_color: text };
const readSettings = reader(settings);
const readChanges = reader({
	...written,
	segment: text,
	created: formatted('moment'),
	settings: { ...object, properties: settings },
	draft: flag,
	notify: flag,
	notify_delay: flag,
	announcement: flag,
});

export const updatePart: Part = {
	firstIds: { updates: 20_001 },
	tables: `
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
`,
	endpoints: {
		'GET /v1/updates': (call) => ok(v1List(call, 'changelog_id', allUpdates(call))),
		'POST /v1/update'(call) {
			const id = insertUpdate(call.database, call.workspace, readUpdate(call.body));
			return ok(findUpdate(call, String(id)));
		},
		'GET /v1/update/{updateId}': (call) => ok(findUpdate(call)),
		'PUT /v1/update/{updateId}'(call) {
			const id = findUpdate(call).changelog_id as number;
			const { settings, created, ...others } = readChanges(call.body);
			const moment = created?.length === 10 ? `${created} 00:00:00` : created;
			const changes = { ...others, ...readSettings(settings ?? {}), created: moment };
			call.database.update('updates', changes, 'changelog_id', id);
			return ok({ changelog_id: String(id) });
		},
		'DELETE /v1/update/{updateId}'(call) {
			const id = findUpdate(call).changelog_id as number;
			call.database.run('DELETE FROM updates WHERE changelog_id = ?', id);
			return ok({ action: 'deleted', changelog_id: String(id) });
		},
	},
};

// A scheduled update becomes a published one by the clock alone.
const states: Record<string, string> = {
	published: 'draft = 0 AND created <= ?',
	scheduled: 'draft = 0 AND created > ?',
	draft: 'draft = 1 AND ? IS NOT NULL',
};

function allUpdates(call: Call): Listing {
	const filters = new Filters(call, 'workspace_id')
		.by('type', 'type = ?')
		.by('category', 'type = ?')
		.search('title', 'description');
	const status = call.query.get('status');
	if (status && !Object.hasOwn(states, status)) {
		const message = `must be one of ${Object.keys(states).join(', ')}`;
		throw new InvalidFields([{ field: 'status', message }]);
	}
	if (status) filters.add(states[status], timestamp());
	const order = 'created DESC, changelog_id DESC';
	return { select: 'SELECT * FROM updates', filters, order, toRecord: toUpdate };
}

function findUpdate(call: Call, id = call.params.updateId): Row {
	const sql = 'SELECT * FROM updates WHERE changelog_id = ? AND workspace_id = ?';
	return toUpdate(find(call, 'Update', sql, id));
}

function toUpdate(row: Row): Row {
	const { workspace_id: product_id, link, link_text, link_color, ...others } = row;
	const { announcements, pageviews, emails, clicks, ...fields } = others;
	return {
		...fields,
		...flags(row, 'draft', 'announcement', 'notify', 'notify_delay'),
		product_id,
		description_html: asHtml(row.description as string),
		settings: { link, link_text, link_color },
		files: [],
		scheduled: row.draft === 0 && (row.created as string) > timestamp(),
		reactions: true,
		can_edit: true,
		can_delete: true,
		enabled: 1,
		queue: 0,
		stats: { announcements, pageviews, emails, clicks },
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
	const { title, type = '', description = '', draft = false, created = timestamp() } = update;
	const written = { title, type, description, draft, created };
	return database.insert('updates', { workspace_id: workspace, ...written });
}
