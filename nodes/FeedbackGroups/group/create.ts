import { isFailureOf } from '../../shared/client/service-failure';
import { path } from '../../shared/client/path';
import { type Field, own } from '../../shared/node/field';
import { additionalFields } from '../../shared/node/fields';
import { finderOf } from '../../shared/client/finder';
import type { Operation } from '../../shared/node/operation';
import { amount, namingText, ownId, textMap, textOfLength } from '../../shared/node/sent';
import { createdGroup, group, groupList } from '../../shared/service/groups';
import { existingGroup } from './existing';

const ifGroupExists = own({
	displayName: 'If the Group Exists',
	name: 'ifGroupExists',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Stop the step with a message',
		},
		{
			name: 'Return the Existing Group',
			value: 'returnExisting',
			description:
				'Return the group with this ID unchanged, so that the workflow can run again. The other fields are not saved.',
		},
	],
	default: 'fail',
	description:
		'What to do when a group with this ID exists. Returns only the ID if the service offers no list of groups.',
});

const identifier: Field = {
	displayName: 'Own ID',
	name: 'id',
	sent: (given) => textOfLength(1, 255)(ownId(given)),
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. acme-corp',
	description: 'Your own unique ID for the group, such as its ID in your CRM',
	hint: 'The service adds its own group_id. You can use either ID later.',
};

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create group',
		description: 'Create a company, account or team that end-users can belong to',
	},
	fields: [
		identifier,
		ifGroupExists,
		additionalFields([
			{
				displayName: 'Metadata',
				name: 'meta',
				sent: textMap(20, 255),
				type: 'json',
				default: '{}',
				hint: 'For example {"plan": "pro", "region": "EMEA"}',
				description: 'Your own data about the group, as a JSON object of texts',
			},
			{
				displayName: 'MRR',
				name: 'mrr',
				sent: amount,
				type: 'number',
				default: '',
				placeholder: 'e.g. 1200',
				description: 'Monthly recurring revenue in your currency, rounded to a whole number',
			},
			{
				displayName: 'Name',
				name: 'name',
				sent: (given) => textOfLength(0, 255)(namingText(given)),
				type: 'string',
				default: '',
				placeholder: 'e.g. Acme Corporation',
				description: 'The name of the group. Defaults to the ID.',
			},
			{
				displayName: 'Type',
				name: 'type',
				sent: textOfLength(0, 64),
				type: 'string',
				default: '',
				placeholder: 'e.g. company',
				description: 'The kind of group, in your own words. Defaults to company.',
				hint: 'The service saves it in lower case with hyphens. After ten types, it saves new ones as company.',
			},
			{
				displayName: 'Weight',
				name: 'weight',
				type: 'number',
				default: 1,
				description: 'How much the feedback of the group counts, from 0 to 10',
				hint: 'The service changes lower numbers to 0 and higher ones to 10',
			},
		]),
	],
	output: { kind: createdGroup, isWhole: true },
	touches: () => [identifier],
	async execute(feedback, input) {
		const body = input.body();
		const id = String(body.id);
		const isKept = input.get(ifGroupExists) === 'returnExisting';
		const finder = finderOf(feedback, groupList);
		const make = async () => {
			const known = isKept && (await finder.known('data_id', id));
			if (known) return { ...known, existed: true };
			const making = feedback.post(path`/v2/groups`, group, {
				body,
				repeatable: isKept, // If the first try created the group, the second one finds it.
			});
			return await making.then(
				(made) => {
					finder.makeHere(made, 'data_id', id);
					return { ...made, existed: false };
				},
				async (error: unknown) => {
					if (!isKept || !isFailureOf(error, 'identifierTaken')) throw error;
					// After a lost answer, the group is most likely the one that this item has created.
					return { ...(await existingGroup(feedback, id)), existed: !error.earlierInDoubt };
				},
			);
		};
		// If the first group exists, the whole list is read, and those in it take no request.
		return await (isKept ? finder.afterFirst(make) : make());
	},
};
