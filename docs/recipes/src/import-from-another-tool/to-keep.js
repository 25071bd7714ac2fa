// The votes, the metadata and the private comments of these rows. One item for each post that gets comments.
const kept = $input.all().map(({ json }) => json).filter((row) => row.feedback_id);
const comments = new Map();
for (const { key, feedback_id, comment } of kept.filter((row) => row.comment)) {
	comments.set(feedback_id, [...(comments.get(feedback_id) ?? []), { key, comment }]);
}
export default [
	...[...comments].map(([feedback_id, texts]) => ({ do: 'comments', feedback_id, comments: texts })),
	...kept.flatMap(({ key, feedback_id, metadata }) => Object.entries(metadata).filter(([, value]) => value).map(([name, value]) => ({ do: 'metadata', key, feedback_id, name, value }))),
	...kept.flatMap(({ key, feedback_id, voters }) => voters.map((user_id) => ({ do: 'vote', key, feedback_id, user_id }))),
].map((json) => ({ json }));
