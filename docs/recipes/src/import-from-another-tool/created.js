// Each row of this piece with its post, or why there is none.
const outcomes = (step, sent) => (sent.length > 0 ? $(step).all().map(({ json }, at) => [sent[at].json, json]) : []);
const pairs = [...outcomes('Create by Author', $('With Author').all(0)), ...outcomes('Create Post', $('With Author').all(1))];
export default pairs
	.sort(([a], [b]) => a.row - b.row)
	.map(([row, { feedback_id = null, error = null }]) => ({ json: { ...row, feedback_id, error } }));
