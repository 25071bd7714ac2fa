import { listOf } from './list-of.js';

/** The posts that the labels of an issue name, each once. */
export function postsOf(labels, label) {
	const named = labels.map((one) => /^(.*)-(\d+)$/.exec(one) ?? []);
	return [...new Set(named.filter(([, own]) => own === label).map(([, , id]) => id))];
}

/** The posts of the issues that are done, by the words of Words. */
export function donePosts(items, words) {
	const done = listOf(words['Done if']).map((one) => one.toLowerCase());
	if (done.length === 0) throw new Error("'Done if' in Words is empty.");
	return items.flatMap(({ json: { wrong, key, labels, resolution } }, item) => {
		if (wrong || !done.includes(String(resolution).trim().toLowerCase())) return [];
		return postsOf(labels, words.Label.trim()).map((feedback_id) => ({
			json: { feedback_id, key },
			pairedItem: { item },
		}));
	});
}

export default donePosts($input.all(), $('Words').first().json);
