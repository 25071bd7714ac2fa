import { InvalidInput } from '../../shared/node/invalid-input';
import { postList } from '../../shared/service/posts';
import { count, fields, type Print } from '../prints';
import { changesOf, type EventSettings, fromTo, isEverything, type WatchedEvent } from './event';

const newest = { orderedBy: 'created', order: { sort: 'new' } };
/** One order for all that watch what posts become, so that they share the pages of a poll. */
export const lastUpdated = {
	orderedBy: 'updated',
	begunBy: 'created',
	order: { sort: 'updated' },
};

export const filteredPosts = {
	list: postList,
	filters: 'postFilters',
	shows: { filter: 'status', type: 'type' },
} as const;

/** What Post Changed compares, and Fields to Watch offers. */
const WATCHED_FIELDS = ['status', 'title', 'type', 'description'];
const watchedFields = fields(WATCHED_FIELDS, { named: ['status', 'type'], longest: 240_000 });

const status = fields(['status'], { named: ['status'] });

/** Keeps whether a number was ever as high. */
function reached(field: string, least: number): Print {
	const is = count(field);
	return {
		...is,
		of: (record) => (Number(record[field]) >= least ? REACHED : BELOW),
		changed: (before, after) => (before === BELOW && after === REACHED ? [field] : []),
		after: (before, print) => (before === REACHED ? REACHED : print),
		had: () => false,
		values: () => ({}),
	};
}
const BELOW = '0';
const REACHED = '1';

/** 'total_sum' or 'total_up': which number of votes counts. */
const countedVotes = ({ value }: EventSettings) => String(value('votesCounted', 'total_sum'));

/** @throws InvalidInput */
function votesToReach({ value }: EventSettings): number {
	const votes = value('votes', 10);
	if (votes !== '' && votes !== null && Number.isFinite(Number(votes))) return Number(votes);
	const field = { label: 'Votes to Reach', name: 'votes', message: 'is not a number' };
	throw new InvalidInput([field]);
}

export const postEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New Post',
			value: 'newPost',
			description:
				'When a feedback post first shows under the filters, whatever date it bears. Among the newest 100 it is found at once, further down within some 20 polls for each 2,000.',
		},
		...filteredPosts,
		...newest,
		rule: () => ({ tellsFirst: true }),
	},
	{
		option: {
			name: 'Post Changed',
			value: 'postChanged',
			description:
				'When a watched field of a post (status, title, type or description) differs from what was last seen. Several changes between two polls come as one, and one that is taken back in between is missed.',
		},
		...filteredPosts,
		...lastUpdated,
		rule({ value }) {
			const chosen = value('fieldsToWatch', WATCHED_FIELDS) as string[];
			return {
				keeps: watchedFields,
				tellsFirst: false,
				...changesOf(watchedFields, chosen.length > 0 ? chosen : WATCHED_FIELDS),
			};
		},
	},
	{
		option: {
			name: 'Post Reached Votes',
			value: 'postReachedVotes',
			description:
				'When the votes of a post come to a number, once for each post. The service counts votes without telling who cast them.',
		},
		...filteredPosts,
		...lastUpdated,
		rule(settings) {
			const counted = countedVotes(settings);
			const votes = votesToReach(settings);
			return {
				keeps: reached(counted, votes),
				tellsFirst: true,
				isTold: ({ record }) => Number(record[counted]) >= votes,
				says: ({ record }) => ({ votes: record[counted] }),
				scope: { [counted]: votes },
			};
		},
	},
	{
		option: {
			name: 'Post Status Changed',
			value: 'postStatusChanged',
			description:
				'When a post has another status than when it was last seen, with the former one as from and the new one as to',
		},
		...filteredPosts,
		...lastUpdated,
		rule({ collection }) {
			const { from, to } = collection('statusFilters');
			return {
				keeps: status,
				tellsFirst: false,
				isTold: ({ record, before = '' }) =>
					(isEverything(from) || status.had(before, 'status', from)) &&
					(isEverything(to) || record.status === to),
				says: fromTo(status, 'status'),
			};
		},
	},
	{
		option: {
			name: 'Post Votes Changed',
			value: 'postVotesChanged',
			description:
				'When a post has more or fewer votes than when it was last seen, with the numbers as from and to. The service counts votes without telling who cast them.',
		},
		...filteredPosts,
		...lastUpdated,
		rule(settings) {
			const counted = countedVotes(settings);
			const votes = count(counted);
			return {
				keeps: votes,
				tellsFirst: false,
				says: fromTo(votes, counted),
				scope: { counted },
			};
		},
	},
];
