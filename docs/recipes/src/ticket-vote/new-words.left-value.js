export default !$json.error &&
	$('Saved Words')
		.all(0)
		.every(
			({ json }) =>
				String(json.comment ?? '')
					.replace(/\s+/g, ' ')
					.trim() !== $('Texts').first().json.line,
		);
