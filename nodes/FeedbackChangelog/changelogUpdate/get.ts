import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { changelogUpdate } from '../../shared/service/changelog-updates';
import { updateId } from './fields';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get changelog update',
		description: 'Retrieve a changelog update',
	},
	path: [updateId],
	fields: [ifNotFound],
	output: { kind: changelogUpdate, isWhole: true },
	async execute(feedback, input) {
		return await feedback.get(path`/v1/update/${input.id(updateId)}`, changelogUpdate);
	},
};
