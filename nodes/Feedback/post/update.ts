import { path } from '../../shared/client/path';
import { updateFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { post } from '../../shared/service/posts';
import { description, postId, title, type } from './fields';

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
		[description, title, type('The type of the post. Use a type that your workspace uses.')],
		['description'],
	),
	output: { kind: post, isWhole: true },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		return await feedback.put(path`/v1/post/${feedback_id}`, post, { body: input.changes() });
	},
};
