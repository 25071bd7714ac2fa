// The posts of an issue that is done, by its labels. Do not edit: Label and Done if stand in Words.
const words = $('Words').first().json;
const label = words.Label.trim();
const done = words['Done if'].split(/[,;\n]/).map((one) => one.trim().toLowerCase()).filter(Boolean);
if (done.length === 0) throw new Error("'Done if' in Words is empty.");
export default $input.all().flatMap(({ json: { wrong, key, labels, resolution } }, item) => {
	if (wrong || !done.includes(String(resolution).trim().toLowerCase())) return [];
	const posts = labels.map((one) => /^(.*)-(\d+)$/.exec(one) ?? []).flatMap(([, own, feedback_id]) => own === label ? [feedback_id] : []);
	return [...new Set(posts)].map((feedback_id) => ({ json: { feedback_id, key }, pairedItem: { item } }));
});
