import { endUserList } from '../../shared/service/end-users';
import { npsResponseList, type ScoreGroup, scoreGroups } from '../../shared/service/nps-responses';
import type { DataRecord } from '../../shared/service/records';
import {
	changedFields,
	changedNumber,
	count,
	type EventSettings,
	filtersOf,
	newRecords,
	onDeletion,
	type Rule,
	sameness,
	setIn,
	type TriggerEvent,
	wholeNumber,
} from './rule';

/** Whether a score matches all filters that are set. A record without a score matches. */
function matches({ vote }: DataRecord, { group, lowest, highest }: EventSettings): boolean {
	const score = wholeNumber(vote);
	if (score === undefined) return true;
	const [from, to] = scoreGroups[group as ScoreGroup] ?? [];
	const bounds = (...ends: unknown[]) => ends.filter((end) => end !== undefined).map(Number);
	return score >= Math.max(...bounds(from, lowest)) && score <= Math.min(...bounds(to, highest));
}

const npsFilters = filtersOf(
	{
		displayName: 'NPS Filters',
		name: 'npsFilters',
		description: 'Fire only for responses with these scores',
	},
	[
		{
			displayName: 'Highest Score',
			name: 'highest',
			type: 'number',
			default: 10,
			description: 'Only responses with this score or a lower one',
		},
		{
			displayName: 'Lowest Score',
			name: 'lowest',
			type: 'number',
			default: 0,
			description: 'Only responses with this score or a higher one',
		},
		{
			displayName: 'Score Group',
			name: 'group',
			type: 'options',
			default: 'detractor',
			description: 'Only responses with a score of this group',
			options: [
				{ name: 'Detractors (0 to 6)', value: 'detractor' },
				{ name: 'Passives (7 and 8)', value: 'passive' },
				{ name: 'Promoters (9 and 10)', value: 'promoter' },
			],
		},
	],
);

const WATCHED = ['data', 'data_full_name', 'data_mail', 'data_name', 'segments'].map(sameness);

export const peopleEvents: readonly TriggerEvent[] = [
	{
		name: 'End-User Changed',
		value: 'endUserChanged',
		description:
			'Fires when the email, a name, the segments or the custom data of an end-user change',
		list: endUserList,
		orderedBy: 'updated',
		rule: () => changedFields(WATCHED),
	},
	{
		name: 'End-User Deleted',
		value: 'endUserDeleted',
		description: 'Fires once for each end-user who is deleted, with the ID',
		...onDeletion(endUserList, '/v1/user'),
	},
	{
		name: 'New End-User',
		value: 'newEndUser',
		description: 'Fires once for each new end-user',
		list: endUserList,
		rule: () => newRecords(),
	},
	{
		name: 'New NPS Response',
		value: 'newNpsResponse',
		description: 'Fires once for each new NPS response. Options: also when its score changes.',
		list: npsResponseList,
		fields: [npsFilters],
		options: [
			{
				displayName: 'Changed NPS Answers',
				name: 'changedAnswers',
				type: 'boolean',
				default: false,
				description:
					'Whether New NPS Response also fires when the score of a response changes. Returns the old score as from and the new one as to.',
			},
		],
		rule(settings) {
			const filters = setIn(settings, npsFilters);
			const score = changedNumber(count('vote'));
			const fires: Rule['fires'] = (change) => {
				if (!matches(change.record, filters)) return undefined;
				if (change.before) return score.fires(change);
				return settings.changedAnswers ? { to: wholeNumber(change.record.vote) } : {};
			};
			return settings.changedAnswers ? { stores: score.stores, fires } : { ...newRecords(), fires };
		},
	},
];
