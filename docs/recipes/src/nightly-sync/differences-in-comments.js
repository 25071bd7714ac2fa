// Marks what the table lacks, what it holds with other values, and what the service no longer has.
const id = 'comment_id';
const columns = ['feedback_id', 'comment', 'data_name', 'user_id', 'data_mail', 'admin_id', 'created', 'updated'];
const rows = new Map($('Saved Comments').all().filter(({ json }) => json[id]).map(({ json }) => [json[id], json]));
const texts = ['comment_id', 'feedback_id', 'user_id'];
const asText = (record) => Object.fromEntries(texts.map((name) => [name, record[name] === undefined || record[name] === null ? null : String(record[name])]));
const records = $input.all().filter(({ json }) => json[id]).map(({ json }) => ({ ...json, ...asText(json) }));
const ids = new Set(records.map((record) => record[id]));
const gone = [...rows.keys()].filter((one) => !ids.has(one));
if (rows.size > 20 && gone.length > rows.size / 2) {
	throw new Error('More than half of the rows are not in the service, so nothing was changed. Check that the table and the credential belong to the same workspace. If they were deleted on purpose, delete the table.');
}
const isSame = (row, record) => columns.every((name) => (row[name] ?? null) === (record[name] ?? null));
const toSave = records.filter((record) => !rows.has(record[id]) || !isSame(rows.get(record[id]), record));
export default [
	...toSave.map((record) => ({ json: { ...record, action: rows.has(record[id]) ? 'update' : 'insert' } })),
	...gone.map((one) => ({ json: { [id]: one, action: 'delete' } })),
];
