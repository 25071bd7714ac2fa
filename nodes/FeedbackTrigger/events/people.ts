import { own } from '../../shared/node/field';
import { filters } from '../../shared/node/fields';
import { endUserList } from '../../shared/service/end-users';
import { npsResponseList, scoreGroups } from '../../shared/service/nps-responses';
import type { DataRecord } from '../../shared/service/records';
import {
	changed,
	changedFields,
	count,
	type EventSettings,
	fieldsToWatch,
	NO_FILTER,
	newRecords,
	numberOf,
	onDeletion,
	type Rule,
	sameness,
	type TriggerEvent,
	valueIn,
	wholeNumber,
} from './rule';

const highest = own({
	displayName: 'Highest Score',
	name: 'highest',
	type: 'number',
	default: 10,
	description: 'Only responses with this score or a lower one',
});
const lowest = own({
	displayName: 'Lowest Score',
	name: 'lowest',
	type: 'number',
	default: 0,
	description: 'Only responses with this score or a higher one',
});
const scoreGroup = own({
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
});
const npsFilters = filters([highest, lowest, scoreGroup], {
	displayName: 'NPS Filters',
	name: 'npsFilters',
	description: 'Fire only for responses with these scores',
});
const changedAnswers = own({
	displayName: 'Changed NPS Answers',
	name: 'changedAnswers',
	type: 'boolean',
	default: false,
	description:
		'Whether New NPS Response also fires for a changed score, as from and to, and for a changed comment. Many forms send the comment after the score.',
});

const score = count('vote');
/** A response without a comment may have null or an empty text. */
const answer = sameness('comment', ({ comment }) => (comment === null ? '' : comment));

/** Whether a score matches all filters that are set. A record without a score matches. */
function matches({ vote }: DataRecord, settings: EventSettings): boolean {
	const score = wholeNumber(vote);
	if (score === undefined) return true;
	const group = valueIn(settings, scoreGroup);
	const [from, to] = group ? scoreGroups[group] : [score, score];
	const [least, most] = [valueIn(settings, lowest) ?? from, valueIn(settings, highest) ?? to];
	return score >= Math.max(from, least) && score <= Math.min(to, most);
}

const watched = fieldsToWatch(
	{
		displayName: 'End-User Fields to Watch',
		name: 'endUserFields',
		description:
			'End-User Changed fires when one of these fields changes. Leave out Custom Data if your product saves each visit there.',
	},
	{
		'Custom Data': sameness('data'),
		Email: sameness('data_mail'),
		'Full Name': sameness('data_full_name'),
		Segments: sameness('segments'),
		Username: sameness('data_name'),
	},
);

export const peopleEvents: readonly TriggerEvent[] = [
	{
		name: 'End-User Changed',
		value: 'endUserChanged',
		description:
			'Fires when the email, a name, the segments or the custom data of an end-user change',
		list: endUserList,
		orderedBy: 'updated',
		fields: [watched.field],
		rule: (settings) => changedFields(watched.chosen(settings)),
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
		hasExisting: true,
		description: 'Fires once for each new end-user',
		list: endUserList,
		rule: () => newRecords(),
	},
	{
		name: 'New NPS Response',
		value: 'newNpsResponse',
		hasExisting: true,
		description:
			'Fires once for each new NPS response. Changed NPS Answers: also when its score or comment changes.',
		list: npsResponseList,
		fields: [changedAnswers, npsFilters],
		rule(settings) {
			const areChangesWanted = valueIn(settings, changedAnswers) === true;
			const answers = changed([score, answer], NO_FILTER, ({ before, after }, differ) => ({
				changedFields: differ.map(({ name }) => name),
				...(differ.includes(score) && {
					from: numberOf(before[score.name]),
					to: numberOf(after[score.name]),
				}),
			}));
			const fires: Rule['fires'] = (change) => {
				if (!matches(change.record, settings)) return undefined;
				if (change.before) return answers.fires(change);
				return areChangesWanted ? { to: wholeNumber(change.record.vote) } : {};
			};
			return areChangesWanted ? { stores: answers.stores, fires } : { ...newRecords(), fires };
		},
	},
];
