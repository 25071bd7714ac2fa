import type { Field } from '../../shared/node/field';
import { createdBetween, filters, searchField } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { changelogUpdateList, statusOf } from '../../shared/service/changelog-updates';
import { type } from './fields';

const status: Field = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Draft', value: 'draft' },
		{ name: 'Published', value: 'published' },
		{ name: 'Scheduled', value: 'scheduled' },
	],
	default: 'published',
	description: 'Only changelog updates with this status',
};

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many changelog updates',
		description: 'List changelog updates, newest first',
	},
	list: changelogUpdateList,
	// A workflow may delete the drafts it lists, so an update with another status is left out even if the service sends it.
	takes(input) {
		const wanted = input.get(status);
		if (wanted === undefined) return undefined;
		return (update) => [undefined, wanted].includes(statusOf(update));
	},
	fields: [
		filters([
			...createdBetween('changelog updates'),
			searchField('Only changelog updates that contain these words', 'e.g. invoice'),
			status,
			type('Only changelog updates of this type'),
		]),
	],
});
