import { path } from '../../shared/client/path';
import { type Field, own } from '../../shared/node/field';
import { additionalFields, IN_ZONE, KEYS_IN_USE } from '../../shared/node/fields';
import type { Input } from '../../shared/node/input';
import { onBehalfOf } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { pastTimestamp } from '../../shared/node/sent';
import { post } from '../../shared/service/posts';
import { trueOrFalse, numeric, textual } from '../../shared/service/values';
import { cast } from '../vote/upsert';
import { description, status, title as titleField, type } from './fields';
import { oncePerTitle } from './same-title';

const ifTitleExists = own({
	displayName: 'If the Title Exists',
	name: 'ifTitleExists',
	type: 'options',
	options: [
		{
			name: 'Create Another',
			value: 'createAnother',
			description: 'Create the post without looking for others',
		},
		{
			name: 'Return the Existing Post',
			value: 'returnExisting',
			description: 'Return the post with this title unchanged',
		},
		{
			name: 'Vote for It',
			value: 'vote',
			description: 'Vote for the post with this title on behalf of End-User',
		},
	],
	default: 'createAnother',
	description:
		'What to do when a post with this title exists. Two workers of n8n at once can still create two.',
});

const title: Field = { ...titleField, required: true };

/** Whether posts with the title are looked for. */
const isLookedFor = (input: Input) =>
	['returnExisting', 'vote'].includes(input.get(ifTitleExists) ?? '');

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create post',
		description: 'Create a feedback post',
	},
	fields: [
		title,
		{
			...type('The type of the post. Use a type that your workspace uses.', true),
			hint: KEYS_IN_USE,
		},
		ifTitleExists,
		additionalFields([
			{
				displayName: 'Created',
				name: 'created',
				sent: pastTimestamp,
				type: 'dateTime',
				default: '',
				description: `When the feedback was given: now or in the past. ${IN_ZONE}.`,
			},
			description,
			onBehalfOf(
				'user',
				'The end-user who creates the post, by ID (user_id), email address or your own ID (data_id)',
			),
			{
				...status(
					'status',
					'The status of the new post. Use a status that your workspace uses, or leave it empty for open.',
				),
				hint: KEYS_IN_USE,
			},
		]),
	],
	output: {
		kind: post,
		gives: {
			feedback_id: numeric,
			message: textual,
			title: textual,
			type: textual,
			status: textual,
			existed: trueOrFalse,
		},
	},
	touches: (input) => (isLookedFor(input) ? [title] : []),
	async execute(feedback, input) {
		const body = input.body();
		const { type, status = 'open', user } = body;
		// The service returns only the ID. Adds the sent fields, so that the next step does not have to get the post.
		const sent = { title: body.title, type, status };
		const make = async () => {
			const made = await feedback.post(path`/v1/post`, post, { body });
			return { feedback_id: made.feedback_id, ...sent, ...made, existed: false };
		};
		if (!isLookedFor(input)) return await make();
		const { post: found, existed } = await oncePerTitle(
			feedback,
			input.toFind(title, 'title'),
			make,
		);
		if (!existed) return found;
		if (input.get(ifTitleExists) === 'vote') {
			await cast(feedback, found.feedback_id, {
				vote: 1,
				...(user !== undefined && { user_id: user }),
			});
		}
		return {
			feedback_id: found.feedback_id,
			title: found.title,
			type: found.type,
			status: found.status,
			existed,
		};
	},
};
