/** The posts that a person left in the list of the form: one line each, which begins with the ID. A person may have numbered the lines. */
export function keptOf(posts, list) {
	const lines = String(list ?? '').split('\n');
	const idOf = (line) =>
		(/^[^\p{L}#]*#(\d+)\b/u.exec(line) ?? /^[^\p{L}\p{N}]*(\d+)\b/u.exec(line))?.[1];
	const ids = new Set(lines.map(idOf));
	return posts.filter(({ feedback_id }) => ids.has(String(feedback_id)));
}

/** What the form shows: the draft, and the list of its posts. A model may have written the text. */
export function draftOf(posts, written) {
	const [{ headline, question }] = posts;
	return {
		headline,
		text: String(written ?? '').trim() || posts.map(({ line }) => line).join('\n'),
		posts: posts.map(({ feedback_id, title }) => `#${feedback_id} ${title ?? ''}`).join('\n'),
		message: `${question}\n${headline}`,
	};
}

/**
 * Whether an update was made of this draft: it has its title, and is younger than the approval. The clock of the service
 * may go behind that of n8n, so one that seems older counts if it has the text, too.
 * @param {Json} draft
 * @param {Json} update
 */
function isOf({ headline, text, approved }, { title, description, created }) {
	const at = DateTime.fromISO(String(created).replace(' ', 'T'), { zone: 'utc' }).toMillis();
	const isYounger = at >= DateTime.fromISO(approved).startOf('second').toMillis();
	return title === headline && (isYounger || description === text);
}

/** The update that was made of this draft, or none. */
export const updateOf = (updates, draft) => updates.find((one) => isOf(draft, one));

/** What customers read below their posts, with the link to the update. */
export function commentOf(draft, update) {
	const sentence = draft.comment.replaceAll('{title}', () => draft.headline);
	const link = draft.address.replaceAll('{id}', () => update.changelog_id);
	return `${sentence} ${link}`.trim();
}
