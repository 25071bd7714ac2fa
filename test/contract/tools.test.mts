// What a model needs to use an operation well. Of an operation n8n gives it the action and the node's name, and of each
// field the description; nothing else reaches it.
import { describe, expect, test } from 'vitest';
import { operations } from './nodes.mts';
import { endpointOf } from './specification.mts';
import { toolArguments } from './tools.mts';

describe.each(operations)('$key as a tool', ({ key, operation }) => {
	const args = toolArguments(operation);
	const isDelete = endpointOf(key).request.startsWith('DELETE ');

	test('has an argument of its own for every field', () => {
		expect(args.map((arg) => arg.key)).toEqual([...new Set(args.map((arg) => arg.key))]);
	});

	test('has no field that the editor withholds from a model', () => {
		const withheld = ['description', 'toolName', 'toolDescription'];
		const names = operation.fields.map(({ name }) => name);
		expect(names.filter((name) => withheld.includes(name))).toEqual([]);
	});

	test('says of every argument what it is', () => {
		const silent = args.filter(({ description }) => description.length < 10);
		expect(silent.map((arg) => arg.key)).toEqual([]);
		// n8n puts it between backticks, inside of an expression.
		expect(args.filter(({ description }) => /[`\\]|\$\{|\{\{|\}\}/.test(description))).toEqual([]);
	});

	test('says that what it takes is an ID, and which', () => {
		const ids = args.filter(({ field }) => field.modes?.some(({ name }) => name === 'id'));
		for (const { description } of ids) expect(description).toMatch(/\bID\b/);
	});

	test('is known for a deletion where it is one, and only there', () => {
		const why =
			'Begin the action with Delete or Remove where the request is a DELETE, and only there';
		expect(/^(Delete|Remove) /.test(operation.option.action), why).toBe(isDelete);
	});
});
