import { path } from '../../shared/client/path';
import { additionalFields, keyLocator } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { document, documentDraft } from '../../shared/service/documents';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create document',
		description: 'Create a document as its first version',
	},
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Billing export, plan for the third quarter',
			description: 'The title, with 3 to 500 characters. The service derives the slug from it.',
		},
		{
			displayName: 'Content',
			name: 'content',
			type: 'string',
			typeOptions: { rows: 6 },
			default: '',
			placeholder: 'e.g. # Goal',
			description: 'The text of the document, as Markdown',
		},
		{
			displayName: 'Status',
			name: 'status',
			isDecisive: true,
			type: 'options',
			required: true,
			options: [
				{ name: 'Archived', value: 'archived' },
				{ name: 'Draft', value: 'draft' },
				{ name: 'Published', value: 'published' },
			],
			default: 'draft',
			description: 'The status of the document',
		},
		additionalFields([
			keyLocator(
				{
					displayName: 'Document Type',
					name: 'document_type',
					description:
						'The type of the document. Use a key that your workspace has; the service refuses others.',
				},
				'searchDocumentTypes',
				'e.g. plan',
			),
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. billing, 2026',
				description: 'Up to 50 tags, separated by commas. An expression can return a list instead.',
			},
		]),
	],
	output: { kind: document, whole: true },
	async execute(feedback, input) {
		const body = input.read(documentDraft);
		return await feedback.post({ path: path`/v2/documents`, body }, document);
	},
};
