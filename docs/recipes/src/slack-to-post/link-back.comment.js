export default [
	$('Plain Text').first().json.permalink,
	$json.existed ? $('Plain Text').first().json.text : '',
]
	.filter(Boolean)
	.join('\n');
