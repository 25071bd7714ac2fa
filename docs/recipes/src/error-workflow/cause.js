// Workflow, step and reason are the cause. Numbers in it do not count.
const { workflow, execution, trigger, late, hours } = $input.first().json;
const lateItem = { event: 'late', workflow: late, hours, url: '', cause: ('late ' + late).slice(0, 300) };
const failed = execution ?? trigger ?? {};
const { message, description, node: at } = failed.error ?? {};
// n8n names no step if a workflow cannot be started.
const node = failed.lastNodeExecuted ?? at?.name ?? '';
const reason = String(message ?? '');
const cause = [workflow?.id, node, reason.replace(/\d+/g, '0')].join(' ').slice(0, 300);
const words = { workflow: workflow?.name, node, reason, description: String(description ?? '').replaceAll('<br>', ' ') };
const failedItem = { event: node ? 'failed' : 'notStarted', ...words, url: execution?.url ?? '', cause };
export default [{ json: late ? lateItem : failedItem }];
