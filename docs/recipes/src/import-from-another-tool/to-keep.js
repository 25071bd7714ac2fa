// The votes, the metadata and the private comments of these rows. One item for each post that gets comments.
import { createdBy } from './created.js';

const created = createdBy([
	[$('With Author').all(0), () => $('Create by Author').all()],
	[$('With Author').all(1), () => $('Create Post').all()],
]);

/** @type {Json[]} */
const kept = $input
	.all()
	.map(({ json }) => ({ ...json, feedback_id: created.get(json.key)?.feedback_id }))
	.filter((row) => row.feedback_id);

/** The comments of each post, and lines that become one comment. */
function commentsOf(rows) {
	const posts = new Map();
	for (const { key, feedback_id, comment, strangers } of rows) {
		if (!comment && strangers.length === 0) continue;
		const post = posts.get(feedback_id) ?? { do: 'comments', feedback_id, comments: [], lines: [] };
		posts.set(feedback_id, post);
		if (comment) post.comments.push({ key, comment });
		post.lines.push(...strangers.map((line) => ({ key, line })));
	}
	return [...posts.values()];
}

/** @param {Json} row */
const metadataOf = ({ key, feedback_id, metadata }) =>
	Object.entries(metadata)
		.filter(([, value]) => value)
		.map(([name, value]) => ({ do: 'metadata', key, feedback_id, name, value }));

/** @param {Json} row */
const votesOf = ({ key, feedback_id, voters }) =>
	voters.map((user_id) => ({ do: 'vote', key, feedback_id, user_id }));

export default [...commentsOf(kept), ...kept.flatMap(metadataOf), ...kept.flatMap(votesOf)].map(
	(json) => ({ json }),
);
