import type { Period } from '../../shared/client/period';
import { changedBetween, createdBetween, filters } from '../../shared/node/fields';
import { ofAuthor, writtenBy } from '../../shared/node/author';
import { getMany } from '../../shared/node/get-many';
import { npsResponseList } from '../../shared/service/nps-responses';
import { utcMs } from '../../shared/service/values';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many NPS responses',
		description: 'List NPS responses',
	},
	list: npsResponseList,
	fields: [
		filters([
			...changedBetween('NPS responses'),
			...createdBetween('NPS responses'),
			writtenBy('responses of this end-user'),
		]),
	],
	takes: ofAuthor,
	query: datesAround,
});

/** The days around a period, because the service filters by days. */
export function datesAround({
	from,
	until,
}: Pick<Period, 'from' | 'until'>): Readonly<Record<string, string>> {
	return {
		...(from !== undefined && { date_start: dayBeside(from, -1) }),
		...(until !== undefined && { date_end: dayBeside(until, 1) }),
	};
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** One day more on each side: the zone of the service's days is unknown. The node then filters by the exact time. */
function dayBeside(timestamp: string, days: number): string {
	const beside = new Date(utcMs(timestamp) + days * DAY_MS).toISOString();
	// A year beyond four digits is written with a sign.
	return (/^\d/.test(beside) ? beside : timestamp).slice(0, 10);
}
