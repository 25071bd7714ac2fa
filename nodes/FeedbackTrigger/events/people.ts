import { endUserList } from '../../shared/service/end-users';
import { npsResponseList } from '../../shared/service/nps-responses';
import type { DataRecord } from '../../shared/service/records';
import {
	changedNumber,
	type EventSettings,
	newRecords,
	type Rule,
	type TriggerEvent,
	wholeNumber,
} from './rule';

/** The scores of each group, both ends included. */
const GROUPS: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
	detractor: [0, 6],
	passive: [7, 8],
	promoter: [9, 10],
};

/** Whether a score matches all that is set; one that a record does not say does. */
function matches({ vote }: DataRecord, { group, lowest, highest }: EventSettings): boolean {
	const score = wholeNumber(vote);
	if (score === undefined) return true;
	const [from, to] = GROUPS[String(group)] ?? [];
	const bounds = (...ends: unknown[]) => ends.filter((end) => end !== undefined).map(Number);
	return score >= Math.max(...bounds(from, lowest)) && score <= Math.min(...bounds(to, highest));
}

export const peopleEvents: readonly TriggerEvent[] = [
	{
		option: {
			name: 'New End-User',
			value: 'newEndUser',
			action: 'New end-user',
			description: 'Fires once for each new end-user',
		},
		list: endUserList,
		orderedBy: 'created',
		settings: () => ({}),
		rule: () => newRecords([]),
	},
	{
		option: {
			name: 'New NPS Response',
			value: 'newNpsResponse',
			action: 'New NPS response',
			description: 'Fires once for each new NPS response. Options: also when its score changes.',
		},
		list: npsResponseList,
		orderedBy: 'created',
		settings: ({ collection }) => ({
			filters: collection('npsFilters'),
			changedAnswers: collection('options').changedAnswers === true,
		}),
		rule(settings) {
			const filters = (settings.filters ?? {}) as EventSettings;
			const score = changedNumber('vote');
			const news: Rule['news'] = (change) => {
				if (!matches(change.record, filters)) return undefined;
				if (change.before) return score.news(change);
				return settings.changedAnswers ? { to: wholeNumber(change.record.vote) } : {};
			};
			return settings.changedAnswers ? { keeps: score.keeps, news } : { ...newRecords([]), news };
		},
	},
];
