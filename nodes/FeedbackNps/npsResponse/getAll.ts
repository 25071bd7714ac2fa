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
				description:
					'Only NPS responses created on this day, in UTC, or before it. The service does not document this filter, so what it returns is looked through once more.',
			},
			{
				displayName: 'Date Start',
				name: 'date_start',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description:
					'Only NPS responses created on this day, in UTC, or after it. The service does not document this filter, so what it returns is looked through once more.',
			},
		]),
	],
	period: ({ date_start, date_end }) => ({
		by: 'created',
		from: date_start && `${date_start} 00:00:00`,
		until: date_end && `${date_end} 23:59:59`,
	}),
});
