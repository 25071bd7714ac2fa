// Many creates on /v2 as executions that workers run in parallel, and what became of them.
import type { N8nRest, WorkflowNode } from '../n8n-host/host.mts';
import { until } from '../n8n-host/host.mts';
import { inARow, uses } from '../e2e/workflows.mts';
import type { Sandbox } from '../sandbox/server.mts';

/** The documented limit of /v2, for a workspace. */
export const LIMIT = { requests: 300, windowMs: 60_000 };

/**
 * One production execution for each list of titles, all begun at once, through a webhook: n8n runs what is started by
 * hand in the main.
 */
export async function createDocuments(
	rest: N8nRest,
	sandbox: Sandbox,
	lists: string[][],
	meanwhile?: () => Promise<void>,
) {
	const path = `documents-${crypto.randomUUID()}`;
	const workflow = await createdBy(rest, sandbox, path);
	for (const titles of lists) await send(rest, path, titles);
	await meanwhile?.();
	const ids = await until(
		'all executions have ended',
		async () => {
			const all = await rest.executions(workflow);
			const over = all.filter(({ status }) => !['new', 'running', 'waiting'].includes(status));
			return over.length === lists.length && over.map(({ id }) => id);
		},
		{ timeoutMs: 1_500_000, everyMs: 1_000 },
	);
	const executions = await Promise.all(ids.map(async (id) => await rest.finished(id)));
	await rest.deactivate(workflow);
	return { executions, figures: counted(sandbox, lists.flat()) };
}

async function createdBy(rest: N8nRest, sandbox: Sandbox, path: string): Promise<string> {
	const credential = await rest.credentialFor(sandbox);
	const nodes: WorkflowNode[] = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
			webhookId: path,
		},
		{
			name: 'Titles',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'body.items' },
		},
		{
			name: 'Documents',
			type: 'n8n-nodes-customer-feedback.feedbackDocuments',
			parameters: {
				resource: 'document',
				operation: 'create',
				title: '={{ $json.title }}',
			},
			credentials: uses(credential),
		},
	];
	const workflow = await rest.createWorkflow(inARow(...nodes));
	await rest.activate(workflow);
	return workflow;
}

/** n8n 2 may still be registering the webhook of a workflow that has just been activated. */
async function send({ baseUrl }: N8nRest, path: string, titles: string[]): Promise<void> {
	await until('the webhook takes it', async () => {
		const answer = await fetch(`${baseUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items: titles.map((title) => ({ title })) }),
		});
		return answer.ok;
	});
}

export function counted(sandbox: Sandbox, titles: string[]) {
	const made = sandbox.rows('SELECT title FROM documents').map(({ title }) => String(title));
	const distinct = new Set(made);
	return {
		delivered: distinct.size,
		/** Titles that were handed to an execution and are in no document. */
		lost: titles.filter((title) => !distinct.has(title)).length,
		/** Documents beyond the first of their title. */
		doubled: made.length - distinct.size,
		/** Answers 429. */
		refused: sandbox.requests.filter(({ status }) => status === 429).length,
	};
}

export function titlesOf(list: string, count: number): string[] {
	return Array.from({ length: count }, (_, index) => `${list}, document ${index}`);
}
