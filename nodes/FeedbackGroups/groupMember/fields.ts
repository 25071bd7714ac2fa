import { endUserLocator } from '../../shared/node/fields';

/** Fields that more than one operation on group members shows. */

export const member = endUserLocator({
	displayName: 'User',
	name: 'user_id',
	required: true,
	description: 'The end-user who is or becomes a member, by ID (user_id)',
});
