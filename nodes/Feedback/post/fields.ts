import type { INodeProperties } from 'n8n-workflow';
import type { Field } from '../../shared/node/field';
import { locator } from '../../shared/node/locator';
import { namingText } from '../../shared/node/sent';

/** Fields that several operations share, on posts or on what belongs to a post. */

export const postId = locator(
	{
		displayName: 'Post',
		name: 'postId',
		required: true,
		description: 'The post, by ID (feedback_id)',
	},
	'searchPosts',
);

export const title: Field = {
	displayName: 'Title',
	name: 'title',
	sent: namingText,
	type: 'string',
	default: '',
	placeholder: 'e.g. Export invoices as CSV',
	description: 'The title of the post, as one line of plain text',
};

export const description: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. Our finance team needs the invoices of a month as one CSV file',
	description: 'The text of the post, as plain text or Markdown. Do not use HTML.',
};

/** Each workspace defines the keys of its types and statuses. The node suggests those of its posts and accepts any other. */

export const type = (description: string, required = false): INodeProperties =>
	locator({ displayName: 'Type', name: 'type', required, description }, 'searchPostTypes');

export const status = (name: 'status' | 'filter', description: string): INodeProperties =>
	locator({ displayName: 'Status', name, description }, 'searchPostStatuses');
