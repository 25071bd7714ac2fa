import type { Field } from '../../shared/node/field';
import { locator } from '../../shared/node/locator';

/** Fields that more than one operation on a document shows. */

export const documentType = (description: string): Field =>
	locator(
		{ displayName: 'Document Type', name: 'document_type', description },
		'searchDocumentTypes',
	);

export const status: Field = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Archived', value: 'archived' },
		{ name: 'Draft', value: 'draft' },
		{ name: 'Published', value: 'published' },
	],
	default: 'draft',
};
