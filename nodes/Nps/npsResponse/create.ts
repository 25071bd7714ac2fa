import { path } from '../../shared/client/path';
import { additionalFields } from '../../shared/node/fields';
import { onBehalfOf } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { npsResponse } from '../../shared/service/nps-responses';
import { numeric, textual } from '../../shared/service/values';

const respondent = onBehalfOf(
	'user_id',
	'The end-user who gives the score, by ID (user_id), email address or your own ID (data_id). If empty, the service decides whose response it is.',
);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create NPS response',
		description: 'Record the score that an end-user gives',
	},
	fields: [
		{
			displayName: 'Score',
			name: 'vote',
			type: 'number',
			required: true,
			default: '',
			placeholder: 'e.g. 9',
			hint: 'Required. Usually from 1 (not at all likely) to 10 (very likely)',
			description: 'The score, as a whole number',
		},
		respondent,
		additionalFields([
			{
				displayName: 'Always Record New Response',
				name: 'force',
				isDecisive: true,
				type: 'boolean',
				default: false,
				description:
					'Whether to add a response even if the end-user gave one recently. Otherwise the service may replace the recent one.',
			},
			{
				displayName: 'Comment',
				name: 'comment',
				type: 'string',
				typeOptions: { rows: 4 },
				default: '',
				placeholder: 'e.g. The export saves us a day every month',
				description: 'The reason that the end-user gives for the score',
			},
			{
				displayName: 'Metadata',
				name: 'meta',
				type: 'json',
				default: '{}',
				hint: 'For example {"referrer": "https://app.example.com/invoices"}',
				description:
					'Your own data about the response, as a JSON object. The service uses referrer as the URL of the page.',
			},
		]),
	],
	touches: () => [respondent],
	output: { kind: npsResponse, gives: { promoter_id: numeric, action: textual } },
	async execute(feedback, input) {
		return await feedback.post(path`/v1/promoter`, npsResponse, { body: input.body() });
	},
};
