import { groupLocator } from '../../shared/node/fields';

/** Fields that more than one operation on a group, or on its members, shows. */

export const groupId = groupLocator({
	displayName: 'Group',
	name: 'groupId',
	required: true,
	description: 'The group to work on. Its ID is its group_id.',
	hint: 'By ID takes the group_id that the service gave the group, not the ID of your own (data_id)',
});
