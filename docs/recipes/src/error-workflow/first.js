// In their order, a failure sends the message if 6 hours have passed since the one that did.
const { id, url } = $('Save').first().json;
// An unsent one of the same execution is from before a crash.
const isOther = (one) => one.id < id && (one.sent || !url || one.url !== url);
const rows = $input.all().map(({ json }) => json).filter((one) => one.id === id || isOther(one));
let sender;
let failures = 0;
for (const row of rows.sort((a, b) => a.id - b.id)) {
	failures = row.sent ? 0 : failures + 1;
	const passed = new Date(row.createdAt) - new Date(sender?.createdAt ?? 0);
	if (passed >= (sender?.sent ? 6 * 3_600_000 : 60_000)) sender = row;
}
export default sender.id === id ? [{ json: { ...$('Cause').first().json, failures } }] : [];
