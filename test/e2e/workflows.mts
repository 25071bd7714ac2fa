import type {
	Execution,
	N8nRest,
	StoredCredential,
	WorkflowDraft,
	WorkflowNode,
} from '../n8n-host/host.mts';
import { everySeconds } from '../n8n-host/host.mts';

export const credentialTypes = ['feedbackBearerApi', 'feedbackBasicApi'] as const;

type Settings = Pick<WorkflowNode, 'onError'> & { retryOnFail?: boolean };

export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value });

/** The node under test. What it does to each item is `operation` with `parameters`; these may be expressions. */
export function postsNode(
	operation: string,
	parameters: Record<string, unknown>,
	credential: StoredCredential,
	settings: Settings = {},
): WorkflowNode {
	return {
		name: 'Posts',
		type: 'n8n-nodes-customer-feedback.feedback',
		parameters: { resource: 'post', operation, ...parameters, authentication: credential.type },
		credentials: uses(credential),
		...settings,
	};
}

export function triggerNode(
	parameters: Record<string, unknown>,
	credential: StoredCredential,
): WorkflowNode {
	return {
		name: 'Trigger',
		type: 'n8n-nodes-customer-feedback.feedbackTrigger',
		parameters: {
			pollTimes: everySeconds(1),
			...parameters,
			authentication: credential.type,
		},
		credentials: uses(credential),
	};
}

/** Where `N8nRest.delivered` looks for what arrives. */
export const done: WorkflowNode = { name: 'Done', type: 'n8n-nodes-base.noOp' };

export const watching = (parameters: Record<string, unknown>, credential: StoredCredential) =>
	inARow(triggerNode(parameters, credential), done);

/** Nodes one after the other, from a manual trigger whose items are pinned. */
export function onItems(input: Record<string, unknown>[], ...nodes: WorkflowNode[]): WorkflowDraft {
	const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
	return { ...inARow(start, ...nodes), pinData: { Start: input.map((json) => ({ json })) } };
}

export function inARow(...nodes: WorkflowNode[]): WorkflowDraft {
	return {
		name: nodes.map(({ name }) => name).join(', '),
		nodes,
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, at) => [
					nodes[at].name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
	};
}

/** Runs one operation once for each input item and gives the execution, good or bad. */
export async function runPosts(
	n8n: N8nRest,
	credential: StoredCredential,
	operation: string,
	parameters: Record<string, unknown>,
	{ input = [{}], ...settings }: Settings & { input?: Record<string, unknown>[] } = {},
): Promise<Execution> {
	const node = postsNode(operation, parameters, credential, settings);
	const workflow = await n8n.createWorkflow(onItems(input, node));
	return await n8n.run(workflow, 'Start');
}

export function uses({ type, id, name }: StoredCredential): WorkflowNode['credentials'] {
	return { [type]: { id, name } };
}
