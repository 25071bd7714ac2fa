import { path } from '../../shared/client/path';
import { updateFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { post } from '../../shared/service/posts';
import { description, postId, type } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update post',
		description:
			'Change the title, type or description of a post. The API cannot change the status.',
	},
	path: [postId],
	fields: updateFields(
		[
			description,
			{
				displayName: 'Title',
				name: 'title',
				type: 'string',
				default: '',
				placeholder: 'e.g. Export invoices as CSV',
				description: 'The title of the post, as one line of plain text',
			},
			type('The type of the post. Use a key that your workspace has.'),
		],
		['description'],
	),
	output: { kind: post, whole: true },
	async execute(feedback, input) {
		const postid = input.id('postId');
		return await feedback.put(path`/v1/post/${postid}`, input.changes(), post);
	},
};
