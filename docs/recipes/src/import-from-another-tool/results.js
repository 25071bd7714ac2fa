// What came of each row of this piece.
const failed = new Map();
for (const [step, from, output] of [['Keep Comments', 'New Comments', 0], ['Set Metadata', 'Which', 1], ['Vote', 'Which', 2]]) {
	if (!$(step).isExecuted) continue;
	const sent = $(from).all(output);
	for (const [at, { json }] of $(step).all().entries()) {
		const { key, failed: why } = sent[at]?.json ?? {};
		if (json.error) failed.set(key, step + ': ' + (why || (json.error.message ?? json.error)));
	}
}
const rows = $input.all().map(({ json }) => {
	const { key, row, shown, refused, result, notes, error, feedback_id } = json;
	const title = json.title || shown;
	const why = refused || (error ? error.message ?? error : failed.get(key));
	return { key, row, title, result: why ? 'refused' : result, why: why || notes, feedback_id };
});
const { leftOut } = $input.first().json;
if (leftOut) rows.unshift({ key: 'columns ' + leftOut, row: 1, title: leftOut, result: 'left out', why: 'Words does not name this column, or another one was read in its place. Write it first in Words, if it is to be imported.', feedback_id: null });
export default rows.map((json) => ({ json }));
