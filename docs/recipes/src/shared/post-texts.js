const LONGEST_TITLE = 80;

/** The title of a post: one line of its words, with a mark where it is cut. */
export const titleOf = (words) =>
	words
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, 2 * LONGEST_TITLE + 2)
		.replace(/^(.{79}).{2,}$/u, '$1…');

/** Texts one below the other, without the empty ones. They stay whole: what is too long, the service refuses. */
export const textOfLines = (lines) => lines.filter(Boolean).join('\n');

/** The description: the words too, if the title does not hold them as they are. */
export const descriptionOf = (words, details) =>
	[titleOf(words) === words ? '' : words, details].filter(Boolean).join('\n\n');
