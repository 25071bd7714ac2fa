// A thousand groups through the documented limit of 300 requests in 60 s, in a real n8n: all there, none twice, no request
// refused, and hardly longer than the limit makes it take. Both scenes at once, each with a service of its own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { N8nHost, StoredCredential, WorkflowNode } from '../n8n-host/host.mts';
import { startN8n } from '../n8n-host/host.mts';
import { onItems, uses } from '../e2e/workflows.mts';
import { startSandbox } from '../sandbox/server.mts';

const LIMIT = { requests: 300, windowMs: 60_000 };
const GROUPS = 1000;
/** 300 at once, 300 after each of three minutes, at the most: the last hundred go after three. */
const LEAST_MS = (Math.ceil(GROUPS / LIMIT.requests) - 1) * LIMIT.windowMs;
const MOST_MS = 1.15 * LEAST_MS;

let n8n: N8nHost;
beforeAll(async () => {
	n8n = await startN8n();
});
afterAll(async () => await n8n?.stop());

describe.concurrent('1,000 groups', () => {
	test.each([
		['one workflow', 1],
		['two workflows at once, with one credential', 2],
	])('%s', async (what, workflows) => {
		const sandbox = await startSandbox({ v2Limit: LIMIT });
		try {
			const { baseUrl, apiKey } = sandbox;
			const credential = await n8n.rest.createCredential('feedbackBearerApi', { baseUrl, apiKey });
			const start = performance.now();
			const runs = Array.from({ length: workflows }, async (_, turn) => {
				const ids = Array.from({ length: GROUPS / workflows }, (_, n) => ({ id: `${turn}-${n}` }));
				const workflow = await n8n.rest.createWorkflow(onItems(ids, groupsNode(credential)));
				return await n8n.rest.run(workflow, 'Start', { timeoutMs: 500_000 });
			});
			const executions = await Promise.all(runs);
			const tookMs = performance.now() - start;

			const refused = sandbox.requests.filter(({ status }) => status === 429).length;
			const rows = sandbox.rows('SELECT data_id FROM groups').map(({ data_id }) => data_id);
			console.log(
				`${what}: ${rows.length} groups in ${Math.round(tookMs / 100) / 10} s (at least ${LEAST_MS / 1000} s), ` +
					`${sandbox.requests.length} requests, ${refused} answered 429`,
			);
			for (const [turn, execution] of executions.entries()) {
				expect(execution.error).toBeUndefined();
				const made = execution.json('Groups').map(({ data_id }) => data_id as string);
				expect(made).toEqual(made.map((_, n) => `${turn}-${n}`));
			}
			expect(rows).toHaveLength(GROUPS);
			expect(new Set(rows).size).toBe(GROUPS);
			expect(sandbox.requests).toHaveLength(GROUPS);
			expect(refused).toBe(0);
			expect(tookMs).toBeLessThanOrEqual(MOST_MS);
		} finally {
			await sandbox.close();
		}
	});
});

function groupsNode(credential: StoredCredential): WorkflowNode {
	return {
		name: 'Groups',
		type: 'n8n-nodes-customer-feedback.feedbackGroups',
		parameters: {
			resource: 'group',
			operation: 'create',
			id: '={{ $json.id }}',
			simplify: true,
		},
		credentials: uses(credential),
	};
}
