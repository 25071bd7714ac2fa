import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { group } from '../../shared/service/groups';
import { groupId } from './fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get group',
		description: 'Retrieve a group. The service does not document this operation.',
	},
	isUndocumented: true,
	path: [groupId],
	fields: [ifNotFound],
	output: { kind: group, isWhole: true },
	async execute(feedback, input) {
		return await feedback.get(path`/v2/groups/${input.id(groupId)}`, group);
	},
};
