export default JSON.stringify({
	saved: $('Vote').isExecuted,
	voted: $('Vote').isExecuted && !$json.error,
	post: $('Vote').isExecuted ? $('Create or Find').first(0).json.feedback_id : null,
	status: $('Vote').isExecuted ? ($('Create or Find').first(0).json.status ?? null) : null,
	message: $json.wrong || $json.error?.message || $json.error || '',
});
