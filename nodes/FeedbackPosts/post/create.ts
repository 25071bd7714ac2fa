import { path } from '../../shared/client/path';
import { additionalFields, onBehalfOf } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { post, postDraft } from '../../shared/service/posts';
import { numeric, text } from '../../shared/service/values';
import { description, status, type } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create post',
		description: 'Create a feedback post',
	},
	fields: [
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Export invoices as CSV',
			description: 'What the feedback is about, in one line of plain text',
		},
		type('The category of the post, by the key it has in your workspace', true),
		additionalFields([
			{
				displayName: 'Created',
				name: 'created',
				type: 'dateTime',
				default: '',
				description:
					'When the feedback was given: now or in the past. As ISO 8601 or in epoch milliseconds; a time without a zone is one of the workflow. Sent as UTC, but YYYY-MM-DD HH:MM:SS as it stands.',
			},
			description,
			status(
				'status',
				'The status to start with, by its key in your workspace. Without it, the post is open.',
			),
			onBehalfOf('user', 'The end-user on whose behalf the post is created, by ID (user_id)'),
		]),
	],
	output: { kind: post, whole: false, gives: { feedback_id: numeric, message: text } },
	async execute(feedback, input) {
		return await feedback.post({ path: path`/v1/post`, body: input.read(postDraft) }, post);
	},
};
