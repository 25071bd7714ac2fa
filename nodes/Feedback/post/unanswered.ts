import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { momentOf } from '../../shared/client/period';
import { collect } from '../../shared/client/walk';
import { own } from '../../shared/node/field';
import type { Input } from '../../shared/node/input';
import { integerFrom } from '../../shared/node/sent';
import { commentList } from '../../shared/service/comments';
import { type DataRecord, isDataRecord } from '../../shared/service/records';
import { ofPost, unlessGone } from './of-post';

export const unansweredFor = own({
	displayName: 'Unanswered for Days',
	name: 'unansweredFor',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 7,
	description:
		"Only customers' posts that have waited this many days for a public answer of your team. It takes a request for each post with comments.",
	sent: integerFrom(1),
});

const DAY_MS = 86_400_000;

/** Whether a customer has waited so long for an answer on a post, if that is asked for. A post that is gone has not. */
export function waitsForAnswer(feedback: FeedbackClient, input: Input) {
	const days = input.get(unansweredFor);
	if (days === undefined) return undefined;
	const latest = Date.now() - days * DAY_MS;
	return async (post: DataRecord): Promise<boolean> => {
		// No comment is older than its post.
		if (isOfTeam(post) || !(momentOf(post.created) <= latest)) return false;
		const { feedback_id, total_comments } = post;
		if (total_comments === 0) return true;
		const count = typeof total_comments === 'number' ? total_comments : undefined;
		const comments = {
			list: commentList,
			path: path`/v1/post/${feedback_id}/comments`,
			count,
		};
		const reading = ofPost(feedback, feedback_id, collect(feedback, comments));
		const found = await reading.catch(unlessGone);
		return found !== undefined && waitingSince(post, found) <= latest;
	};
}

/** When the first word of a customer came that has no public answer. Infinity if the last public word is the team's. */
function waitingSince(post: DataRecord, comments: readonly DataRecord[]): number {
	const words = [post, ...comments.filter((comment) => comment.public !== false)];
	const answers = words.filter(isOfTeam).map(({ created }) => momentOf(created));
	const answered = Math.max(Number.NEGATIVE_INFINITY, ...answers);
	const times = words.filter((word) => !isOfTeam(word)).map(({ created }) => momentOf(created));
	return Math.min(Number.POSITIVE_INFINITY, ...times.filter((time) => time > answered));
}

/** An `admin_id` of 0 is a customer's. */
const isOfTeam = ({ user }: DataRecord) => isDataRecord(user) && Number(user.admin_id) > 0;
