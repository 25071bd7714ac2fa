import { path } from '../../shared/client/path';
import type { Operation } from '../../shared/node/operation';
import { postMetadata } from '../../shared/service/post-metadata';
import { postId } from '../post/fields';

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update metadata of post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	path: [postId],
	fields: [
		{
			displayName: 'Key',
			name: 'key',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. crm_account',
			description: 'The name of the entry',
		},
		{
			displayName: 'Value',
			name: 'value',
			isSentEmpty: true,
			type: 'string',
			default: '',
			placeholder: 'e.g. ACME-4711',
			description: 'The value to store. Leave it empty to store an empty text.',
		},
	],
	output: { kind: postMetadata, whole: false },
	async execute(feedback, input) {
		const entry = input.body();
		const target = path`/v1/post/${input.id('postId')}/meta`;
		return { ...entry, ...(await feedback.put(target, entry, postMetadata)) };
	},
};
