export default 'Conversation ' +
	($('Check').first().json.reference || 'without a reference') +
	': ' +
	($json.wrong || ($json.error.message ?? $json.error));
