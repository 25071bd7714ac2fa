import type { FeedbackClient } from '../../shared/client/client';
import { isFailureOf } from '../../shared/client/failures';
import { path } from '../../shared/client/path';
import { sideBySide } from '../../shared/client/side-by-side';
import { collect, pagesOf, type Walk } from '../../shared/client/walk';
import {
	changed,
	created,
	filters,
	IN_ZONE,
	limit,
	own,
	returnAll,
} from '../../shared/node/fields';
import { narrowed, periodsIn } from '../../shared/node/get-many';
import type { Operation } from '../../shared/node/operation';
import { comment, commentList } from '../../shared/service/comments';
import { post, postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { status, type } from '../post/fields';
import { author, readers, takesComments } from './fields';

/** How many posts are asked for their comments in parallel. */
const POSTS_AT_A_TIME = 8;

export const getAllOfPosts: Operation = {
	option: {
		name: 'Get Many From All Posts',
		value: 'getAllOfPosts',
		action: 'Get many comments from all posts',
		description: 'List the comments of all posts, or of posts that match the filters',
	},
	fields: [
		own(returnAll),
		own(limit),
		filters([
			author,
			...changed('comments'),
			...created('comments'),
			{
				...changed('posts')[0],
				name: 'postChangedSince',
				displayName: 'Post Changed Since',
				hint: IN_ZONE,
				description:
					'Only comments of posts created or updated since this time. The service does not document whether a new comment updates its post.',
			},
			{
				...status('filter', 'Only comments of posts with this status'),
				displayName: 'Post Status',
			},
			{ ...type('Only comments of posts of this type'), displayName: 'Post Type' },
			readers,
		]),
	],
	output: { kind: comment, whole: true },
	async execute(feedback, input) {
		const from = input.optional('postChangedSince') as string | undefined;
		const posts = narrowed(postList, [{ by: 'updated', from }], input.body());
		const comments = narrowed(commentList, periodsIn(input), {}, takesComments(input));
		return commentsOf(
			feedback,
			{ list: postList, ...posts },
			{ ...comments, limit: input.limit() },
		);
	},
};

/** What has to be known of a post to read its comments. */
interface Commented {
	feedback_id: unknown;
	/** How many it counts; none where it does not say. */
	count?: number;
}

/** The comments of every post of a walk, post by post, up to the limit of all. */
async function* commentsOf(
	feedback: FeedbackClient,
	posts: Walk,
	{ limit: left = Number.POSITIVE_INFINITY, ...comments }: Omit<Walk, 'list'>,
): AsyncGenerator<DataRecord[], void> {
	// While comments are read, posts that are added or deleted would push others from page to page: posts go first, as
	// many as by their count fill the limit.
	let batch: Commented[] = [];
	for await (const page of pagesOf(feedback, posts)) {
		batch.push(...page.filter(({ total_comments }) => total_comments !== 0).map(toCommented));
		if (counted(batch) < left) continue;
		yield* some(batch);
		if (left <= 0) return;
		batch = [];
	}
	yield* some(batch);

	async function* some(commented: readonly Commented[]): AsyncGenerator<DataRecord[], void> {
		const mayBegin = (underWay: readonly Commented[]) =>
			underWay.length < POSTS_AT_A_TIME && counted(underWay) < left;
		const lists = sideBySide(commented, mayBegin, async ({ feedback_id, count }, signal) => {
			const target = path`/v1/post/${feedback_id}/comments`;
			const walk = { ...comments, list: commentList, path: target, limit: left, count, signal };
			const found = await collect(feedback, walk).catch(unlessGone(feedback, feedback_id));
			return found.map((one) => ({ ...one, feedback_id: one.feedback_id ?? feedback_id }));
		});
		for await (const found of lists) {
			yield found.slice(0, left);
			left -= found.length;
			if (left <= 0) return;
		}
	}
}

const toCommented = ({ feedback_id, total_comments }: DataRecord): Commented => ({
	feedback_id,
	...(typeof total_comments === 'number' && { count: total_comments }),
});

const counted = (posts: readonly Commented[]) =>
	posts.reduce((sum, { count = 0 }) => sum + count, 0);

/** A post that was deleted after it was listed has no comments any more; if it is there, the failure stands. */
function unlessGone(feedback: FeedbackClient, feedback_id: unknown) {
	return async (failure: unknown): Promise<DataRecord[]> => {
		if (!isFailureOf(failure, 'notFound')) throw failure;
		const isGone = await feedback.get(path`/v1/post/${feedback_id}`, post).then(
			() => false,
			(error: unknown) => isFailureOf(error, 'notFound'),
		);
		if (!isGone) throw failure;
		return [];
	};
}
