export default !$('Create Post').isExecuted
	? $('Words').first().json.nothing
	: [
			($('Create Post').first().json.existed
				? $('Words').first().json.added
				: $('Words').first().json.saved
			).replaceAll('{id}', $('Create Post').first().json.feedback_id),
			$('Words')
				.first()
				.json['Post address'].trim()
				.replace(
					/(?:(?<=[/=#])\d+-[^/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^/=?#\d-]*-[^/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^/]*\/\/[^/]+\/\p{L}+)/u,
					(id) => (id ? '' : '/'),
				)
				.replace(/^[^]*[\p{L}\d:.]$/u, '')
				.replace(/^[^]+$/, (start) => start + $('Create Post').first().json.feedback_id),
		]
			.filter(Boolean)
			.join(' ');
