import { isFilled } from './lists.js';

const slug = (text) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

/**
 * Finds the type or status for a word of the file: a key that posts have, or that of a line in Words.
 * @param {string} field
 * @param {Record<string, any>[]} posts
 * @param {string} list the name of the lines in Words
 * @param {string} lines
 * @param {boolean} isFixed whether a workspace has no others than those of its posts, if there are any
 */
export function keysBy(field, posts, list, lines, isFixed) {
	const used = [...new Set(posts.map((one) => one[field]).filter(isFilled))].sort();
	const pairs = lines.split('\n').map((line) => line.split('=').map((part) => part.trim()));
	const named = new Map(pairs.map(([name, key]) => [slug(name), key]));
	return (word) => {
		const said = named.get(slug(word));
		const isUnknown = isFixed && used.length > 0 && !used.includes(said);
		const key = used.find((one) => slug(one) === slug(word)) ?? (isUnknown ? undefined : said);
		if (key) return key;
		const have = used.join(', ') || 'none yet';
		// Somebody may copy the line as it is: it had better not say that the wish is done.
		const [[, example]] = pairs;
		const one = used.includes(example) ? example : (used[0] ?? example);
		throw new Error(
			`No post has the ${field} '${word}'. Posts have: ${have}. Write a line into '${list}' of Words, such as: ${word} = ${one}`,
		);
	};
}
