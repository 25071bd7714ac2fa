import { endUserLocator } from '../../shared/node/locator';

/** Fields that more than one operation on group members shows. */

export const member = endUserLocator({
	displayName: 'End-User',
	name: 'user_id',
	required: true,
	description: 'The end-user, by ID (user_id), email address or your own ID',
});
