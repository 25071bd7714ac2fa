// A row that was saved has an ID.
export default JSON.stringify({
	queued: Boolean($json.id),
	message:
		$json.wrong ||
		$json.error?.message ||
		$json.error ||
		($json.id ? '' : $('Words').first().json.again),
});
