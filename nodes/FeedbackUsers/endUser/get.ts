import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { endUser } from '../../shared/service/end-users';
import { userId } from './fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get end-user',
		description: 'Retrieve an end-user',
	},
	path: [userId],
	fields: [ifNotFound],
	output: { kind: endUser, isWhole: true },
	async execute(feedback, input) {
		return await feedback.get(path`/v1/user/${input.id(userId)}`, endUser);
	},
};
