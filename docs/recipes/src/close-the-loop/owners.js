import { askingFor } from '../shared/asking.js';
import { itemsOf } from '../shared/items-of.js';
import { filled } from '../shared/filled.js';

/** A sentence for each owner of customers who asked for this post. */
function messagesOf({ post, asking }) {
	const owned = new Map();
	for (const { owner, email } of asking) {
		const name = String(owner ?? '').trim();
		if (name !== '') owned.set(name, [...(owned.get(name) ?? []), email.trim()]);
	}
	return [...owned].map(([owner, all]) => {
		const emails = all.join(', ');
		const sentence = filled(post['owner line'], { ...post, owner, customers: emails });
		return [sentence, post.post_url].filter(Boolean).join(' ');
	});
}

const asked = askingFor(itemsOf('Words'), itemsOf('Comments'), itemsOf('Customers'));
export default asked
	.flatMap(messagesOf)
	.map((message, at) => ({ json: { message, turn: at + 1 } }));
