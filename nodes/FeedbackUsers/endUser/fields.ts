import { locator } from '../../shared/node/fields';

/** Fields that more than one operation on an end-user shows. */

export const userId = locator(
	{
		displayName: 'User',
		name: 'userId',
		required: true,
		description: 'The end-user to work on. Their ID is their user_id.',
		hint: 'By ID takes the ID that the service gave the user, not your own (data_id)',
	},
	'searchEndUsers',
	'e.g. 2381',
);
