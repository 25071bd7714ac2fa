import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { collect, pagesOf, type Walk } from '../../shared/client/walk';
import {
	changedBetween,
	changedPeriod,
	createdBetween,
	filters,
	IN_ZONE,
	limit,
	returnAll,
} from '../../shared/node/fields';
import { ofAuthor, writtenBy } from '../../shared/node/author';
import { narrowed, periodsIn } from '../../shared/node/get-many';
import type { Operation } from '../../shared/node/operation';
import { comment, commentList } from '../../shared/service/comments';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { status, type } from '../post/fields';
import { ofPostAmongOthers, POSTS_AT_A_TIME, unlessGone } from '../post/of-post';

const postChangedSince = {
	...changedPeriod.since,
	name: 'postChangedSince',
	displayName: 'Post Changed Since',
	hint: IN_ZONE,
	description:
		'Only comments of posts created or updated since this time. The service does not document whether a new comment updates its post.',
};

export const getAllOfPosts: Operation = {
	option: {
		name: 'Get Many From All Posts',
		value: 'getAllOfPosts',
		action: 'Get many comments from all posts',
		description:
			'List the comments of all posts that match the filters and whose total_comments is not 0. Some only the team may read: the service does not document whether total_comments counts them.',
	},
	fields: [
		returnAll,
		limit,
		filters([
			...changedBetween('comments'),
			...createdBetween('comments'),
			writtenBy('comments that this end-user wrote'),
			postChangedSince,
			{
				...status('filter', 'Only comments of posts with this status'),
				displayName: 'Post Status',
			},
			{ ...type('Only comments of posts of this type'), displayName: 'Post Type' },
		]),
	],
	output: { kind: comment, isWhole: true },
	async execute(feedback, input) {
		const from = input.get(postChangedSince);
		const posts = narrowed(postList, [{ by: 'updated', from }], input.body());
		const comments = narrowed(commentList, periodsIn(input), {}, ofAuthor(input));
		const more = { limit: input.limit(), read: { characters: 0 } };
		return commentsOf(feedback, { list: postList, ...posts }, { ...comments, ...more });
	},
};

/** The fields of a post that are needed to read its comments. */
interface Commented {
	feedback_id: unknown;
	/** How many comments it counts; undefined if it does not say. */
	count?: number;
}

/** The comments of all posts of a walk, post by post, up to one limit for all of them. */
async function* commentsOf(
	feedback: FeedbackClient,
	posts: Walk,
	{ limit: left = Number.POSITIVE_INFINITY, ...comments }: Omit<Walk, 'list'>,
): AsyncGenerator<DataRecord[], void> {
	const pages = pagesOf(feedback, posts);
	const listed: Commented[] = [];
	let isListed = false;
	try {
		while (left > 0) {
			// Lists posts first, until their counts fill the limit. If comments were read in between, posts that are added or
			// deleted meanwhile would move others to another page.
			while (!isListed && counted(listed) < left) {
				const { value, done } = await pages.next();
				isListed = done === true;
				listed.push(...(value ?? []).map(toCommented).filter(({ count }) => count !== 0));
			}
			if (listed.length === 0) return;
			const found = await ofNext(feedback, listed, { ...comments, limit: left });
			left -= found.length;
			yield found;
		}
	} finally {
		await pages.return();
	}
}

/** Takes the next posts from those listed, and reads their comments in parallel, up to a limit. */
async function ofNext(
	feedback: FeedbackClient,
	listed: Commented[],
	{ limit = Number.POSITIVE_INFINITY, ...comments }: Omit<Walk, 'list'>,
): Promise<DataRecord[]> {
	const posts: Commented[] = [];
	while (listed.length > 0 && posts.length < POSTS_AT_A_TIME && counted(posts) < limit) {
		posts.push(listed.shift()!);
	}
	const ended = new AbortController();
	const walk = { ...comments, list: commentList, limit, signal: ended.signal };
	const reading = posts.map(async (commented) => await ofOne(feedback, commented, walk));
	try {
		return (await Promise.all(reading)).flat().slice(0, limit);
	} finally {
		ended.abort(); // Once one fails, the others need not go on.
	}
}

async function ofOne(
	feedback: FeedbackClient,
	{ feedback_id, count }: Commented,
	walk: Walk,
): Promise<DataRecord[]> {
	const target = path`/v1/post/${feedback_id}/comments`;
	const reading = collect(feedback, { ...walk, path: target, count });
	const nothing = count === undefined ? [] : undefined;
	const found = await ofPostAmongOthers(feedback, feedback_id, reading, nothing).catch(unlessGone);
	return (found ?? []).map((record) => ({ ...record, feedback_id }));
}

const toCommented = ({ feedback_id, total_comments }: DataRecord): Commented => ({
	feedback_id,
	count: typeof total_comments === 'number' ? total_comments : undefined,
});

const counted = (posts: readonly Commented[]) =>
	posts.reduce((sum, { count = 0 }) => sum + count, 0);
