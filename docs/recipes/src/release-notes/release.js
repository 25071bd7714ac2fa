import { keptOf } from './posts.js';

const answer = $input.first().json;
const posts = $('Words')
	.all()
	.map(({ json }) => json);
const words = posts[0];
const kept = keptOf(posts, answer[words['posts field']]);
if (kept.length === 0) throw new Error(`No post is left in '${words['posts field']}'.`);
export default kept.map(({ feedback_id }) => ({
	json: {
		feedback_id,
		headline: String(answer[words['title field']]).trim(),
		// A form sends lines with a return in front.
		text: String(answer[words['text field']]).replaceAll('\r', '').trim(),
		comment: words.comment,
		address: words['Update address'].trim(),
		// The same in a retry.
		approved: answer.submittedAt,
	},
}));
