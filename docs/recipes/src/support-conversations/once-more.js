// Fails, and says why. Retry is another execution: it begins again with what a person has changed in Words, and queues it.
const { execution, reference, wrong } = $('Check').first().json;
const { error } = $input.first().json;
if (execution === $execution.id) {
	throw new Error(
		`Conversation ${reference || 'without a reference'}: ${wrong || (error.message ?? error)}`,
	);
}
export default [{ json: {} }];
