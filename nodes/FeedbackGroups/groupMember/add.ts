import { path } from '../../shared/client/path';
import type { Operation } from '../../shared/node/operation';
import { groupMember, groupMembership } from '../../shared/service/groups';
import { groupId, member } from './fields';

export const add: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add a member to a group',
		description: 'Make an end-user a member of a group. Someone who is a member already stays one.',
	},
	fields: [groupId, member],
	output: { kind: groupMember, whole: false },
	async execute(feedback, input) {
		const group_id = input.id('groupId');
		const body = input.read(groupMembership);
		return await feedback.post(
			{ path: path`/v2/groups/${group_id}/members`, body, repeatable: true },
			groupMember,
			{ group_id, ...body },
		);
	},
};
