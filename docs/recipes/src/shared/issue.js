/** What an issue says of a post, as Words gives it: its line with the link, and the words as they were written, to 30,000 characters. */
export const issueOf = (words) => ({
	title: words.title || words['Issue text'],
	line: [words['Issue text'], words.post_url].filter(Boolean).join(' '),
	text: [words.original.title, words.original.description]
		.filter(Boolean)
		.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
		.join('\n\n')
		.replace(/^([^]{29999})[^]{2,}$/, '$1…')
		.replace(/[\ud800-\udbff]…$/, '…'),
	labels: [`${words.Label.trim()}-${words.feedback_id}`],
});
