import { path } from '../../shared/client/path';
import { additionalFields, KEYS_IN_USE } from '../../shared/node/fields';
import { locator } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { textList, textOfBytes, textOfLength } from '../../shared/node/sent';
import { document } from '../../shared/service/documents';

/** "Up to 2MB", in the larger of its two meanings: the smaller one could refuse what the service accepts. */
const LARGEST_CONTENT_BYTES = 2 * 1024 * 1024;

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
			sent: textOfLength(3, 500),
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Billing export, plan for the third quarter',
			description: 'The title, with 3 to 500 characters. The service derives the slug from it.',
		},
		{
			displayName: 'Content',
			name: 'content',
			sent: textOfBytes(LARGEST_CONTENT_BYTES),
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
			{
				...locator(
					{
						displayName: 'Document Type',
						name: 'document_type',
						description:
							'The type of the document. The service refuses types that your workspace does not have.',
					},
					'searchDocumentTypes',
				),
				hint: KEYS_IN_USE,
			},
			{
				displayName: 'Tags',
				name: 'tags',
				sent: textList(50),
				type: 'string',
				default: '',
				placeholder: 'e.g. billing, 2026',
				description: 'Up to 50 tags, separated by commas. An expression can return a list instead.',
			},
		]),
	],
	output: { kind: document, isWhole: true },
	async execute(feedback, input) {
		return await feedback.post(path`/v2/documents`, document, { body: input.body() });
	},
};
