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
			description: 'From 3 to 500 characters. The slug is derived from it.',
		},
		{
			displayName: 'Content',
			name: 'content',
			type: 'string',
			typeOptions: { rows: 6 },
			default: '',
			placeholder: 'e.g. # Goal',
			description: 'What the document says, as Markdown of up to 2 MB',
		},
		additionalFields([
			keyLocator(
				{
					displayName: 'Document Type',
					name: 'document_type',
					description:
						'One of the types of your workspace, by its key. The service refuses a key that the workspace does not have.',
				},
				'searchDocumentTypes',
				'e.g. plan',
			),
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Archived', value: 'archived' },
					{ name: 'Draft', value: 'draft' },
					{ name: 'Published', value: 'published' },
				],
				default: 'draft',
				description: 'The status to start with',
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				default: '',
				placeholder: 'e.g. billing, 2026',
				description:
					'Up to 50 tags, separated by commas. An expression may give a list, whose tags may hold commas.',
			},
		]),
	],
	output: { kind: document, whole: true },
	async execute(feedback, input) {
		const body = input.read(documentDraft);
		return await feedback.post({ path: path`/v2/documents`, body }, document);
	},
};
