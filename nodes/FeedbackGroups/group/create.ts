import { path } from '../../shared/client/path';
import { additionalFields, keyValuePairs } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { group, groupDraft } from '../../shared/service/groups';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create group',
		description: 'Create a company, account or team that end-users can belong to',
	},
	fields: [
		{
			displayName: 'ID',
			name: 'id',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. acme-corp',
			description:
				'Your own identifier of the group, such as its ID in your CRM. No two groups of a workspace can have the same.',
			hint: 'The service adds an ID of its own, the group_id, which all other operations ask for',
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
	output: { kind: group, whole: true },
	async execute(feedback, input) {
		const body = input.read(groupDraft);
		// Of two items with one ID the first makes the group, and the second is told that it is taken.
		const changes = `group ${body.id}`;
		return await feedback.post({ path: path`/v2/groups`, body, changes }, group);
	},
};
