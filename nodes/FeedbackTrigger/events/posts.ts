import { own } from '../../shared/node/field';
import { filters } from '../../shared/node/fields';
import { locator, segment } from '../../shared/node/locator';
import { refusedField } from '../../shared/node/invalid-input';
import { integerFrom } from '../../shared/node/sent';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import {
	beginningOf,
	changed,
	changedFields,
	changedNumber,
	choice,
	count,
	deletedRecords,
	type EventSettings,
	fieldsToWatch,
	type Filter,
	filterOf,
	type StoredValue,
	newRecords,
	numberOf,
	onDeletion,
	type Rule,
	sameness,
	textBefore,
	type TriggerEvent,
	valueIn,
	wholeNumber,
} from './rule';
import { gaining } from './traction';

const status = choice('status');
const type = choice('type');

const statusPicker = (displayName: string, name: string, description: string) =>
	locator({ displayName, name, description }, 'searchPostStatuses');

const inSegment = segment('Only posts of end-users in this segment, by its ID');
const withStatus = statusPicker(
	'Status',
	'filter',
	'Only posts with this status. New Post also fires when a post gets this status later.',
);
const ofType = locator(
	{ displayName: 'Type', name: 'type', description: 'Only posts of this type' },
	'searchPostTypes',
);
const postFilters = filters([inSegment, withStatus, ofType], {
	displayName: 'Post Filters',
	name: 'postFilters',
	description: 'Fire only for these posts',
});
const fromStatus = statusPicker('From', 'from', 'Only changes of posts that had this status');
const toStatus = statusPicker('To', 'to', 'Only changes to this status');
const statusChange = filters([fromStatus, toStatus], {
	displayName: 'Status Change',
	name: 'statusChange',
	description: 'Fire only for these status changes',
});

const fromOne = {
	type: 'number',
	required: true,
	typeOptions: { minValue: 1 },
	sent: integerFrom(1),
} as const;
const votesToReach = own({
	displayName: 'Votes to Reach',
	name: 'votes',
	type: 'number',
	required: true,
	default: 10,
	description: 'Post Reached Vote Threshold fires once when a post reaches this number',
});
const votesToGain = own({
	...fromOne,
	displayName: 'Votes to Gain',
	name: 'votesToGain',
	default: 10,
	description: 'Post Gaining Traction fires when a post gains this number of votes',
});
const withinDays = own({
	...fromOne,
	displayName: 'Within Days',
	name: 'withinDays',
	default: 7,
	description:
		'The days within which a post has to gain them. After it fires, it waits as many days to fire again.',
});
const watched = fieldsToWatch(
	{
		displayName: 'Fields to Watch',
		name: 'fieldsToWatch',
		description:
			'Post Changed fires when one of these fields changes. The former status and type are returned with it.',
	},
	{ Description: sameness('description'), Status: status, Title: sameness('title'), Type: type },
);

/** Before the first vote or subscriber, a post may have null or an empty text instead of 0. */
function countIn(record: DataRecord, field: string): number | undefined {
	const counted = record[field];
	return counted === null || counted === '' ? 0 : wholeNumber(counted);
}

const countOf = (field: string) => count(field, (record) => countIn(record, field));

/** Up votes minus down votes. */
const VOTES = 'total_sum';
const votesIn = (record: DataRecord) => countIn(record, VOTES);

/** Stores the most votes that a post was seen with, so that it reaches a number only once. */
const mostVotes: StoredValue = {
	name: 'mostVotes',
	of(record, before) {
		const votes = votesIn(record);
		if (votes === undefined) return before ?? '';
		return Math.max(votes, numberOf(before) ?? votes).toString(36);
	},
};

/** An event on posts, or on their comments, with Post Filters. */
export function postEvent({ fields = [], rule, ...event }: PostEvent): TriggerEvent {
	return {
		list: postList,
		...event,
		fields: [...fields, postFilters],
		rule(settings) {
			// Records do not show their segment, so only the query can filter by it.
			const query = { segment: valueIn(settings, inSegment) };
			const narrowing = { filter: valueIn(settings, withStatus), type: valueIn(settings, ofType) };
			const matching = filterOf([status, narrowing.filter], [type, narrowing.type]);
			return { narrowing, query, ...rule(settings, matching) };
		},
	};
}

