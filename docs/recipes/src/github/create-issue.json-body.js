import { issueOf } from '../shared/issue.js';

export default (({ title, line, text, labels }) =>
	JSON.stringify({
		title,
		body: line + '\n\n' + text.replace(/\r\n?/g, '\n').replace(/^/gm, '    '),
		labels,
	}))(issueOf($('Words').item.json));
