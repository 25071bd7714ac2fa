import { own } from '../../shared/node/field';
import { locator } from '../../shared/node/locator';
import { comment } from '../../shared/service/comments';
import { postEvent } from './posts';
import {
	changedFields,
	filtersOf,
	newRecords,
	sameness,
	type TriggerEvent,
	valueIn,
	wholeNumber,
} from './rule';

const onPost = locator(
	{ displayName: 'Post', name: 'post', description: 'Only comments on this post' },
	'searchPosts',
);
const replies = own({
	displayName: 'Replies',
	name: 'replies',
	type: 'boolean',
	default: true,
	description: 'Whether replies to comments fire, too',
});
const commentFilters = filtersOf(
	{
		displayName: 'Comment Filters',
		name: 'commentFilters',
		description: 'Fire only for these comments',
	},
	[onPost, replies],
);

/** An event on comments. Post Filters and Comment Filters choose the posts and the comments. */
const commentEvent = ({ rule, ...event }: Omit<TriggerEvent, 'list'>): TriggerEvent =>
	postEvent({
		...event,
		record: comment,
		isOfComments: true,
		fields: [commentFilters],
		rule(settings, filter) {
			const post = valueIn(settings, onPost);
			const areRepliesWanted = valueIn(settings, replies) !== false;
			const { fires, ...own } = rule(settings);
			return {
				...own,
				posts: (record) =>
					filter.holds(record) &&
					(post === undefined || String(record.feedback_id) === String(post)),
				fires: (change) =>
					areRepliesWanted || !wholeNumber(change.record.parent) ? fires(change) : undefined,
			};
		},
	});

export const commentEvents: readonly TriggerEvent[] = [
	commentEvent({
		name: 'Comment Edited',
		value: 'commentEdited',
		description: 'Fires when the text of a comment changes, once its post is read again',
		orderedBy: 'updated',
		rule: () => changedFields([sameness('comment')]),
	}),
	commentEvent({
		name: 'New Comment',
		value: 'newComment',
		description:
			'Fires for each new comment on a post. Found by the number of comments the post counts.',
		rule: () => newRecords(),
	}),
];
