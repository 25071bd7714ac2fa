import { path } from '../../shared/client/path';
import { additionalFields } from '../../shared/node/fields';
import { onBehalfOf } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { comment } from '../../shared/service/comments';
import { numeric } from '../../shared/service/values';
import { postId } from '../post/fields';
import { isPublic, pinned, text } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create comment on post',
		description: 'Add a comment to a post',
	},
	path: [postId],
	fields: [
		{ ...text, required: true },
		{ ...isPublic, required: true },
		additionalFields([
			onBehalfOf(
				'user_id',
				'The end-user who writes the comment, by ID (user_id), email address or your own ID (data_id)',
			),
			pinned,
		]),
	],
	output: { kind: comment, gives: { comment_id: numeric, feedback_id: numeric } },
	async execute(feedback, input) {
		const feedback_id = input.id(postId);
		return await feedback.post(path`/v1/post/${feedback_id}/comment`, comment, {
			body: input.body(),
			ids: { feedback_id },
		});
	},
};
