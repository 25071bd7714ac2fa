export default !$('Create Post').isExecuted
	? $('Words').first().json.nothing
	: [
			($('Create Post').first().json.existed
				? $('Words').first().json.added
				: $('Words').first().json.saved
			).replaceAll('{id}', $('Create Post').first().json.feedback_id),
			$('Create Post').first().json.post_url,
		]
			.filter(Boolean)
			.join(' ');
