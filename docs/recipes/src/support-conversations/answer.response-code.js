export default ((code) =>
	code === 0
		? $json.wrong || $json.error
			? 422
			: 200
		: code === 400
			? 422
			: (code > 400 && code < 500 && code !== 408 && code !== 429) ||
				  $json.error.key === 'upgrade_required'
				? 424
				: 502)(Number($json.error?.httpCode ?? 0));
