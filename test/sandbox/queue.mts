import { type Endpoint, ok } from './endpoint.mts';
import { Fields } from './fields.mts';
import { timestamp } from './timestamps.mts';

export const queueEndpoints: Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/intelligence/queue',
		feature: 'intelligence',
		handle({ database, workspace, body }) {
			const fields = new Fields(body);
			const item = [
				fields.text('text', { required: true }),
				fields.text('title'),
				fields.text('ref', { pattern: url }),
				fields.text('user_name'),
				fields.text('user_email', { pattern: mail }),
				fields.text('service'),
			];
			fields.check();
			database.run(
				`INSERT INTO queue_items (workspace_id, text, title, ref, user_name, user_email, service, created)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				workspace,
				...item.map((value) => value ?? ''),
				timestamp(),
			);
			return ok({ message: 'Queued.' });
		},
	},
];

const url = { test: (text: string) => text === '' || URL.canParse(text), is: 'a URL' };
const mail = {
	test: (text: string) => text === '' || /^\S+@\S+$/.test(text),
	is: 'an e-mail address',
};
