import { changedBetween, filters } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { groupList } from '../../shared/service/groups';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many groups',
		description: 'List groups. The service does not document this operation.',
	},
	isUndocumented: true,
	list: groupList,
	fields: [filters(changedBetween('groups'))],
});
