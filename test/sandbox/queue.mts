import { type Endpoint, ok, type Part } from './endpoint.mts';
import { Fields } from './fields.mts';
import { timestamp } from './timestamps.mts';

const tables = `
CREATE TABLE IF NOT EXISTS queue_items (
	queue_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, text TEXT NOT NULL, title TEXT NOT NULL,
	ref TEXT NOT NULL, user_name TEXT NOT NULL, user_email TEXT NOT NULL, service TEXT NOT NULL, created TEXT NOT NULL
);
`;

const endpoints: Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/intelligence/queue',
		handle({ database, workspace, body }) {
			const fields = new Fields(body);
			const item = {
				text: fields.text('text', { required: true }),
				title: fields.text('title') ?? '',
				ref: fields.text('ref', { pattern: url }) ?? '',
				user_name: fields.text('user_name') ?? '',
				user_email: fields.text('user_email', { pattern: mail }) ?? '',
				service: fields.text('service') ?? '',
			};
			fields.check();
			database.insert('queue_items', { workspace_id: workspace, ...item, created: timestamp() });
			return ok({ message: 'Queued.' });
		},
	},
];

export const queuePart: Part = {
	firstIds: { queue_items: 80_001 },
	tables,
	endpoints,
};

const url = { test: (text: string) => text === '' || URL.canParse(text), is: 'a URL' };
const mail = {
	test: (text: string) => text === '' || /^\S+@\S+$/.test(text),
	is: 'an e-mail address',
};
