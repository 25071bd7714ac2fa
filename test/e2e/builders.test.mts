// What n8n's AI builders read of the nodes, from n8n's own MCP server: whether they find the trigger, whether each operation
// is explained by itself, and whether what they build of it passes n8n's validation and runs.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nodes, operations, type PublishedNode } from '../contract/nodes.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { needs } from '../versions/needs.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { sharedN8n } from './session.mts';
import { uses } from './workflows.mts';

const n8n = await sharedN8n();
const idOf = ({ description }: PublishedNode) => `${packageJson.name}.${description.name}`;
const [trigger] = nodes.filter(({ description }) => description.polling);
const actionNodes = nodes.filter((node) => node !== trigger);

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

describe.each(actionNodes)('$name', (node) => {
	const own = operations.filter((one) => one.node === node);

	test('is explained operation by operation, each in words about itself', async () => {
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
	});
});

test('the trigger is explained with its events, their items, and that they come once', async () => {
	const definition = await definitionOf(idOf(trigger));
	const { searchHint, extraTypeDefContent } = trigger.description.builderHint!;
	expect(definition).toContain(` * @builderHint ${searchHint}`);
	for (const line of extraTypeDefContent![0].content.split('\n')) {
		expect(definition).toContain(` * ${line}\n`);
	}
});

describe('a workflow that is built from what was read', () => {
	const posts = 'n8n-nodes-customer-feedback.feedback';
	interface Built {
		name: string;
		/** Parameters that it sets, and fields of the output that its expressions read: the definition has to say them. */
		reads: Array<[nodeId: string, ...names: string[]]>;
		code(post: number): string;
	}
	const credentials = `credentials: { feedbackBearerApi: newCredential('Feedback') }`;
	const chat = `node({ type: 'n8n-nodes-base.httpRequest', version: 4.3, config: { name: 'Chat', parameters: {
		method: 'POST', url: 'https://chat.example.com/hook', sendBody: true, specifyBody: 'json',
		jsonBody: expr('{{ { "text": $json.title + " (" + $json.total_sum + ")", "id": $json.eventId } }}') },
		output: [{}] } })`;

	const built: Built[] = [
		{
			name: 'New post to chat',
			reads: [[idOf(trigger), 'events', 'newPost', 'title', 'total_sum', 'eventId']],
			code: () => `
				const fires = trigger({ type: '${idOf(trigger)}', version: 1, config: { name: 'New Post',
					parameters: { events: ['newPost'] }, ${credentials},
					output: [{ event: 'newPost', title: 'Export', total_sum: 1, eventId: 'newPost:1' }] } });
				const tell = ${chat};
				export default workflow('chat', 'New post to chat').add(fires).to(tell);`,
		},
		{
			name: 'Nightly sync',
			reads: [
				[
					posts,
					'returnAll',
					'filters',
					'changedSince',
					'feedback_id',
					'title',
					'status',
					'updated',
				],
			],
			code: () => `
				const nightly = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.2, config: { name: 'Nightly',
					parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 2 }] } }, output: [{}] } });
				const changed = node({ type: '${posts}', version: 1, config: { name: 'Changed Posts',
					parameters: { resource: 'post', operation: 'getAll', returnAll: true,
						filters: { changedSince: expr('{{ $now.minus({ days: 2 }) }}') } }, ${credentials},
					output: [{ feedback_id: 1, title: 'Export', status: 'open', updated: '2026-01-01 00:00:00' }] } });
				const rows = node({ type: 'n8n-nodes-base.set', version: 3.4, config: { name: 'Rows', parameters: {
					mode: 'manual', assignments: { assignments: [
						{ id: 'id', name: 'id', value: expr('{{ $json.feedback_id }}'), type: 'number' },
						{ id: 'status', name: 'status', value: expr('{{ $json.status }}'), type: 'string' }] } },
					output: [{ id: 1, status: 'open' }] } });
				export default workflow('sync', 'Nightly sync').add(nightly).to(changed).to(rows);`,
		},
		{
			name: 'Ticket to vote',
			reads: [[posts, 'postId', 'vote', 'user_id', 'data_mail', 'feedback_id']],
			code: (post) => `
				const ticket = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Ticket',
					output: [{}] } });
				const vote = node({ type: '${posts}', version: 1, config: { name: 'Vote',
					parameters: { resource: 'vote', operation: 'upsert', vote: 1,
						postId: { __rl: true, mode: 'id', value: '${post}' },
						user_id: { __rl: true, mode: 'data_mail', value: 'ada@example.com' } }, ${credentials},
					output: [{ feedback_id: 1, vote: 1 }] } });
				export default workflow('vote', 'Ticket to vote').add(ticket).to(vote);`,
		},
	];

	test.each(built)("passes n8n's validation: $name", async ({ name, reads, code }) => {
		for (const [nodeId, ...names] of reads) {
			const definition = await definitionOf(nodeId);
			for (const one of names) expect(definition, one).toMatch(new RegExp(`\\b${one}\\b`));
		}
		const said = JSON.parse(await call('validate_workflow', { code: code(1) }));
		expect(said, name).toEqual({ valid: true, nodeCount: expect.any(Number) });
	});

	test('runs: the ticket is a vote of the customer', async () => {
		const credential = await n8n.credentialFor(sandbox);
		const [post] = sandbox.createPosts(1);
		const [user] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
		const code = built[2].code(post);
		const said = JSON.parse(
			await call('create_workflow_from_code', { code, name: 'Ticket to vote' }),
		);
		const workflow = await n8n.workflow(said.workflowId);
		for (const node of workflow.nodes) if (node.type === posts) node.credentials = uses(credential);
		await n8n.request('PATCH', `/workflows/${said.workflowId}`, workflow);
		sandbox.requests.length = 0;
		const execution = await n8n.run(said.workflowId, 'Ticket');
		expect(execution.error).toBeUndefined();
		expect(sandbox.requests.at(-1)).toMatchObject({
			path: `/v1/post/${post}/vote`,
			body: { vote: 1, user_id: user },
		});
	});
});
