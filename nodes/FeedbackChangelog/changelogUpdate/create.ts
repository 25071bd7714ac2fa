import { path } from '../../shared/client/path';
import { additionalFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { changelogUpdate, changelogUpdateDraft } from '../../shared/service/changelog-updates';
import { description, title, type } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create changelog update',
		description:
			'Write a new changelog update. The service does not document whether it is published at once; use Update to make it a draft or to schedule it.',
	},
	fields: [
		{ ...title, required: true },
		additionalFields([
			description,
			type('The category of the changelog update, by the key it has in your workspace'),
		]),
	],
	output: { kind: changelogUpdate, whole: true },
	async execute(feedback, input) {
		const call = { path: path`/v1/update`, body: input.read(changelogUpdateDraft) };
		return await feedback.post(call, changelogUpdate);
	},
};
