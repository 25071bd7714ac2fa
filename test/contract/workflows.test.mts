// n8n ignores a parameter that no field has: a field that moved would silently empty what a workflow fills in.
import { type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodes, root } from './nodes.mts';

interface Step {
	name: string;
	type: string;
	parameters?: Record<string, unknown>;
	credentials?: Record<string, unknown>;
}

/** Every step of ours in the workflows that are published or run by the demo. */
const steps = ['docs/recipes', 'test/demo'].flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith('.json'))
		.flatMap((name) => {
			const text = readFileSync(join(root, folder, name), 'utf8');
			return (JSON.parse(text) as { nodes: Step[] }).nodes.map((step) => ({ file: name, ...step }));
		}),
);
const ours = steps.filter(({ type }) => type.startsWith('n8n-nodes-customer-feedback.'));

test('there are steps of ours in the workflows', () => {
	expect(ours.length).toBeGreaterThan(10);
});

test.each(ours)('$file: each parameter of $name is one that a field of the panel has', (step) => {
	const { type, parameters = {} } = step;
	// n8n makes a tool of each node, with the fields of that node.
	const isOfStep = (name: string) => [`.${name}`, `.${name}Tool`].some((end) => type.endsWith(end));
	const { description } = nodes.find(({ description: { name } }) => isOfStep(name))!;
	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(parameters as never, property, null, description),
	);
	const known = new Set(['pollTimes', ...shown.flatMap((one) => [one.name, ...inside(one)])]);
	const given = Object.entries(parameters).flatMap(([name, value]) => {
		const property = shown.find((one) => one.name === name);
		const isCollection = property?.type === 'collection';
		return [
			name,
			...(isCollection ? Object.keys(value as object).map((one) => `${name}.${one}`) : []),
		];
	});
	expect(given.filter((name) => !known.has(name))).toEqual([]);
});

test.each(ours)('$file: $name has the credential that its Authentication names', (step) => {
	const { authentication = 'feedbackBearerApi' } = step.parameters ?? {};
	expect(Object.keys(step.credentials ?? {})).toEqual([authentication]);
});

const inside = ({ name, type, options = [] }: INodeProperties) =>
	type === 'collection' ? (options as INodeProperties[]).map((one) => `${name}.${one.name}`) : [];
