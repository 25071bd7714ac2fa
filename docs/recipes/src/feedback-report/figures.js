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

/** The figures of the last whole month, each with its change to the month before. Scores are those of months, the current one first. */
export function lastMonth(scores, posts, now) {
	const [until, from, before] = [0, 1, 2].map((months) =>
		now.startOf('month').minus({ months }).toMillis(),
	);
	const [, last = {}, previous = {}] = scores;
	const madeIn = (from, until) =>
		posts.filter((one) => timeOf(one) >= from && timeOf(one) < until).length;
	const figure = (name, value, earlier) => ({ name, value, change: value - earlier });
	return [
		{ name: 'score', value: last.score, change: last.change },
		figure('responses', countOf(last.count), countOf(previous.count)),
		figure('posts', madeIn(from, until), madeIn(before, from)),
	];
}

/** The newest answers with words of a group of customers. */
export const answersOf = (answers, isOfGroup, most) =>
	answers
		.filter(({ vote, comment }) => typeof vote === 'number' && isOfGroup(vote) && comment)
		.sort((one, other) => timeOf(other) - timeOf(one))
		.slice(0, most);

export const byVotes = (posts) =>
	posts.toSorted((a, b) => countOf(b.total_sum) - countOf(a.total_sum));

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
