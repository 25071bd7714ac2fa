// Leaves out what an earlier run has written, and what could not be compared. Lines about strangers become one comment.
import { squeezed } from './texts.js';

const read = $('Their Comments').all();

/** By post: the comments that it has, whole and by lines. */
const there = new Map();
for (const { json } of read.filter((one) => one.json.feedback_id)) {
	const texts = there.get(json.feedback_id) ?? new Set();
	there.set(json.feedback_id, texts);
	for (const text of [json.comment, ...String(json.comment ?? '').split('\n')])
		texts.add(squeezed(text));
}

/** What to write for a post, each with the rows that it is for. @param {Json} post */
function newOnes({ feedback_id, comments, lines }) {
	const isNew = (text) => !there.get(feedback_id)?.has(squeezed(text));
	const left = comments
		.filter(({ comment }) => isNew(comment))
		.map(({ key, comment }) => ({ keys: [key], comment }));
	const said = lines.filter(({ line }) => isNew(line));
	const together = {
		keys: said.map(({ key }) => key),
		comment: [...new Set(said.map(({ line }) => line))].join('\n'),
	};
	return said.length > 0 ? [...left, together] : left;
}

const failures = new Map(
	read
		.filter(({ json }) => json.error)
		.map(({ json, pairedItem }) => [
			Number(pairedItem?.item ?? pairedItem),
			json.error.message ?? json.error,
		]),
);

export default $('Which')
	.all(0)
	.flatMap(({ json }, at) => {
		const failed = failures.get(at) ?? '';
		return newOnes(json).map(({ keys, comment }) => ({
			json: { keys, feedback_id: json.feedback_id, comment: failed ? '' : comment, failed },
		}));
	});
