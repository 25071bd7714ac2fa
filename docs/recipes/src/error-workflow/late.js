const HOUR = 3_600_000;

/** When each sync ran last. */
function lastRuns(runs) {
	const last = new Map();
	for (const { sync, started } of runs) {
		const at = Date.parse(started);
		if (sync && !(last.get(sync) >= at)) last.set(sync, at);
	}
	return [...last];
}

const { hours } = $('Late After').first().json;
const runs = $input.all().map(({ json }) => json);
const late = lastRuns(runs)
	.filter(([, at]) => !(Date.now() - at < hours * HOUR))
	.map(([sync]) => sync)
	.sort();
export default late.length > 0 ? [{ json: { late: late.join(', '), hours } }] : [];
