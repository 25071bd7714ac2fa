// Once a month: a second run in the same month saves nothing.
const month = $now.toFormat('yyyy-MM');
const isSaved = $('Saved Votes')
	.all()
	.some(({ json }) => json.month === month);
export default $('Posts')
	.all()
	.filter(({ json }) => !isSaved && json.feedback_id !== undefined)
	.map(({ json }) => ({
		json: { feedback_id: `${json.feedback_id}`, votes: json.total_sum ?? 0, month },
	}));
