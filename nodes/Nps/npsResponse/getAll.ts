import { created, filters } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { npsResponseFilters, npsResponseList } from '../../shared/service/nps-responses';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many NPS responses',
		description: 'List NPS responses',
	},
	list: npsResponseList,
	query: npsResponseFilters,
	fields: [
		filters([
			created('NPS responses')[0],
			{
				displayName: 'Date End',
				name: 'date_end',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'Only NPS responses created until this day (inclusive, in UTC)',
			},
			{
				displayName: 'Date Start',
				name: 'date_start',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'Only NPS responses created since this day (inclusive, in UTC)',
			},
		]),
	],
	period: ({ date_start, date_end }) => ({
		by: 'created',
		from: date_start && `${date_start} 00:00:00`,
		until: date_end && `${date_end} 23:59:59`,
	}),
});
