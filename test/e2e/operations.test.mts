// Every operation of every node once, in a real n8n with the packed connector. How each fails is in test/faults.
import { afterAll, expect, test } from 'vitest';
import { exampleValues, toParameters } from '../contract/examples.mts';
import { operations } from '../contract/nodes.mts';
import { filledIn, idParameters } from '../contract/operation-runs.mts';
import { endpointOf } from '../contract/expectations.mts';
import { addThings, startWorkspace } from '../contract/workspace.mts';
import { sharedN8n } from './session.mts';
import { onItems, postsNode, uses } from './workflows.mts';

const n8n = await sharedN8n();
const sandbox = await startWorkspace();
const credential = await n8n.credentialFor(sandbox);

afterAll(async () => await sandbox.close());

test.each(operations)(
	'$key succeeds, and gives items that are paired with their input',
	async (one) => {
		const { node, resource, operation, key } = one;
		const { request, body = {} } = endpointOf(key);
		const things = addThings(sandbox);
		// An example of every field, save those of a query: they could narrow the list to nothing.
		const workflow = await n8n.createWorkflow(
			onItems([{}], {
				name: node.name,
				type: `n8n-nodes-customer-feedback.${node.description.name}`,
				parameters: {
					resource: resource.value,
					operation: operation.option.value,
					...idParameters(one, things),
					...toParameters(operation, exampleValues(key, body, things)),
				},
				credentials: uses(credential),
			}),
		);
		const execution = await n8n.run(workflow, 'Start');
		expect(execution.error).toBeUndefined();
		const items = execution.items(node.name);
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
	},
);

test('the list to choose a post from goes on page by page, and can be searched', async () => {
	sandbox.run('DELETE FROM posts');
	const ids = sandbox.createPosts(329);
	ids.push(...sandbox.createPosts(1, { title: 'A needle in the haystack' }));
	const node = postsNode('get', {}, credential);
	const seen: number[] = [];
	let paginationToken: string | undefined;
	do {
		const page = await n8n.searchList(node, 'postId', 'searchPosts', { paginationToken });
		seen.push(...page.results.map(({ value }) => Number(value)));
		({ paginationToken } = page);
	} while (paginationToken !== undefined && seen.length <= ids.length);
	expect(seen.toSorted((a, b) => a - b)).toEqual(ids);
	const { results } = await n8n.searchList(node, 'postId', 'searchPosts', { filter: 'needle' });
	expect(results.map(({ value }) => Number(value))).toEqual([ids.at(-1)]);
});
