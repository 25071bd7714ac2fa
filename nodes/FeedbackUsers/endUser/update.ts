import { path } from '../../shared/client/path';
import { own } from '../../shared/node/field';
import { updateFields } from '../../shared/node/fields';
import { refusedField } from '../../shared/node/invalid-input';
import type { Operation } from '../../shared/node/operation';
import { jsonObject, mailAddress, ownId, type Unsendable } from '../../shared/node/sent';
import { endUser } from '../../shared/service/end-users';
import { type DataRecord, isDataRecord } from '../../shared/service/records';
import { userId } from './fields';

const mergeCustomData = own({
	displayName: 'Merge Custom Data',
	name: 'mergeCustomData',
	isDecisive: true,
	type: 'boolean',
	default: false,
	description:
		'Whether to keep existing custom data under keys that Custom Data does not have. Two executions at once may overwrite each other.',
});

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update end-user',
		description: 'Change the name, email address or custom data of an end-user',
	},
	path: [userId],
	fields: updateFields(
		[
			{
				displayName: 'Custom Data',
				name: 'data',
				type: 'json',
				default: '{}',
				hint: 'For example {"plan": "pro", "seats": 12}',
				description:
					'Your own data about the end-user, as a JSON object. It may replace all existing data, unless you turn on Merge Custom Data.',
			},
			{
				displayName: 'Email',
				name: 'data_mail',
				sent: mailAddress,
				type: 'string',
				default: '',
				placeholder: 'name@email.com',
				description: 'The email address of the end-user',
			},
			{
				displayName: 'Full Name',
				name: 'data_full_name',
				type: 'string',
				default: '',
				placeholder: 'e.g. Ada Lovelace',
				description: 'The full name of the end-user',
			},
			{
				displayName: 'Image URL',
				name: 'data_img',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/images/ada.png',
				description: 'The URL of a picture of the end-user',
			},
			mergeCustomData,
			{
				displayName: 'Own ID',
				name: 'data_id',
				sent: ownId,
				type: 'string',
				default: '',
				placeholder: 'e.g. customer-815',
				description: 'The ID of the end-user in your own system',
			},
			{
				displayName: 'Username',
				name: 'data_name',
				type: 'string',
				default: '',
				placeholder: 'e.g. ada_lovelace',
				hint: 'Lowercase letters, digits and underscores',
				description: 'The username of the end-user',
			},
		],
		['data', 'data_full_name', 'data_id', 'data_img', 'data_mail', 'data_name'],
	),
	renames: (input) => input.body(),
	output: { kind: endUser, isWhole: true },
	async execute(feedback, input) {
		const target = path`/v1/user/${input.id(userId)}`;
		const body = input.changes();
		// An AI agent that leaves the switch empty wants to erase nothing.
		const isMerged = input.get(mergeCustomData) ?? input.isInToolUpdate(mergeCustomData);
		if (isMerged && isFilled(body.data)) {
			const stored = await feedback.get(target, endUser, { areNumbersKept: true });
			body.data = merged(dataOf(stored), body.data as DataRecord);
		}
		return await feedback.put(target, endUser, { body });
	},
};

/** The custom data of an end-user. A record that shows other fields, and no data, has none. */
function dataOf({ data, ...others }: DataRecord): unknown {
	const isWhole = Object.keys(others).some((name) => name !== endUser.id && name in endUser.fields);
	return data === undefined && isWhole ? null : data;
}

/** @throws InvalidInput if the service does not show the stored data, or cannot get back a part of it that a merge keeps */
function merged(stored: unknown, data: DataRecord): unknown {
	const isEmpty = stored === null || stored === '' || (Array.isArray(stored) && !stored.length);
	if (!isEmpty && !isDataRecord(stored)) {
		return refuse('because the service does not show the stored data');
	}
	try {
		return jsonObject({ ...(stored || {}), ...data });
	} catch (error) {
		const { key, message } = error as Unsendable;
		return refuse(`because a value in the stored data${key ? `, '${key}',` : ''} ${message}`);
	}
}

function refuse(reason: string): never {
	const advice = 'Turn it off to replace the custom data.';
	throw refusedField(mergeCustomData, `cannot be used, ${reason}`, advice);
}

/** Custom data that Clear Fields empties is not merged. */
const isFilled = (data: unknown) => isDataRecord(data) && Object.keys(data).length > 0;
