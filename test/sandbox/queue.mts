import { ok, type Part } from './endpoint.mts';
import { filled, formatted, reader, text } from './fields.mts';
import { timestamp } from './timestamps.mts';

const readItem = reader(
	{
		text: filled,
		title: text,
		user_name: text,
		service: text,
		ref: formatted('url'),
		user_email: formatted('mail'),
	},
	'text',
);

export const queuePart: Part = {
	firstIds: { queue_items: 80_001 },
	tables: `
CREATE TABLE IF NOT EXISTS queue_items (
	queue_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, text TEXT NOT NULL,
	title TEXT NOT NULL DEFAULT '', ref TEXT NOT NULL DEFAULT '', user_name TEXT NOT NULL DEFAULT '',
	user_email TEXT NOT NULL DEFAULT '', service TEXT NOT NULL DEFAULT '', created TEXT NOT NULL
);
`,
	endpoints: {
		'POST /v1/intelligence/queue'({ database, workspace, body }) {
			const item = { workspace_id: workspace, ...readItem(body), created: timestamp() };
			database.insert('queue_items', item);
			return ok({ message: 'Queued.' });
		},
	},
};
