export default $('Words').first().json['Not imported'] +
	' ' +
	[...new Set($input.all().map(({ json }) => json.why))]
		.slice(0, 50)
		.map((why) => ({
			why,
			rows: $input
				.all()
				.map(({ json }) => json)
				.filter((one) => one.why === why),
		}))
		.map(
			({ why, rows }) =>
				rows
					.slice(0, 10)
					.map(({ row }) => `row ${row}`)
					.join(', ') +
				(rows.length > 10
					? ` and ${rows.length - 10} more`
					: rows.length === 1
						? `, ${rows[0].title}`
						: '') +
				`: ${why}`,
		)
		.join('; ');
