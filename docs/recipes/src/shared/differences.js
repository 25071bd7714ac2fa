const IDS = ['feedback_id', 'comment_id', 'user_id'];
const DATES = ['created', 'updated'];

/** A value as a table holds it. Postgres takes no character 0, and no date of zeros. */
function valueOf(name, value) {
	if (value === undefined || value === null) return null;
	if (IDS.includes(name)) return String(value);
	if (typeof value !== 'string') return value;
	return DATES.includes(name) ? value.replace(/^0000-.*/, '') || null : value.replaceAll('\0', '');
}

/** What to insert, update and delete, so that the rows of a table are as the records. The first column is the ID. */
export function differences(rows, records, columns) {
	const [id] = columns;
	const saved = new Map(rows.filter((row) => row[id]).map((row) => [row[id], row]));
	const current = records
		.filter((record) => record[id])
		.map((record) =>
			Object.fromEntries(columns.map((name) => [name, valueOf(name, record[name])])),
		);
	const ids = new Set(current.map((record) => record[id]));
	const gone = [...saved.keys()].filter((one) => !ids.has(one));
	if (saved.size > 20 && gone.length > saved.size / 2) {
		throw new Error(
			'More than half of the rows of this table are not in the service, so it was left as it is. Check that the table and the credential belong to the same workspace. If they were deleted on purpose, delete the table.',
		);
	}
	// Of Postgres, rows are read with their IDs alone, so each one is saved again.
	const isSame = (row, record) => columns.every((name) => (row[name] ?? null) === record[name]);
	return [
		...current
			.filter((record) => !saved.has(record[id]) || !isSame(saved.get(record[id]), record))
			.map((record) => ({ ...record, action: saved.has(record[id]) ? 'update' : 'insert' })),
		...gone.map((one) => ({ [id]: one, action: 'delete' })),
	];
}
