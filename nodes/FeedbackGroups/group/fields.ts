import { groupLocator } from '../../shared/node/fields';

/** Fields that more than one operation on a group, or on its members, shows. */

export const groupId = groupLocator({
	displayName: 'Group',
	name: 'groupId',
	required: true,
	description: 'The group to work on. Its ID is its group_id.',
	hint: 'By ID takes what the service gave the group, Own ID what you gave it (data_id)',
});
