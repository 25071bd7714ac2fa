export default [$('Words').first().json.comment.replaceAll('{email}', () => $('Check').first().json.email),
	...($json.existed ? [$('Check').first().json.idea, $('Check').first().json.details] : []),
	...Object.entries($('Form').first().json).filter(([name]) => !['idea', 'details', 'email'].some((part) => $('Words').first().json[part] === name) && !['submittedAt', 'formMode', 'formQueryParameters'].includes(name)).map(([name, value]) => name + ': ' + (typeof value === 'string' ? value : JSON.stringify(value)))]
	.filter(Boolean).join('\n').slice(0, 50000);
