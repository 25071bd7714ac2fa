export default ((code) =>
	code === undefined
		? $json.deleted
			? 200
			: $json.error
				? 422
				: 404
		: code === 400
			? 422
			: (code > 400 && code < 500 && code !== 408 && code !== 429) ||
				  $json.error.key === 'upgrade_required'
				? 424
				: 502)($json.error?.httpCode === undefined ? undefined : Number($json.error.httpCode));
