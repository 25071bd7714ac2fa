import { locator } from '../../shared/node/locator';

/** Fields that more than one operation on a group, or on its members, shows. */

export const groupId = locator(
	{
		displayName: 'Group',
		name: 'groupId',
		required: true,
		description: 'The group, by ID (group_id) or your own ID',
		hint: 'By ID uses the group_id of the service. Own ID uses the ID you set.',
	},
	'searchGroups',
);
