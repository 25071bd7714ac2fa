import type { INodeProperties } from 'n8n-workflow';
import { locator } from '../../shared/node/fields';

/** Fields that more than one operation on group members shows. */

export const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 60001',
	description: 'The ID that the service gave the group',
	hint: 'The group_id in the output of Create Group, which is not the ID of your own that you gave it',
};

export const member = locator(
	{
		displayName: 'User',
		name: 'user_id',
		required: true,
		description: 'The end-user, by the ID that the service gave them',
	},
	'searchEndUsers',
	'e.g. 2381',
);
