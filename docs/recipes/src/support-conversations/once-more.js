// Fails, and says why. Retry is another execution: it goes on from here, looks whether the conversation was queued, and queues it.
const { execution, reference, wrong, kind } = $('Check').first().json;
const { error } = $input.first().json;
if (kind === 'refused' || execution === $execution.id) {
	throw new Error(
		`Conversation ${reference || 'without a reference'}: ${wrong || (error.message ?? error)}`,
	);
}
export default $('Words').all();
