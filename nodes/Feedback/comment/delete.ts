import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { deleted, type Operation } from '../../shared/node/operation';
import { comment } from '../../shared/service/comments';
import { postId } from '../post/fields';
import { commentId } from './fields';

export const del: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete comment permanently',
		description: 'Permanently delete a comment',
	},
	notice: 'This deletes the comment permanently. You cannot undo it.',
	path: [
		postId,
		{
			...commentId,
			description: 'The comment to delete permanently, by ID (comment_id)',
		},
	],
	fields: [ifNotFound],
	output: deleted(comment, 'feedback_id'),
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		const target = path`/v1/post/${feedback_id}/comment/${input.id(commentId)}`;
		return await feedback.delete(target, comment, { ids: { feedback_id } });
	},
};
