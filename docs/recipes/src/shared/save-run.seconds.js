export default Math.round(
	$now.diff(DateTime.fromISO($('Every Night').first().json.timestamp ?? $now.toISO()), 'seconds')
		.seconds,
);
