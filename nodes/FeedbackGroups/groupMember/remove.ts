import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { deleted, type Operation } from '../../shared/node/operation';
import { groupMember } from '../../shared/service/groups';
import { groupId } from '../group/fields';
import { member } from './fields';

export const remove: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove member from group',
		description: 'Remove an end-user from a group. The end-user is not deleted.',
	},
	path: [groupId, member],
	fields: [ifNotFound],
	output: deleted(groupMember, 'group_id'),
	async execute(feedback, input) {
		const group_id = input.id(groupId);
		const target = path`/v2/groups/${group_id}/members/${input.id(member)}`;
		return await feedback.delete(target, groupMember, { ids: { group_id } });
	},
};
