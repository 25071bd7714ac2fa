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
		return await feedback.get(
			path`/v1/post/${input.id(postId)}/comment/${input.id(commentId)}`,
			comment,
		);
	},
};
