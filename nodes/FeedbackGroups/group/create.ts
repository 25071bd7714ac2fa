import type { FeedbackClient } from '../../shared/client/client';
import { isFailureOf, isNotOffered } from '../../shared/client/failures';
import { path } from '../../shared/client/path';
import { additionalFields, keyValuePairs } from '../../shared/node/fields';
import { alsoIn, findTaken } from '../../shared/node/lookups';
import type { Operation } from '../../shared/node/operation';
import { createdGroup, group, groupDraft, groupList } from '../../shared/service/groups';
import type { DataRecord } from '../../shared/service/records';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create group',
		description: 'Create a company, account or team that end-users can belong to',
	},
	fields: [
		{
			displayName: 'Own ID',
			name: 'id',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. acme-corp',
			description:
				'Your own identifier of the group, such as its ID in your CRM. No two groups of a workspace can have the same.',
			hint: 'The service adds an ID of its own, the group_id; the other operations find the group by either',
		},
		{
			displayName: 'If the ID Is Taken',
			name: 'ifTaken',
			type: 'options',
			options: [
				{
					name: 'Fail',
					value: 'fail',
					description: 'Stop with an error, as the service does',
				},
				{
					name: 'Return the Existing One',
					value: 'returnExisting',
					description:
						'Give the group that has the ID, unchanged, so that a job which broke off can be run again',
				},
			],
			default: 'fail',
			description:
				'What to do when a group has this ID already. The existing one is looked up in the list of groups; a service that does not offer the list leaves only its ID in the output.',
		},
		additionalFields([
			keyValuePairs({
				displayName: 'Meta',
				name: 'meta',
				description:
					'Texts of your own, each under a key. At most 20, with keys and texts of up to 255 characters.',
			}),
			{
				displayName: 'MRR',
				name: 'mrr',
				type: 'number',
				default: '',
				placeholder: 'e.g. 1200',
				description: 'Monthly recurring revenue, in whole units of your currency',
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Acme Corporation',
				description: 'What the group is called. Without it, the ID is shown.',
			},
			{
				displayName: 'Type',
				name: 'type',
				type: 'string',
				default: '',
				placeholder: 'e.g. company',
				description: 'What kind of group it is, in your own words. Without it, it is a company.',
				hint: 'Written in lower case with hyphens by the service. A workspace has at most 10 types: beyond that, a new one becomes company.',
			},
			{
				displayName: 'Weight',
				name: 'weight',
				type: 'number',
				default: 1,
				description: 'How much the feedback of the group counts, from 0 to 10',
				hint: 'The service takes a number below 0 as 0 and one above 10 as 10',
			},
		]),
	],
	output: { kind: createdGroup, whole: true },
	async execute(feedback, input) {
		const body = input.read(groupDraft);
		const isKept = input.choice('ifTaken') === 'returnExisting';
		// Of two items with one ID the first makes the group, and the second is told that it is taken.
		const call = {
			path: path`/v2/groups`,
			body,
			changes: `group ${body.id}`,
			repeatable: isKept, // Should the first try have made it, the second one finds it.
		};
		return await feedback.post(call, group).then(
			(made) => {
				alsoIn(feedback, groupList, made);
				return { ...made, existed: false };
			},
			async (error: unknown) => {
				if (!isKept || !isFailureOf(error, 'taken')) throw error;
				return { ...(await existing(feedback, body.id)), existed: true };
			},
		);
	},
};

/** The group that has this ID; where the service offers no list to find it in, what is known of it. */
async function existing(feedback: FeedbackClient, data_id: string): Promise<DataRecord> {
	const found = await findTaken(feedback, groupList, 'data_id', data_id).catch((error: unknown) => {
		if (isNotOffered(error)) return undefined;
		throw error;
	});
	return found ?? { data_id };
}
