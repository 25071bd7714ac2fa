import { path } from '../../shared/client/path';
import { ifNotFound } from '../../shared/node/fields';
import { deleted, type Operation } from '../../shared/node/operation';
import { changelogUpdate } from '../../shared/service/changelog-updates';
import { updateId } from './fields';

export const del: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete update permanently',
		description: 'Permanently delete a changelog update',
	},
	notice: 'This deletes the changelog update permanently. You cannot undo it.',
	path: [
		{
			...updateId,
			description: 'The changelog update to delete permanently, by ID (changelog_id)',
		},
	],
	fields: [ifNotFound],
	output: deleted(changelogUpdate),
	async execute(feedback, input) {
		return await feedback.delete(path`/v1/update/${input.id(updateId)}`, changelogUpdate);
	},
};
