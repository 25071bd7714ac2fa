import { path } from '../../shared/client/path';
import { additionalFields, IN_ZONE, onBehalfOf } from '../../shared/node/fields';
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
		description,
		additionalFields([
			{
				displayName: 'Created',
				name: 'created',
				type: 'dateTime',
				default: '',
				description: `When the feedback was given: now or in the past. ${IN_ZONE}.`,
			},
			status(
				'status',
				'The status to start with, by its key in your workspace. Without it, the post is open.',
			),
			onBehalfOf(
				'user',
				'The end-user on whose behalf the post is created, by ID (user_id), email address or an ID of your own (data_id)',
			),
		]),
	],
	output: {
		kind: post,
		whole: false,
		gives: { feedback_id: numeric, message: text, title: text, type: text, status: text },
	},
	async execute(feedback, input) {
		const body = input.read(postDraft);
		const { title, type, status } = body;
		// The service answers with the ID alone; the next step should not have to ask for what was just sent.
		const sent = { title, type, ...(status !== undefined && { status }) };
		const made = await feedback.post({ path: path`/v1/post`, body }, post);
		return { feedback_id: made.feedback_id, ...sent, ...made };
	},
};
