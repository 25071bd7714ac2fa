import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../shared/node/locator';

/** Fields that more than one operation on a changelog update shows. */

export const updateId = locator(
	{
		displayName: 'Changelog Update',
		name: 'updateId',
		required: true,
		description: 'The changelog update, by ID (changelog_id)',
	},
	'searchChangelogUpdates',
);

export const title: INodeProperties = {
	displayName: 'Title',
	name: 'title',
	type: 'string',
	default: '',
	placeholder: 'e.g. Invoices can be exported as CSV',
	description: 'The headline of the changelog update',
};

export const description: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 6 },
	default: '',
	placeholder: 'e.g. Open Billing and choose Export to get all invoices of a month in one file',
	description: 'The text of the changelog update',
};

export const type = (description: string): INodeProperties =>
	locator({ displayName: 'Type', name: 'type', description }, 'searchChangelogUpdateTypes');
