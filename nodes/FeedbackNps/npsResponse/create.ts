import { path } from '../../shared/client/path';
import { additionalFields, onBehalfOf } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { npsResponse, npsResponseDraft } from '../../shared/service/nps-responses';
import { numeric, text } from '../../shared/service/values';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create NPS response',
		description: 'Record the score that an end-user gives',
	},
	fields: [
		{
			displayName: 'Vote',
			name: 'vote',
			type: 'number',
			required: true,
			default: '',
			placeholder: 'e.g. 9',
			hint: 'Required. Usually from 1 (not at all likely) to 10 (very likely)',
			description: 'The score, as a whole number. The service does not document its range.',
		},
		onBehalfOf(
			'user_id',
			'The end-user who responds, by ID (user_id), email address or an ID of your own (data_id). Left empty, the service decides whose response it is.',
		),
		additionalFields([
			{
				displayName: 'Comment',
				name: 'comment',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. The export saves us a day every month',
				description: 'What the user says about the score',
			},
			{
				displayName: 'Force',
				name: 'force',
				type: 'boolean',
				default: false,
				description:
					'Whether to record a new response even if the user has given one in the last days, which it may replace otherwise',
			},
			{
				displayName: 'Metadata',
				name: 'meta',
				type: 'json',
				default: '{}',
				hint: 'Such as {"referrer": "https://app.example.com/invoices"}',
				description:
					'Data of your own about the response, as a JSON object. The service uses "referrer", the address of the page where it was given.',
			},
		]),
	],
	output: { kind: npsResponse, whole: false, gives: { promoter_id: numeric, action: text } },
	async execute(feedback, input) {
		const body = input.read(npsResponseDraft);
		return await feedback.post(
			{
				path: path`/v1/promoter`,
				body,
				// A later response may replace an earlier one of the same user.
				changes: body.user_id === undefined ? undefined : `user ${body.user_id}`,
			},
			npsResponse,
		);
	},
};
