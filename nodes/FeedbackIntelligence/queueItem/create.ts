import { path } from '../../shared/client/path';
import { additionalFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { mailAddress } from '../../shared/node/sent';
import { queueItem } from '../../shared/service/queue-items';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create intelligence queue item',
		description: 'Send content, such as a support conversation, to the intelligence queue',
	},
	fields: [
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 6 },
			required: true,
			default: '',
			placeholder: 'e.g. We love the dashboard, but we miss an export of our invoices',
			description: 'The content to search for feedback, such as a support conversation',
		},
		additionalFields([
			{
				displayName: 'Email',
				name: 'user_email',
				sent: mailAddress,
				type: 'string',
				default: '',
				placeholder: 'name@email.com',
				description: 'The email address of the person who wrote the content',
			},
			{
				displayName: 'Person Name',
				name: 'user_name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Ada Lovelace',
				description: 'The name of the person who wrote the content',
			},
			{
				displayName: 'Source',
				name: 'service',
				type: 'string',
				default: '',
				placeholder: 'e.g. support-desk',
				description: 'A name for where the content comes from',
			},
			{
				displayName: 'Source URL',
				name: 'ref',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://support.example.com/tickets/4711',
				description: 'The URL of the original content',
			},
			{
				displayName: 'Title',
				name: 'title',
				type: 'string',
				default: '',
				placeholder: 'e.g. Ticket 4711: Export of invoices',
				description: 'The subject of the content',
			},
		]),
	],
	output: { kind: queueItem },
	async execute(feedback, input) {
		const body = input.body();
		const { title, ref } = body;
		const defaults = {
			queued: true,
			...(title !== undefined && { title }),
			...(ref !== undefined && { ref }),
		};
		return await feedback.post(path`/v1/intelligence/queue`, queueItem, { body, defaults });
	},
};
