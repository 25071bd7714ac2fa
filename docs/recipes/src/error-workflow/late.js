// The syncs whose newest run is too long ago.
const { hours } = $('Late After').first().json;
const newest = new Map();
for (const { json: { sync, started } } of $input.all()) {
	const at = Date.parse(started);
	if (sync && !(newest.get(sync) >= at)) newest.set(sync, at);
}
const late = [...newest].filter(([, at]) => !(Date.now() - at < hours * 3_600_000)).map(([sync]) => sync);
export default late.length > 0 ? [{ json: { late: late.sort().join(', '), hours } }] : [];
