import { momentOf } from '../../shared/client/period';
import { pagesOf } from '../../shared/client/walk';
import { latestPeriods } from '../../shared/node/dates';
import { own } from '../../shared/node/field';
import type { Operation } from '../../shared/node/operation';
import { integerFrom } from '../../shared/node/sent';
import { npsResponse, npsResponseList } from '../../shared/service/nps-responses';
import { numeric, numericOrNull, textual } from '../../shared/service/values';
import { datesAround } from './getAll';
import { Sum } from './sum';

const unitOfPeriods = own({
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Month', value: 'month' },
		{ name: 'Quarter', value: 'quarter' },
		{ name: 'Week', value: 'week' },
	],
	default: 'month',
	description: 'The length of a period. Weeks start on Monday.',
});

const numberOfPeriods = own({
	displayName: 'Number of Periods',
	name: 'periods',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 1,
	description: 'How many periods to return, newest first. The first is the current one.',
	sent: integerFrom(1, 100),
});

export const summarize: Operation = {
	option: {
		name: 'Summarize',
		value: 'summarize',
		action: 'Summarize NPS responses',
		description: 'Get the NPS by week, month or quarter, and how it changed',
	},
	fields: [unitOfPeriods, numberOfPeriods],
	output: {
		kind: npsResponse,
		gives: {
			period: textual,
			from: textual,
			score: numericOrNull,
			previous_score: numericOrNull,
			change: numericOrNull,
			count: numeric,
			promoters: numeric,
			passives: numeric,
			detractors: numeric,
		},
	},
	async execute(feedback, input) {
		const unit = input.get(unitOfPeriods) ?? 'month';
		const wanted = input.get(numberOfPeriods) ?? 1;
		// One period more, because the last one is compared with the one before it.
		const periods = latestPeriods(unit, wanted + 1, input.timezone);
		const sums = periods.map((period) => new Sum(period));
		const query = datesAround({ from: periods[wanted].since });
		for await (const responses of pagesOf(feedback, { list: npsResponseList, query })) {
			for (const response of responses) {
				const at = momentOf(response.created);
				// The periods are sorted newest first, so the first that has begun by then is the right one.
				sums.find(({ begin }) => at >= begin)?.add(response);
			}
		}
		return sums.slice(0, wanted).map((sum, at) => sum.against(sums[at + 1]));
	},
};
