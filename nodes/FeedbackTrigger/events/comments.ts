import { locator } from '../../shared/node/fields';
import type { DataRecord } from '../../shared/service/records';
import { conditionsOf, inSegment, postFilters, posts } from './posts';
import {
	changedFields,
	type EventSettings,
	filtersOf,
	sameness,
	setIn,
	type TriggerEvent,
	wholeNumber,
} from './rule';

const commentFilters = filtersOf(
	{
		displayName: 'Comment Filters',
		name: 'commentFilters',
		description: 'Fire only for these comments',
	},
	[
		locator(
			{ displayName: 'Post', name: 'post', description: 'Only comments on this post' },
			'searchPosts',
			'e.g. 4711',
		),
		{
			displayName: 'Replies',
			name: 'replies',
			type: 'boolean',
			default: true,
			description: 'Whether replies to comments fire, too',
		},
	],
);

const comments = { ...posts, isOfComments: true, fields: [commentFilters, postFilters] } as const;

/** Which posts, and which of their comments. */
const filtered = (settings: EventSettings) => {
	const own = conditionsOf(settings);
	const { post, replies } = setIn(settings, commentFilters);
	return {
		...inSegment(settings),
		posts: (record: DataRecord) =>
			own.every(({ holds }) => holds(record)) &&
			(post === undefined || String(record.feedback_id) === String(post)),
		matches: ({ parent }: DataRecord) => replies !== false || !wholeNumber(parent),
	};
};

export const commentEvents: readonly TriggerEvent[] = [
	{
		option: {
			name: 'Comment Edited',
			value: 'commentEdited',
			action: 'Comment edited',
			description: 'Fires when the text of a comment changes, once its post is read again',
		},
		...comments,
		rule(settings) {
			const { matches, ...where } = filtered(settings);
			const edited = changedFields([sameness('comment')], []);
			return {
				...where,
				...edited,
				news: (change) => (matches(change.record) ? edited.news(change) : undefined),
			};
		},
	},
	{
		option: {
			name: 'New Comment',
			value: 'newComment',
			action: 'New comment',
			description:
				'Fires for each new comment on a post. Found by the number of comments the post counts.',
		},
		...comments,
		orderedBy: 'created',
		rule(settings) {
			const { matches, ...where } = filtered(settings);
			return {
				...where,
				keeps: [],
				occurrence: '',
				news: ({ record, before }) => (!before && matches(record) ? {} : undefined),
			};
		},
	},
];
