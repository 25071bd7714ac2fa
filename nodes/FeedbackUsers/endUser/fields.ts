import { endUserLocator } from '../../shared/node/locator';

/** Fields that more than one operation on an end-user shows. */

export const userId = endUserLocator({
	displayName: 'End-User',
	name: 'userId',
	required: true,
	description: 'The end-user, by ID (user_id), email address or your own ID',
});
