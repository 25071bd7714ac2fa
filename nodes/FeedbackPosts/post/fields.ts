import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../shared/node/fields';

/** Fields that more than one operation on a post shows. */

export const postId = locator(
	{
		displayName: 'Post',
		name: 'postId',
		required: true,
		description: 'The feedback post to work on',
	},
	'searchPosts',
	'e.g. 1042',
);

export const description: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Our finance team needs the invoices of a month as one CSV file',
	description: 'What the feedback says, as plain text or Markdown. HTML is not accepted.',
};
