/** A moment of the service, which gives no zone: it is UTC. */
const timeOf = ({ created }) => Date.parse(`${String(created).replace(' ', 'T')}Z`) || 0;

export const countOf = (value) => (typeof value === 'number' ? value : 0);

/** The new posts of the last twelve weeks, the current one last. */
export function postsByWeek(posts, now) {
	const weeks = Array.from({ length: 12 }, (_, back) => {
		const start = now.startOf('week').minus({ weeks: back });
		return { name: start.toFormat('yyyy-MM-dd'), from: start.toMillis(), posts: 0 };
	});
	for (const post of posts) {
		const week = weeks.find(({ from }) => timeOf(post) >= from);
		if (week) week.posts++;
	}
	return weeks.reverse();
}

/** What gained most votes since the last report of an earlier month, or nothing if there was none. */
export function mostGained(posts, saved, month) {
	const earlier = saved.filter((row) => row.month < month);
	if (earlier.length === 0) return undefined;
	const last = earlier.reduce((latest, row) => (row.month > latest ? row.month : latest), '');
	const before = new Map(
		earlier
			.filter((row) => row.month === last)
			.map(({ feedback_id, votes }) => [`${feedback_id}`, countOf(votes)]),
	);
	return posts
		.map((post) => ({
			post,
			votes: countOf(post.total_sum) - (before.get(`${post.feedback_id}`) ?? 0),
		}))
		.filter(({ votes }) => votes > 0)
		.sort((a, b) => b.votes - a.votes)
		.slice(0, 10);
}
