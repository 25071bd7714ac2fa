import { path } from '../../shared/client/path';
import { updateFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { endUser } from '../../shared/service/end-users';
import { userId } from './fields';

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
					'Your own data about the end-user, as a JSON object. It may replace all existing data.',
			},
			{
				displayName: 'Email',
				name: 'data_mail',
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
			{
				displayName: 'Own ID',
				name: 'data_id',
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
	output: { kind: endUser, whole: true },
	async execute(feedback, input) {
		const userid = input.id('userId');
		return await feedback.put(path`/v1/user/${userid}`, endUser, { body: input.changes() });
	},
};
