import { endUserLocator } from '../../shared/node/fields';

/** Fields that more than one operation on an end-user shows. */

export const userId = endUserLocator({
	displayName: 'User',
	name: 'userId',
	required: true,
	description: 'The end-user to work on. Their ID is their user_id.',
});
