// Leaves out what an earlier run has written, and what could not be compared.
const squeezed = (text) => String(text ?? '').normalize().replace(/<\/?[a-z][a-z\d]*(\s[^<>]*)?\/?>/gi, '').replace(/\s+/g, ' ').trim();
const read = $('Their Comments').all();
export default $('Which').all(0).flatMap(({ json: { feedback_id, comments } }, at) => {
	const failed = read.find(({ json, pairedItem }) => json.error && (pairedItem?.item ?? pairedItem) === at)?.json.error;
	const there = new Set(read.map(({ json }) => json).filter((one) => one.feedback_id === feedback_id).map((one) => squeezed(one.comment)));
	const left = comments.filter(({ comment }) => !there.has(squeezed(comment)));
	return left.map(({ key, comment }) => ({ json: { key, feedback_id, comment: failed ? '' : comment, failed: failed ? (failed.message ?? failed) : '' } }));
});
