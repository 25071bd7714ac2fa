import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { locator } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { document } from '../../shared/service/documents';

const documentId = locator(
	{
		displayName: 'Document',
		name: 'documentId',
		required: true,
		description: 'The document, by ID (document_id)',
	},
	'searchDocuments',
);

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get document',
		description: 'Retrieve a document with its content',
	},
	path: [documentId],
	fields: [ifNotFound],
	output: { kind: document, isWhole: true },
	async execute(feedback, input) {
		return await feedback.get(path`/v2/documents/${input.id(documentId)}`, document);
	},
};
