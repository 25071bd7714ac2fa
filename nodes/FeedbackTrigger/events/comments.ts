import { path } from '../../shared/client/path';
import { own } from '../../shared/node/field';
import { filters } from '../../shared/node/fields';
import { locator } from '../../shared/node/locator';
import { comment } from '../../shared/service/comments';
import { type DataRecord, isDataRecord } from '../../shared/service/records';
import { postEvent } from './posts';
import { newRecords, type TriggerEvent, valueIn, wholeNumber } from './rule';

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
const staff = own({
	displayName: 'Staff Comments',
	name: 'staff',
	type: 'boolean',
	default: true,
	description:
		'Whether comments of your team fire, too. Turn this off if the workflow writes comments, or it answers itself.',
});
const commentFilters = filters([onPost, replies, staff], {
	displayName: 'Comment Filters',
	name: 'commentFilters',
	description: 'Fire only for these comments',
});

/** `admin_id` is 0 for everybody else. */
const isOfStaff = (user: unknown) => isDataRecord(user) && Boolean(wholeNumber(user.admin_id));

export const commentEvents: readonly TriggerEvent[] = [
	postEvent({
		name: 'New Comment',
		value: 'newComment',
		description:
			'Fires for each new comment on a post, also one that only the team may read (public is false). Found by the number of comments the post counts.',
		record: comment,
		isOfComments: true,
		fields: [commentFilters],
		rule(settings, filter) {
			const post = valueIn(settings, onPost);
			// Refuses what can be no ID, instead of never firing.
			const [{ id } = {}] = post === undefined ? [] : path`/v1/post/${post}`.things;
			const areRepliesWanted = valueIn(settings, replies) !== false;
			const isStaffWanted = valueIn(settings, staff) !== false;
			const isWanted = ({ parent, user }: DataRecord) =>
				(areRepliesWanted || !wholeNumber(parent)) && (isStaffWanted || !isOfStaff(user));
			const { fires, ...unfiltered } = newRecords();
			return {
				...unfiltered,
				posts: (record) =>
					filter.holds(record) && (id === undefined || String(record.feedback_id) === id),
				fires: (change) => (isWanted(change.record) ? fires(change) : undefined),
			};
		},
	}),
];
