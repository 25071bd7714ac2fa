// What n8n's AI builders get of a node beside its fields; what n8n makes of it is in test/e2e/builders.test.mts.
import type { INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import type { Fields } from '../../nodes/shared/service/values';
import { choices, nodes, operations, type PublishedNode } from './nodes.mts';
import { outputSchema } from './output-schemas.mts';

const [trigger] = nodes.filter(({ description }) => description.polling);
const actionNodes = nodes.filter((node) => node !== trigger);
const idOf = ({ description }: PublishedNode) => `${packageJson.name}.${description.name}`;
const events = trigger.description.properties.find(({ name }) => name === 'events')!
	.options as INodePropertyOptions[];

const namesIn = (fields: Fields): string[] =>
	Object.entries(fields).flatMap(([name, { properties = {} }]) => [name, ...namesIn(properties)]);

describe.each(actionNodes)('$name', (node) => {
	const { description, resources } = node;
	const { relatedNodes, extraTypeDefContent = [] } = description.builderHint ?? {};

	test('leads to the trigger as a related node', () => {
		expect(relatedNodes?.map(({ nodeType }) => nodeType)).toContain(idOf(trigger));
	});

	test('describes each resource, and none in the words of another', () => {
		const said = choices(node, 'resource').map((option) => option.description);
		for (const one of said) expect(one).toMatch(/^[A-Z].{10}/);
		expect(new Set(said).size).toBe(resources.length);
	});

	test.each(operations.filter((one) => one.node === node))(
		'$key says what it does and every field that comes out',
		({ resource, operation }) => {
			const own = extraTypeDefContent.filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(resource.value) &&
					displayOptions.show.operation?.includes(operation.option.value),
			);
			expect(own).toHaveLength(1);
			const [does, output] = own[0].content.split('\n');
			expect(does).toBe(operation.option.description);
			const { properties = {} } = outputSchema(operation);
			expect([...output.matchAll(/(\w+): /g)].slice(1).map(([, name]) => name)).toEqual(
				namesIn(properties),
			);
		},
	);
});

describe(trigger.name, () => {
	const { searchHint, relatedNodes, extraTypeDefContent } = trigger.description.builderHint ?? {};

	test('says that items come once, and what the event ID is for', () => {
		expect(searchHint).toMatch(/once/);
		expect(searchHint).toMatch(/eventId/);
	});

	test('leads to a node of this package that works on what fired', () => {
		const known = actionNodes.map(idOf);
		expect(relatedNodes).not.toEqual([]);
		for (const { nodeType } of relatedNodes ?? []) expect(known).toContain(nodeType);
	});

	test.each(events)('explains $value, and what its items hold', ({ value, description }) => {
		const [{ content }] = extraTypeDefContent ?? [];
		expect(content).toContain(`${value}: ${description}`);
		const outputs = content.split('\n').filter((line) => line.startsWith('Output of '));
		const own = outputs.filter((line) =>
			line
				.split(':')[0]
				.split(/ of |, /)
				.includes(String(value)),
		);
		expect(own).toHaveLength(1);
		expect(own[0]).toMatch(/: \{ event: string; \w+_id: number; .*; eventId: string \}$/);
	});

	test.each(events)(
		'names $value in the menu by an action that begins a sentence',
		({ action, name }) => {
			expect(action).toMatch(/^[A-Z]/);
			expect(action?.toLowerCase()).toBe(name.toLowerCase());
			expect(action).not.toMatch(/\bnps\b/);
		},
	);
});
