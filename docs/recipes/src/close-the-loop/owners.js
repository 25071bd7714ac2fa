import { askingFor } from '../shared/asking.js';
import { itemsOf } from '../shared/items-of.js';
import { filled } from '../shared/filled.js';

/** A sentence for each owner of customers who asked for this post. */
function messagesOf({ post, asking }) {
	const owned = Map.groupBy(asking, ({ owner }) => String(owner ?? '').trim());
	owned.delete('');
	return [...owned].map(([owner, customers]) => {
		const emails = customers.map(({ email }) => email.trim()).join(', ');
		const sentence = filled(post['owner line'], { ...post, owner, customers: emails });
		return [sentence, post.post_url].filter(Boolean).join(' ');
	});
}

const asked = askingFor(itemsOf('Words'), itemsOf('Comments'), itemsOf('Customers'));
export default asked
	.flatMap(messagesOf)
	.map((message, at) => ({ json: { message, turn: at + 1 } }));
