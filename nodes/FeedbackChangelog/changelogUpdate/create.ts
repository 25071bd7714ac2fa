import { path } from '../../shared/client/path';
import { additionalFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { changelogUpdate } from '../../shared/service/changelog-updates';
import { description, title, type } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create changelog update',
		description: 'Create a changelog update. The service may publish it immediately.',
	},
	notice:
		'The service may publish the update at once, for everyone to read. Only Update can make it a draft afterwards.',
	fields: [
		{ ...title, required: true },
		additionalFields([
			description,
			type('The type of the changelog update. Use a type that your workspace uses.'),
		]),
	],
	output: { kind: changelogUpdate, isWhole: true },
	async execute(feedback, input) {
		return await feedback.post(path`/v1/update`, changelogUpdate, { body: input.body() });
	},
};