interface PostEvent extends Omit<TriggerEvent, 'list' | 'rule'> {
	rule(settings: EventSettings, filter: Filter): Rule;
}

export const postEvents: readonly TriggerEvent[] = [
	postEvent({
		name: 'New Post',
		value: 'newPost',
		hasExisting: true,
		description:
			'Fires once for each new feedback post, and for a post that starts to match the filters',
		rule: (_settings, filter) => newRecords(filter),
	}),
	postEvent({
		name: 'Post Changed',
		value: 'postChanged',
		description:
			'Fires when a watched field of a post changes. Several changes between two polls count as one.',
		orderedBy: 'updated',
		fields: [watched.field],
		rule: (settings, filter) => changedFields(watched.chosen(settings), filter),
	}),
	postEvent({
		name: 'Post Deleted',
		value: 'postDeleted',
		description: 'Fires once for each post that is deleted, with its ID',
		...onDeletion(postList, '/v1/post'),
		rule(settings, filter) {
			// A post that leaves the segment would look deleted, and a poll would request it by its ID.
			if (valueIn(settings, inSegment) === undefined) return deletedRecords(filter);
			throw refusedField(inSegment, 'cannot be used with Post Deleted');
		},
	}),
	postEvent({
		name: 'Post Gaining Traction',
		value: 'postGainingTraction',
		description:
			'Fires when a post gains many votes within a few days. Returns the votes before as from and the present ones as to.',
		orderedBy: 'updated',
		fields: [votesToGain, withinDays],
		rule(settings, filter) {
			return gaining({
				field: VOTES,
				votesIn,
				least: Number(valueIn(settings, votesToGain)),
				days: Number(valueIn(settings, withinDays)),
				isWatched: (record) => filter.holds(record),
			});
		},
	}),
	postEvent({
		name: 'Post Reached Vote Threshold',
		value: 'postReachedVoteThreshold',
		description: 'Fires once for each post that reaches the number of votes you set',
		orderedBy: 'updated',
		fields: [votesToReach],
		rule(settings, filter) {
			const least = Number(valueIn(settings, votesToReach));
			return {
				stores: [mostVotes],
				onceAs: String(least),
				fires({ record, before }) {
					const most = before ? numberOf(before[mostVotes.name]) : Number.NEGATIVE_INFINITY;
					const votes = votesIn(record);
					const hasReached = Number(most) < least && Number(votes) >= least;
					return hasReached && filter.holds(record) ? { votes } : undefined;
				},
			};
		},
	}),
	postEvent({
		name: 'Post Status Changed',
		value: 'postStatusChanged',
		description:
			'Fires when the status of a post changes. Returns the old status as from and the new one as to.',
		orderedBy: 'updated',
		fields: [statusChange],
		rule(settings, filter) {
			const [from, to] = [valueIn(settings, fromStatus), valueIn(settings, toStatus)];
			// What is stored of a status is its beginning.
			const isWanted = (wanted: unknown, status: unknown) =>
				wanted === undefined || beginningOf(wanted) === beginningOf(status);
			const rule = changed([status], filter, ({ record, before }) => {
				const former = textBefore(before, status);
				const fires = isWanted(from, former) && isWanted(to, record.status);
				return fires ? { from: former, to: record.status } : undefined;
			});
			const example: Rule['example'] = (record, others) => ({
				...rule.example?.(record, others),
				...(from !== undefined && { status: from }),
			});
			return { ...rule, example };
		},
	}),
	postEvent({
		name: 'Post Subscribers Changed',
		value: 'postSubscribersChanged',
		description:
			'Fires when the number of subscribers of a post changes. Returns the old number as from and the new one as to.',
		orderedBy: 'updated',
		rule: (_settings, filter) => changedNumber(countOf('total_subscriber'), filter),
	}),
	postEvent({
		name: 'Post Votes Changed',
		value: 'postVotesChanged',
		description:
			'Fires when the votes of a post change. Returns the old number as from and the new one as to.',
		orderedBy: 'updated',
		rule: (_settings, filter) => changedNumber(countOf(VOTES), filter),
	}),
];
