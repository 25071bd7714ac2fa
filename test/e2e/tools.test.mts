// The nodes as tools of AI agents: an MCP server in n8n offers every operation, and the official MCP client lists and
// calls them.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { exampleValues } from '../contract/examples.mts';
import { operations, type PublishedOperation } from '../contract/nodes.mts';
import { endpointOf } from '../contract/expectations.mts';
import { leftToTheModel, toolArguments } from '../contract/tools.mts';
import { addThings, type Things } from '../contract/workspace.mts';
import { type StoredCredential, until, type WorkflowDraft } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedN8n } from './session.mts';
import { uses } from './workflows.mts';

const n8n = await sharedN8n();
const PATH = 'customer-feedback-tools';
/** What an agent can read of one answer without losing the thread: about 10,000 tokens. */
const READABLE = 40_000;

let client: Client;
let workflow: string;
let things: Things;

ownSandbox();
beforeAll(async () => {
	workflow = await n8n.createWorkflow(mcpServer(await n8n.credentialFor(sandbox)));
	await n8n.activate(workflow);
	client = await until('the MCP server answers', async () => {
		const candidate = new Client({ name: 'test', version: '1.0.0' });
		const address = new URL(`${inject('n8n').baseUrl}/mcp/${PATH}`);
		await candidate.connect(new StreamableHTTPClientTransport(address));
		return candidate;
	});
});

afterAll(async () => {
	await client?.close();
	if (workflow) await n8n.deactivate(workflow);
});

beforeEach(async () => {
	things = await addThings(sandbox);
});

test('every operation is listed, with what it does and what it takes', async () => {
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name).sort()).toEqual(operations.map(toolName).sort());
	for (const one of operations) {
		const { description, inputSchema } = tools.find(({ name }) => name === toolName(one))!;
		expect(description).toBe(
			`${one.operation.option.action} in ${one.node.description.displayName}`,
		);
		for (const { key, description, type } of toolArguments(one.operation)) {
			expect(inputSchema.properties, one.key).toHaveProperty([key], { type, description });
		}
	}
});

test.each(operations)(
	'$key is called with what the model entered, and answers shortly',
	async (one) => {
		const { isError, text } = await call(one, argumentsFor(one));
		expect(isError, text).toBe(false);
		const [method, path] = endpointOf(one.key).request.split(' ');
		const [sent] = sandbox.requests;
		expect(sent.method).toBe(method);
		expect(sent.path.split('?')[0]).toMatch(new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\d+')}$`));
		expect(JSON.parse(text)).toBeInstanceOf(Array);
		expect(text.length).toBeLessThan(READABLE);
	},
);

test('a model reads what it did wrong, in the words that a person would read', async () => {
	const one = find('post.get');
	const { isError, text } = await call(one, { ...argumentsFor(one), Post: '999999' });
	// n8n 1.100 hands the words on, but not that they are an error.
	expect(isError).toBe(!isBefore('1.101'));
	expect(text).toMatch(/post.*999999/i);
	expect(text).not.toContain(sandbox.apiKey);
});

const find = (key: string) => operations.find((one) => one.key === key)!;

const toolName = ({ key }: PublishedOperation) => key.replace('.', '_');

/** What the model would fill in, from the examples of the contract tests. */
function argumentsFor({ key, operation }: PublishedOperation): Record<string, unknown> {
	const { body = {}, query = {} } = endpointOf(key);
	const values: Record<string, unknown> = {
		...flat(exampleValues(key, { ...body, ...(key.endsWith('getAll') ? {} : query) }, things)),
		...things,
	};
	return Object.fromEntries(
		toolArguments(operation).map(({ key, field, type }) => {
			const value = values[field.name] ?? (type === 'string' ? '' : field.default);
			if (type !== 'string') return [key, value];
			return [key, typeof value === 'object' ? JSON.stringify(value) : String(value)];
		}),
	);
}

/** Parts of a body stand next to each other in a node. */
function flat(values: Record<string, unknown>): Record<string, unknown> {
	const { settings, ...others } = values;
	return { ...others, ...(settings as object) };
}

async function call(
	one: PublishedOperation,
	args: Record<string, unknown>,
): Promise<{ isError: boolean; text: string }> {
	sandbox.requests.length = 0;
	const { content, isError = false } = await client.callTool({
		name: toolName(one),
		arguments: args,
	});
	const [{ text }] = content as Array<{ text: string }>;
	return { isError: isError === true, text };
}

/** One tool for each operation, everything in it left to the model. */
function mcpServer(credential: StoredCredential): WorkflowDraft {
	const server = 'Customer Feedback';
	return {
		name: 'Customer feedback over MCP',
		nodes: [
			{
				name: server,
				type: '@n8n/n8n-nodes-langchain.mcpTrigger',
				typeVersion: 2,
				webhookId: PATH,
				parameters: { path: PATH },
			},
			...operations.map((one) => ({
				name: toolName(one),
				type: `${packageJson.name}.${one.node.description.name}Tool`,
				parameters: {
					descriptionType: 'auto',
					resource: one.resource.value,
					operation: one.operation.option.value,
					...leftToTheModel(one.operation),
				},
				credentials: uses(credential),
			})),
		],
		connections: Object.fromEntries(
			operations.map((one) => [
				toolName(one),
				{ ai_tool: [[{ node: server, type: 'ai_tool', index: 0 }]] },
			]),
		),
	};
}
