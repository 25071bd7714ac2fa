import { path } from '../../shared/client/path';
import { deleted, type Operation } from '../../shared/node/operation';
import { comment } from '../../shared/service/comments';
import { postId } from '../post/fields';
import { commentId } from './fields';

export const del: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a comment',
		description:
			'Delete a comment. The service does not document what becomes of its replies, or whether it can be restored.',
	},
	fields: [postId, commentId],
	output: deleted(comment),
	async execute(feedback, input) {
		return await feedback.remove(
			path`/v1/post/${input.id('postId')}/comment/${input.id('commentId')}`,
			comment,
		);
	},
};
