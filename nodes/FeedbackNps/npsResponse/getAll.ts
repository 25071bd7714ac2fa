import { getMany } from '../../shared/node/get-many';
import { npsResponseList } from '../../shared/service/nps-responses';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many NPS responses',
		description: 'List NPS responses. The service does not document their order.',
	},
	list: npsResponseList,
});
