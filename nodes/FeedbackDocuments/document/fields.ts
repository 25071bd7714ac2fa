import { type Field, keyLocator } from '../../shared/node/fields';

/** Fields that more than one operation on a document shows. */

export const documentType = (description: string): Field =>
	keyLocator(
		{ displayName: 'Document Type', name: 'document_type', description },
		'searchDocumentTypes',
		'e.g. plan',
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
