import { askingFor } from '../shared/asking.js';
import { numberOf } from '../shared/cells.js';

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

/** What a customer pays, 0 where nothing is said. */
const revenueOf = ({ email, mrr }) => numberOf(`mrr of ${email}`, mrr) || 0;

/** The posts that customers ask for, those of most revenue first. Each customer counts once for a post. */
export function wishesOf(posts, comments, customers) {
	return askingFor(posts, comments, customers)
		.map(({ post, asking }) => ({
			feedback_id: String(post.feedback_id),
			title: post.title,
			votes: post.total_sum,
			customers: asking.length,
			revenue: Math.round(asking.reduce((sum, one) => sum + revenueOf(one), 0) * 100) / 100,
			plan: plansOf(asking),
			post_url: post.post_url ?? '',
		}))
		.sort((one, other) => other.revenue - one.revenue || other.votes - one.votes);
}
