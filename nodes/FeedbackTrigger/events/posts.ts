import type { INodeProperties } from 'n8n-workflow';
import { keyLocator } from '../../shared/node/fields';
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
	filtersOf,
	hasChanged,
	type Kept,
	matches,
	newRecords,
	numberOf,
	sameness,
	setIn,
	type TriggerEvent,
	wholeNumber,
} from './rule';

export const posts = { list: postList, orderedBy: 'updated' } as const;

const status = choice('status');
const WATCHED = {
	description: sameness('description'),
	status,
	title: sameness('title'),
	type: choice('type'),
};

/** The filters of posts by the names of the query: the query has `filter` for the status. */
const FILTERS = { filter: status, type: WATCHED.type };

export const postFilters = filtersOf(
	{ displayName: 'Post Filters', name: 'postFilters', description: 'Fire only for these posts' },
	[
		{
			displayName: 'Segment',
			name: 'segment',
			type: 'string',
			default: '',
			placeholder: 'e.g. enterprise',
			description: 'Only posts of end-users in this segment, by its ID',
		},
		keyLocator(
			{
				displayName: 'Status',
				name: 'filter',
				description:
					'Only posts with this status. New Post also fires when a post gets this status later.',
			},
			'searchPostStatuses',
			'e.g. open',
		),
		keyLocator(
			{ displayName: 'Type', name: 'type', description: 'Only posts of this type' },
			'searchPostTypes',
			'e.g. feature',
		),
	],
);
export const conditionsOf = (settings: EventSettings) =>
	conditions(setIn(settings, postFilters), FILTERS);

/** No record shows its segment. */
export const inSegment = (settings: EventSettings) => {
	const { segment, ...narrowing } = setIn(settings, postFilters);
	return { narrowing, ...(segment !== undefined && { query: { segment } }) };
};

const statusChange = filtersOf(
	{
		displayName: 'Status Change',
		name: 'statusChange',
		description: 'Fire only for these status changes',
	},
	[
		keyLocator(
			{
				displayName: 'From',
				name: 'from',
				description: 'Only changes of posts that had this status',
			},
			'searchPostStatuses',
			'e.g. open',
		),
		keyLocator(
			{ displayName: 'To', name: 'to', description: 'Only changes to this status' },
			'searchPostStatuses',
			'e.g. planned',
		),
	],
);

const votesCounted: INodeProperties = {
	displayName: 'Votes Counted',
	name: 'votesCounted',
	type: 'options',
	default: 'total_sum',
	description: 'Which number of a post counts as its votes',
	options: [
		{ name: 'Up Votes', value: 'total_up' },
		{ name: 'Up Votes Minus Down Votes', value: 'total_sum' },
	],
};

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

export const postEvents: readonly TriggerEvent[] = [
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
		fields: [postFilters],
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
		fields: [
			{
				displayName: 'Fields to Watch',
				name: 'fieldsToWatch',
				type: 'multiOptions',
				default: ['description', 'status', 'title', 'type'],
				description:
					'Post Changed fires when one of these fields changes. The former status and type are returned with it.',
				options: [
					{ name: 'Description', value: 'description' },
					{ name: 'Status', value: 'status' },
					{ name: 'Title', value: 'title' },
					{ name: 'Type', value: 'type' },
				],
			},
			postFilters,
		],
		rule(settings) {
			const { fieldsToWatch: fields } = settings;
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
		fields: [
			{
				displayName: 'Votes to Reach',
				name: 'votes',
				type: 'number',
				required: true,
				default: 10,
				description: 'Post Reached Vote Threshold fires once when a post reaches this number',
			},
			votesCounted,
			postFilters,
		],
		rule(settings) {
			const counted = String(settings.votesCounted);
			const least = votesToReach(settings.votes);
			const kept = mostVotes(counted);
			const own = conditionsOf(settings);
			return {
				...inSegment(settings),
				keeps: [kept],
				occurrence: String(least),
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
		fields: [statusChange, postFilters],
		rule(settings) {
			const own = conditionsOf(settings);
			const { from, to } = setIn(settings, statusChange);
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
		fields: [votesCounted, postFilters],
		rule(settings) {
			const own = conditionsOf(settings);
			const counted = String(settings.votesCounted);
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
