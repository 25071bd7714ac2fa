// n8n keeps this for the next digest, but not of a manual run.
const posts = $('Open Posts')
	.all()
	.map(({ json }) => json)
	.filter(({ feedback_id }) => feedback_id);
$getWorkflowStaticData('global').votes = Object.fromEntries(
	posts.map(({ feedback_id, total_sum }) => [feedback_id, total_sum]),
);
export default [];
