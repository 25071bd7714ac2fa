import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { onBehalfOf } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import type { DataRecord } from '../../shared/service/records';
import { vote } from '../../shared/service/posts';
import { postId } from '../post/fields';

const voter = onBehalfOf(
	'user_id',
	'The end-user who votes, by ID (user_id), email address or your own ID (data_id). If empty, the service decides whose vote it is.',
);

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update vote on post',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
	},
	path: [postId],
	fields: [
		{
			displayName: 'Vote',
			name: 'vote',
			type: 'number',
			required: true,
			default: 1,
			hint: 'Usually 1 for an upvote and -1 for a downvote',
			description: 'The vote, as a whole number. The API cannot list or remove votes.',
		},
		voter,
	],
	touches: () => [voter],
	output: { kind: vote },
	async execute(feedback, input) {
		return await cast(feedback, input.id(postId), input.body());
	},
};

/** Casts a vote of a user for a post. Without a user, the service decides whose vote it is. */
export async function cast(
	feedback: FeedbackClient,
	feedback_id: unknown,
	body: DataRecord,
): Promise<DataRecord> {
	const isOfUser = body.user_id !== undefined;
	return await feedback.post(path`/v1/post/${feedback_id}/vote`, vote, {
		body,
		defaults: body,
		ids: { feedback_id, ...(isOfUser && { user_id: body.user_id }) },
		// Without a user a retry is unsafe: the service might count it as the vote of someone else.
		repeatable: isOfUser,
	});
}
