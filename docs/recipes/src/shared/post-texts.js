/** The service takes 50,000 characters. */
const LONGEST = 50_000;

const LONGEST_TITLE = 80;

/** The title of a post: one line of its words, with a mark where it is cut. */
export const titleOf = (words) =>
	words
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, 2 * LONGEST_TITLE + 2)
		.replace(/^(.{79}).{2,}$/u, '$1…');

/** Texts one below the other, without the empty ones. */
export const joined = (texts, between = '\n') =>
	texts.filter(Boolean).join(between).slice(0, LONGEST);

/** The description: the words too, if the title does not hold them as they are. */
export const descriptionOf = (words, details) =>
	joined([titleOf(words) === words ? '' : words, details], '\n\n');

/** A sentence of Words with values in its places, such as {email}. */
export const filled = (sentence, values) =>
	sentence.replace(/\{(\w+)\}/g, (place, name) => `${values[name] ?? place}`);
