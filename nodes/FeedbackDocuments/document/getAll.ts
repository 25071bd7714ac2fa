import { changedBetween, filters, searchField } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { documentList } from '../../shared/service/documents';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many documents',
		description: 'List documents without their content',
	},
	list: documentList,
	fields: [
		filters([
			...changedBetween('documents'),
			searchField('Only documents that contain these words', 'e.g. billing'),
		]),
	],
});
