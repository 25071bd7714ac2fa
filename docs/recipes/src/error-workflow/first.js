import { safeLine } from './safe-line.js';

const HOUR = 3_600_000;

// In their order, a failure sends the message if 6 hours have passed since the one that did.
const { id, url } = $('Save').first().json;
// An unsent one of the same execution is from before a crash.
const isOther = (one) => one.id < id && (one.sent || !url || one.url !== url);
const rows = $input
	.all()
	.map(({ json }) => json)
	.filter((one) => one.id === id || isOther(one))
	.sort((a, b) => a.id - b.id);
/** @type {Json} */
let sender = { id: 0, createdAt: 0, sent: false };
let failures = 0;
for (const row of rows) {
	failures = row.sent ? 0 : failures + 1;
	const passed = Number(new Date(row.createdAt)) - Number(new Date(sender.createdAt));
	if (passed >= (sender.sent ? 6 * HOUR : HOUR / 60)) sender = row;
}
const said = Object.entries($('Cause').first().json).map(([name, value]) => [
	name,
	typeof value === 'string' ? safeLine(value) : value,
]);
export default sender.id === id ? [{ json: { ...Object.fromEntries(said), failures } }] : [];
