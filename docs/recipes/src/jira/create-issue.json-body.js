import { issueOf } from '../shared/issue.js';

export default ((words, { title, line, text, labels }) =>
	JSON.stringify({
		fields: {
			project: { key: words['Project key'].trim() },
			issuetype: { name: words['Issue type'].trim() },
			summary: title,
			description: [
				line,
				'{noformat}',
				text.replaceAll(/\{noformat/gi, '{ noformat'),
				'{noformat}',
			].join('\n'),
			labels,
		},
	}))($('Words').item.json, issueOf($('Words').item.json));
