// Marks the rows that the service no longer has. Postgres takes no character 0, and no date of zeros.
const id = 'feedback_id';
const saved = new Set($('Saved Posts').all().map(({ json }) => json[id]).filter(Boolean));
const asText = (value) => (value === undefined || value === null ? null : String(value).replaceAll('\u0000', ''));
const asDate = (value) => value?.replace(/^0000-.*/, '') || null;
const records = $input.all().filter(({ json }) => json[id]).map(({ json }) => {
	const texts = ['feedback_id', 'user_id', 'title', 'data_mail', 'description'].map((name) => [name, asText(json[name])]);
	return { ...json, ...Object.fromEntries(texts), created: asDate(json.created), updated: asDate(json.updated) };
});
const ids = new Set(records.map((record) => record[id]));
const gone = [...saved].filter((one) => !ids.has(one));
if (saved.size > 20 && gone.length > saved.size / 2) {
	throw new Error('More than half of the rows are not in the service, so nothing was changed. Check that the table and the credential belong to the same workspace. If they were deleted on purpose, delete the table.');
}
export default [
	...records.map((record) => ({ json: { ...record, isNew: !saved.has(record[id]) } })),
	...gone.map((one) => ({ json: { [id]: one, isGone: true } })),
];
