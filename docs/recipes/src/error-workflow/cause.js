/** n8n names no step if a workflow cannot be started. */
const stepOf = ({ lastNodeExecuted, error }) => lastNodeExecuted ?? error?.node?.name ?? '';

/**
 * What failed. Workflow, step and reason are the cause, and numbers in it do not count.
 * @param {Json} event
 */
function failureOf({ workflow = {}, execution, trigger }) {
	const failed = execution ?? trigger ?? {};
	const { message = '', description = '' } = failed.error ?? {};
	const node = stepOf(failed);
	return {
		event: node ? 'failed' : 'notStarted',
		workflow: workflow.name,
		node,
		reason: String(message),
		description: String(description ?? '').replaceAll('<br>', ' '),
		url: execution?.url ?? '',
		cause: [workflow.id, node, String(message).replace(/\d+/g, '0')].join(' ').slice(0, 300),
	};
}

/**
 * The syncs that did not run.
 * @param {Json} event
 */
const delayOf = ({ late, hours }) => ({
	event: 'late',
	workflow: late,
	hours,
	url: '',
	cause: `late ${late}`.slice(0, 300),
});

const { json } = $input.first();
export default [{ json: json.late ? delayOf(json) : failureOf(json) }];
