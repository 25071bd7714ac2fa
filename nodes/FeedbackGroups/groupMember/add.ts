import { path } from '../../shared/client/path';
import type { Operation } from '../../shared/node/operation';
import { groupMember } from '../../shared/service/groups';
import { groupId } from '../group/fields';
import { member } from './fields';

export const add: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add member to group',
		description: 'Add an end-user to a group. Adding a member again changes nothing.',
	},
	path: [groupId],
	fields: [member],
	touches: () => [member],
	output: { kind: groupMember },
	async execute(feedback, input) {
		const group_id = input.id(groupId);
		const body = input.body();
		return await feedback.post(path`/v2/groups/${group_id}/members`, groupMember, {
			body,
			ids: { group_id, ...body },
			repeatable: true, // "Succeeds without duplicating"
		});
	},
};
