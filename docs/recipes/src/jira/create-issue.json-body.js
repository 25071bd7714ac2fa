export default ((words) =>
	JSON.stringify({
		fields: {
			project: { key: words['Project key'].trim() },
			issuetype: { name: words['Issue type'].trim() },
			summary: words.title || words['Issue text'],
			description: [
				[words['Issue text'], words.post_url].filter(Boolean).join(' '),
				'{noformat}',
				[words.original.title, words.original.description]
					.filter(Boolean)
					.map((text) => (typeof text === 'string' ? text : JSON.stringify(text)))
					.join('\n\n')
					.replace(/^([^]{29999})[^]{2,}$/, '$1…')
					.replace(/[\ud800-\udbff]…$/, '…')
					.replaceAll(/\{noformat/gi, '{ noformat'),
				'{noformat}',
			].join('\n'),
			labels: [`${words.Label.trim()}-${words.feedback_id}`],
		},
	}))($('Words').item.json);
