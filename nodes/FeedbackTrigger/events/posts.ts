import { InvalidInput } from '../../shared/node/invalid-input';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { fingerprint } from '../snapshot/encoding';
import {
	changedFields,
	changedNumber,
	choice,
	conditions,
	type EventSettings,
	hasChanged,
	type Kept,
	matches,
	newRecords,
	numberOf,
	type SettingsReader,
	sameness,
	type TriggerEvent,
	wholeNumber,
} from './rule';

const posts = { list: postList, orderedBy: 'updated' } as const;

const status = choice('status');
const WATCHED = {
	description: sameness('description'),
	status,
	title: sameness('title'),
	type: choice('type'),
};

/** The filters of posts by the names of the query: the query has `filter` for the status. */
const FILTERS = { filter: status, type: WATCHED.type };

const filters = ({ collection }: SettingsReader) => collection('postFilters');
const filtersIn = ({ filters: set }: EventSettings) => (set ?? {}) as EventSettings;
const conditionsOf = (settings: EventSettings) => conditions(filtersIn(settings), FILTERS);

/** No record shows its segment. */
const inSegment = (settings: EventSettings) => {
	const { segment, ...narrowing } = filtersIn(settings);
	return { narrowing, ...(segment !== undefined && { query: { segment } }) };
};

/** `total_sum` or `total_up`. */
const countedVotes = ({ value }: SettingsReader) => String(value('votesCounted', 'total_sum'));

/** @throws InvalidInput */
function votesToReach(votes: unknown): number {
	if (votes !== '' && votes !== null && Number.isFinite(Number(votes))) return Number(votes);
	const field = { label: 'Votes to Reach', name: 'votes', message: 'is not a number' };
	throw new InvalidInput([field]);
}

/** Before the first vote a post may say null or nothing. */
function votesOf(record: DataRecord, field: string): number | undefined {
	const votes = record[field];
	return votes === null || votes === '' ? 0 : wholeNumber(votes);
}

/** Keeps the most votes a post was seen with, so that it reaches a number once. */
const mostVotes = (field: string): Kept => ({
	name: `#most_${field}`,
	of(record, before) {
		const votes = votesOf(record, field);
		if (votes === undefined) return before ?? '';
		return Math.max(votes, numberOf(before) ?? votes).toString(36);
	},
});

/** The name under which it is kept how many comments of a post were settled. */
export const SETTLED = '#total_comments';

/**
 * Keeps how many comments of a post were settled, which the reading of its comments moves on. Those of a new post are
 * all new; those that were there when the list was first read are counted, and not read.
 */
const settledComments: Kept = {
	name: SETTLED,
	of: (record, before, isNew) =>
		before ?? (isNew ? 0 : (countedComments(record) ?? 0)).toString(36),
};

/** How many comments a post counts; undefined where it does not say. */
export const countedComments = ({ total_comments: count }: DataRecord) => wholeNumber(count);

export const postEvents: readonly TriggerEvent[] = [
	{
		option: {
			name: 'New Comment',
			value: 'newComment',
			action: 'New comment',
			description:
				'Fires for each new comment on a post. Found by the number of comments the post counts.',
		},
		...posts,
		settings: (read) => ({ filters: filters(read), ...read.collection('commentFilters') }),
		rule(settings) {
			const { post, replies } = settings;
			const own = conditionsOf(settings);
			return {
				...inSegment(settings),
				keeps: [settledComments],
				news: () => undefined,
				comments: {
					of: (record) =>
						own.every(({ holds }) => holds(record)) &&
						(post === undefined || String(record.feedback_id) === String(post)),
					fires: ({ parent }) => replies !== false || !wholeNumber(parent),
				},
			};
		},
	},
	{
		option: {
			name: 'New Post',
			value: 'newPost',
			action: 'New post',
			description:
				'Fires once for each new feedback post, and for a post that starts to match the filters',
		},
		...posts,
		orderedBy: 'created',
		settings: (read) => ({ filters: filters(read) }),
		rule(settings) {
			return { ...inSegment(settings), ...newRecords(conditionsOf(settings)) };
		},
	},
	{
		option: {
			name: 'Post Changed',
			value: 'postChanged',
			action: 'Post changed',
			description:
				'Fires when a watched field of a post changes. Several changes between two polls count as one.',
		},
		...posts,
		settings: (read) => ({
			filters: filters(read),
			fields: read.value('fieldsToWatch', Object.keys(WATCHED)),
		}),
		rule(settings) {
			const { fields } = settings;
			const isChosen = ({ name }: Kept) => Array.isArray(fields) && fields.includes(name);
			const kept = Object.values(WATCHED).filter(isChosen);
			return {
				...inSegment(settings),
				...changedFields(kept.length > 0 ? kept : Object.values(WATCHED), conditionsOf(settings)),
			};
		},
	},
	{
		option: {
			name: 'Post Reached Vote Threshold',
			value: 'postReachedVotes',
			action: 'Post reached vote threshold',
			description: 'Fires once for each post that reaches the number of votes you set',
		},
		...posts,
		settings: (read) => ({
			filters: filters(read),
			counted: countedVotes(read),
			votes: votesToReach(read.value('votes', 10)),
		}),
		rule(settings) {
			const counted = String(settings.counted);
			const least = votesToReach(settings.votes);
			const kept = mostVotes(counted);
			const own = conditionsOf(settings);
			return {
				...inSegment(settings),
				keeps: [kept],
				needs: `a post with at least ${least} votes`,
				news({ record, before }) {
					const most = before ? numberOf(before[kept.name]) : Number.NEGATIVE_INFINITY;
					const votes = votesOf(record, counted);
					const hasReached = Number(most) < least && Number(votes) >= least;
					return hasReached && own.every(({ holds }) => holds(record)) ? { votes } : undefined;
				},
			};
		},
	},
	{
		option: {
			name: 'Post Status Changed',
			value: 'postStatusChanged',
			action: 'Post status changed',
			description:
				'Fires when the status of a post changes. Returns the old status as from and the new one as to.',
		},
		...posts,
		settings: (read) => ({ filters: filters(read), ...read.collection('statusChange') }),
		rule(settings) {
			const own = conditionsOf(settings);
			const { from, to } = settings;
			return {
				...inSegment(settings),
				keeps: [status, ...own.map(({ kept }) => kept)],
				news(change) {
					const { record, before = {}, nameOf } = change;
					const fires =
						hasChanged(change, 'status') &&
						(from === undefined || before.status === fingerprint(from)) &&
						(to === undefined || String(record.status) === String(to)) &&
						matches(own, record, before);
					return fires ? { from: nameOf(before.status), to: record.status } : undefined;
				},
				example(record, others) {
					const other = others.map((one) => one.status).find((one) => one !== record.status);
					return {
						...record,
						status: from ?? other ?? (record.status === 'open' ? 'new' : 'open'),
					};
				},
			};
		},
	},
	{
		option: {
			name: 'Post Votes Changed',
			value: 'postVotesChanged',
			action: 'Post votes changed',
			description:
				'Fires when the votes of a post change. Returns the old number as from and the new one as to.',
		},
		...posts,
		settings: (read) => ({ filters: filters(read), counted: countedVotes(read) }),
		rule(settings) {
			const own = conditionsOf(settings);
			const counted = String(settings.counted);
			const votes = changedNumber(counted, (record) => votesOf(record, counted));
			return {
				...inSegment(settings),
				...votes,
				news: (change) =>
					own.every(({ holds }) => holds(change.record)) ? votes.news(change) : undefined,
			};
		},
	},
];
