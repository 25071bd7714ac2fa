// Every operation of every node once, in a real n8n with the packed connector. How each fails is in test/faults.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleValues, fieldsNamed, toParameters, type Values } from '../contract/examples.mts';
import { operations, type PublishedOperation } from '../contract/nodes.mts';
import { endpointOf } from '../contract/specification.mts';
import { addThings, startWorkspace, type Things } from '../contract/workspace.mts';
import type { Execution, StoredCredential } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { byId, onItems, uses } from './workflows.mts';

const n8n = await sharedN8n();
let sandbox: Sandbox;
let credential: StoredCredential;
let things: Things;

beforeAll(async () => {
	sandbox = await startWorkspace();
	credential = await n8n.credentialFor(sandbox);
});

afterAll(async () => await sandbox?.close());

describe.each(operations)('$key', (one) => {
	const { request, body } = endpointOf(one.key);

	test('succeeds, and gives items that are paired with their input', async () => {
		things = await addThings(sandbox);
		// An example of every field, save those of a query: they could narrow the list to nothing.
		const execution = await run(one, idsInPath(one), body ?? {});
		expect(execution.error).toBeUndefined();
		const items = execution.items(one.node.name);
		expect(items.length).toBeGreaterThan(0);
		for (const { json, pairedItem } of items) {
			expect(Object.keys(json).length).toBeGreaterThan(0);
			expect(json).not.toHaveProperty('error');
			expect(pairedItem).toEqual({ item: 0 });
		}
		const [method, path] = request.split(' ');
		const sent = sandbox.requests.filter((seen) => seen.method === method);
		expect(sent.map((seen) => new URL(seen.path, sandbox.baseUrl).pathname)).toContain(
			filledIn(path, things),
		);
	});
});

async function run(one: PublishedOperation, ids: Values, types: object): Promise<Execution> {
	const { node, resource, operation } = one;
	const values = exampleValues(one.key, types as Parameters<typeof exampleValues>[1], things);
	const workflow = await n8n.createWorkflow(
		onItems([{}], {
			name: node.name,
			type: `n8n-nodes-customer-feedback.${node.description.name}`,
			parameters: {
				resource: resource.value,
				operation: operation.option.value,
				...ids,
				...toParameters(operation, values),
			},
			credentials: uses(credential),
		}),
	);
	return await n8n.run(workflow, 'Start');
}

/** The node's fields that stand in the path, with what the workspace has. */
function idsInPath({ key, operation }: PublishedOperation): Values {
	const names = [...endpointOf(key).request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	return Object.fromEntries(
		names.map((name) => {
			const [field] = fieldsNamed(operation, name);
			const id = things[name as keyof Things];
			return [name, field.type === 'resourceLocator' ? byId(id) : String(id)];
		}),
	);
}

function filledIn(path: string, ids: Things): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name as keyof Things]));
}
