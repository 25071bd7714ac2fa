/** An address as customers are compared: n8n and the service may write it in other cases. */
const keyOf = (email) =>
	String(email ?? '')
		.trim()
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The addresses in a text, such as those of customers in comments that other recipes write for the team. */
export const addressesIn = (text) =>
	String(text ?? '')
		.split(/[\s<>()[\]"',;:]+/)
		.filter((word) => word.includes('@'))
		.map((word) => keyOf(word.endsWith('.') ? word.slice(0, -1) : word));

/** Who asks in a comment: a customer who wrote it, or those whom the team names in it. */
const askersOf = ({ admin_id, data_mail, comment }) =>
	Number(admin_id) > 0 ? addressesIn(comment) : [keyOf(data_mail)];

/** Their plans, those of most customers first. */
function plansOf(customers) {
	const counts = new Map();
	for (const { plan } of customers) {
		const name = String(plan ?? '').trim();
		if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return [...counts]
		.sort(([, one], [, other]) => other - one)
		.map(([name, count]) => `${name} ${count}`)
		.join(', ');
}

/** The posts that customers ask for, those of most revenue first. Each customer counts once for a post. */
export function wishesOf(posts, comments, customers) {
	const known = new Map(
		customers.map((one) => [keyOf(one.email), one]).filter(([key]) => key !== ''),
	);
	const askers = new Map(
		posts
			.filter(({ feedback_id }) => feedback_id)
			.map((post) => [post.feedback_id, new Set([keyOf((post.original ?? post).data_mail)])]),
	);
	for (const comment of comments) {
		for (const asker of askersOf(comment)) askers.get(comment.feedback_id)?.add(asker);
	}
	return posts
		.map((post) => ({
			post,
			asking: [...(askers.get(post.feedback_id) ?? [])].flatMap((one) => known.get(one) ?? []),
		}))
		.filter(({ asking }) => asking.length > 0)
		.map(({ post, asking }) => ({
			feedback_id: String(post.feedback_id),
			title: post.title,
			votes: post.total_sum,
			customers: asking.length,
			revenue: Math.round(asking.reduce((sum, { mrr }) => sum + (Number(mrr) || 0), 0) * 100) / 100,
			plan: plansOf(asking),
			post_url: post.post_url ?? '',
		}))
		.sort((one, other) => other.revenue - one.revenue || other.votes - one.votes);
}
