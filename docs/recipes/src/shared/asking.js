import { emailKey } from './email-key.js';

/** An apostrophe before the @ may be part of an address, such as that of o'neil. Elsewhere it is a quote. */
function addressIn(word) {
	const at = word.indexOf('@');
	const [domain] = word.slice(at).split("'");
	return word.slice(0, at).replace(/^'+/, '') + domain.replace(/\.{1,3}$/, '');
}

/** The addresses in a text, such as those of customers in comments that other recipes write for the team. */
export const addressesIn = (text) =>
	String(text ?? '')
		.split(/[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"`|,;:!?*/…—。、，；：！？\u200b]+/u)
		.filter((word) => word.includes('@'))
		.map((word) => emailKey(addressIn(word)));

/** Who asks in a comment: a customer who wrote it, or those whom the team names in it. */
const askersOf = ({ admin_id, data_mail, comment }) =>
	Number(admin_id) > 0 ? addressesIn(comment) : [emailKey(data_mail)];

/** Each post with the customers who ask for it: its author and the askers of its comments, each once. */
export function askingFor(posts, comments, customers) {
	const known = new Map(
		customers.map((one) => [emailKey(one.email), one]).filter(([key]) => key !== ''),
	);
	const askers = new Map(
		posts
			.filter(({ feedback_id }) => feedback_id)
			.map((post) => [post.feedback_id, new Set([emailKey((post.original ?? post).data_mail)])]),
	);
	for (const comment of comments) {
		for (const asker of askersOf(comment)) askers.get(comment.feedback_id)?.add(asker);
	}
	return posts
		.map((post) => ({
			post,
			asking: [...(askers.get(post.feedback_id) ?? [])].flatMap((one) => known.get(one) ?? []),
		}))
		.filter(({ asking }) => asking.length > 0);
}
