// Fails at the second failure of a post in one execution. Retry is another execution, which looks it up again.
/** @type {Item[]} */
const failed = $input.all().map(({ json }, item) => ({
	json: {
		...$('Words').itemMatching(item).json,
		failure: json.error?.message ?? json.error,
		execution: $execution.id,
	},
	pairedItem: { item },
}));
const earlier = Array.from({ length: $runIndex }, (_, run) => $('Once More').all(0, run)).flat();
/** @param {Item} item */
const keyOf = ({ json }) => `${json.execution} ${json.feedback_id}`;
const known = new Set(earlier.map(keyOf));
const again = failed.filter((one) => known.has(keyOf(one)));
if (again.length > 0) {
	throw new Error(again.map(({ json }) => `Post ${json.feedback_id}: ${json.failure}`).join('; '));
}

export default failed;
