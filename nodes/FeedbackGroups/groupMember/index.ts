import type { Resource } from '../../shared/node/operation';
import { add } from './add';
import { remove } from './remove';

export const groupMemberResource: Resource = {
	name: 'Group Member',
	value: 'groupMember',
	description: 'An end-user who belongs to a group',
	operations: [add, remove],
};
