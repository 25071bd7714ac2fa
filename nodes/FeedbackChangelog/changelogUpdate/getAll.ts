import { created, filters } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { changelogUpdateList } from '../../shared/service/changelog-updates';
import { type } from './fields';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many changelog updates',
		description: 'List changelog updates, newest first',
	},
	list: changelogUpdateList,
	fields: [
		filters([
			...created('changelog updates'),
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. invoice',
				description: 'Only changelog updates that contain these words',
			},
			{
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
			},
			type('Only changelog updates of this type'),
		]),
	],
});
