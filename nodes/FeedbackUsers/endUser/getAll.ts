import {
	changedBetween,
	createdBetween,
	filters,
	searchField,
	sorting,
} from '../../shared/node/fields';
import { segment } from '../../shared/node/locator';
import { getMany } from '../../shared/node/get-many';
import { endUserList } from '../../shared/service/end-users';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many end-users',
		description:
			'List end-users. The service does not document this list, so filters may have no effect.',
	},
	isUndocumented: true,
	list: endUserList,
	fields: [
		filters([
			...changedBetween('end-users'),
			...createdBetween('end-users'),
			searchField('Only end-users that match these words', 'e.g. ada@example.com'),
			segment('Only end-users in this segment, by its ID'),
		]),
		sorting([
			{
				displayName: 'Sort By',
				name: 'sort',
				type: 'options',
				options: [
					{ name: 'Created', value: 'created', description: 'When the end-user was created' },
					{ name: 'Updated', value: 'updated', description: 'When the end-user was last changed' },
				],
				default: 'created',
				description: 'The date to sort by',
			},
			{
				displayName: 'Sort Direction',
				name: 'sort_dir',
				type: 'options',
				options: [
					{
						name: 'Newest First',
						value: 'DESC',
						description: 'From the latest date to the earliest',
					},
					{
						name: 'Oldest First',
						value: 'ASC',
						description: 'From the earliest date to the latest',
					},
				],
				default: 'DESC',
				description: 'The direction to sort in',
			},
		]),
	],
});
