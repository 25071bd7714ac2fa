import { path } from '../../shared/client/path';
import { updateFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { comment } from '../../shared/service/comments';
import { postId } from '../post/fields';
import { commentId, isPublic, pinned, text } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update comment',
		description: 'Change a comment. The service does not document which fields can change.',
	},
	path: [postId, commentId],
	fields: updateFields([text, pinned, isPublic]),
	output: { kind: comment, isWhole: true },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		const target = path`/v1/post/${feedback_id}/comment/${input.id(commentId)}`;
		return await feedback.put(target, comment, { body: input.changes(), ids: { feedback_id } });
	},
};
