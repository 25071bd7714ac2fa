export default ((words) =>
	JSON.stringify({
		title: words.title || words['Issue text'],
		body:
			[words['Issue text'], words.post_url].filter(Boolean).join(' ') +
			'\n\n' +
			[words.original.title, words.original.description]
				.filter(Boolean)
				.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
				.join('\n\n')
				.replace(/^([^]{29999})[^]{2,}$/, '$1…')
				.replace(/[\ud800-\udbff]…$/, '…')
				.replace(/\r\n?/g, '\n')
				.replace(/^/gm, '    '),
		labels: [`${words.Label.trim()}-${words.feedback_id}`],
	}))($('Words').item.json);
