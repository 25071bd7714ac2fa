export default JSON.stringify({
	formSubmittedText:
		!$('Idea').first().json.isComplete || $json.error?.errors
			? $('Idea').first().json.refused
			: $json.error
				? $('Words').first().json.failed
				: $('Words').first().json.thanks,
});
