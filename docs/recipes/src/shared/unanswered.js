const DAY = 86_400_000;

/** A moment of the service, which gives no zone: it is UTC. */
export const timeOf = ({ created }) => Date.parse(`${String(created).replace(' ', 'T')}Z`) || 0;

const isOfTeam = ({ admin_id, user }) => Number(admin_id ?? user?.admin_id) > 0;

/** The posts of customers whose public words, the post or a comment, are older than 7 days, without a public comment of the team since. */
export function unansweredFor7Days(posts, comments, now) {
	const said = Map.groupBy(
		comments.filter((one) => one.public !== false),
		({ feedback_id }) => feedback_id,
	);
	return posts
		.filter((post) => !isOfTeam(post))
		.map((post) => ({
			...post,
			days: daysWithoutAnswer(post, said.get(post.feedback_id) ?? [], now),
		}))
		.filter(({ days }) => days >= 7);
}

function daysWithoutAnswer(post, comments, now) {
	const answered = comments.filter(isOfTeam).reduce((last, one) => Math.max(last, timeOf(one)), 0);
	const since = [post, ...comments]
		.filter((one) => !isOfTeam(one) && timeOf(one) > answered)
		.reduce((first, one) => Math.min(first, timeOf(one)), Infinity);
	return Math.floor((now - since) / DAY);
}
