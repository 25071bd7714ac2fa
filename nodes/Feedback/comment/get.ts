import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { comment } from '../../shared/service/comments';
import { postId } from '../post/fields';
import { commentId } from './fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get comment',
		description: 'Retrieve a comment',
	},
	path: [postId, commentId],
	fields: [ifNotFound],
	output: { kind: comment, isWhole: true },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		const target = path`/v1/post/${feedback_id}/comment/${input.id(commentId)}`;
		return await feedback.get(target, comment, { defaults: { feedback_id } });
	},
};
