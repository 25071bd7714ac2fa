// What n8n's AI builders read of the nodes, from n8n's own MCP server: whether they find the trigger, whether each operation
// is explained by itself, and whether what they build of it passes n8n's validation and runs.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { actionNodes, operations, type PublishedNode, trigger } from '../contract/nodes.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { needs } from '../versions/needs.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { sharedN8n } from './session.mts';
import { uses } from './workflows.mts';

const n8n = await sharedN8n();
const idOf = ({ description }: PublishedNode) => `${packageJson.name}.${description.name}`;

let client: Client;

ownSandbox();
beforeAll(async () => {
	if (isBefore('2.41')) return;
	await n8n.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await n8n.request<{ apiKey: string }>('GET', '/mcp/api-key');
	client = new Client({ name: 'test', version: '1.0.0' });
	const address = new URL(`${inject('n8n').baseUrl}/mcp-server/http`);
	const headers = { authorization: `Bearer ${apiKey}` };
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
});

beforeEach((context) => needs('2.41', 'has no such MCP server', context));

afterAll(async () => {
	await client?.close();
});

async function call(name: string, input: Record<string, unknown>): Promise<string> {
	const { content } = await client.callTool({ name, arguments: input });
	return (content as Array<{ text: string }>)[0].text;
}

const definitionOf = async (nodeId: string) =>
	await call('get_node_types', { nodeIds: [{ nodeId }] });

// "feature request trigger" finds n8n's own triggers, by the last word alone.
test.each([
	'feedback',
	'new feedback',
	'product feedback',
	'user feedback',
	'feedback trigger',
	'feedback status changed',
	'nps response trigger',
	'customer feedback trigger',
	'new feature request',
])('a builder that searches for "%s" reads of the trigger', async (query) => {
	expect(await call('search_nodes', { queries: [query] })).toContain(idOf(trigger));
});

test.each(actionNodes)(
	'$name is explained operation by operation, each in words about itself',
	async (node) => {
		const own = operations.filter((one) => one.node === node);
		const blocks = (await definitionOf(idOf(node))).split(/^(?=\/\*\* )/m);
		for (const { resource, operation } of own) {
			const block = blocks.find(
				(text) =>
					text.includes(`resource: '${resource.value}';`) &&
					text.includes(`operation: '${operation.option.value}';`),
			)!;
			expect(block.split('\n')[0]).toBe(`/** ${resource.description} */`);
			expect(block).toContain(` * ${operation.option.description}\n`);
			expect(block).toMatch(/ \* Output: \{ \w+: /);
			const ofOthers = own
				.filter((one) => one.resource !== resource)
				.flatMap((one) => [one.resource.description, one.operation.option.description])
				.filter((text) => text !== operation.option.description);
			for (const text of ofOthers) expect(block).not.toContain(text);
		}
	},
);

test('the trigger is explained with its events, their items, and that they come once', async () => {
	const definition = await definitionOf(idOf(trigger));
	const { searchHint, extraTypeDefContent } = trigger.description.builderHint!;
	expect(definition).toContain(` * @builderHint ${searchHint}`);
	for (const line of extraTypeDefContent![0].content.split('\n')) {
		expect(definition).toContain(` * ${line}\n`);
	}
});

test("a workflow that is built from what was read passes n8n's validation and runs: the ticket is a vote of the customer", async () => {
	const type = idOf(actionNodes.find(({ description }) => description.name === 'feedback')!);
	const definition = await definitionOf(type);
	for (const name of ['postId', 'vote', 'user_id', 'data_mail', 'feedback_id']) {
		expect(definition, name).toMatch(new RegExp(`\\b${name}\\b`));
	}
	const credential = await n8n.credentialFor(sandbox);
	const [post] = sandbox.createPosts(1);
	const [user] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
	const code = `
		const ticket = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Ticket',
			output: [{}] } });
		const vote = node({ type: '${type}', version: 1, config: { name: 'Vote',
			parameters: { resource: 'vote', operation: 'upsert', vote: 1,
				postId: { __rl: true, mode: 'id', value: '${post}' },
				user_id: { __rl: true, mode: 'data_mail', value: 'ada@example.com' } },
			credentials: { feedbackBearerApi: newCredential('Feedback') },
			output: [{ feedback_id: 1, vote: 1 }] } });
		export default workflow('vote', 'Ticket to vote').add(ticket).to(vote);`;
	const verdict = JSON.parse(await call('validate_workflow', { code }));
	expect(verdict).toEqual({ valid: true, nodeCount: expect.any(Number) });
	const { workflowId } = JSON.parse(
		await call('create_workflow_from_code', { code, name: 'Ticket to vote' }),
	);
	const workflow = await n8n.workflow(workflowId);
	for (const node of workflow.nodes) if (node.type === type) node.credentials = uses(credential);
	await n8n.request('PATCH', `/workflows/${workflowId}`, workflow);
	sandbox.requests.length = 0;
	const execution = await n8n.run(workflowId, 'Ticket');
	expect(execution.error).toBeUndefined();
	expect(sandbox.requests.at(-1)).toMatchObject({
		path: `/v1/post/${post}/vote`,
		body: { vote: 1, user_id: user },
	});
});
