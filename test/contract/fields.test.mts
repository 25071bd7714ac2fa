// The fields and texts of each operation, compared with the specification. Nothing is sent.
import { type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { ServiceFailure } from '../../nodes/shared/client/service-failure';
import { path } from '../../nodes/shared/client/path';
import { explain } from '../../nodes/shared/node/explanations';
import { allFields, fieldsNamed } from './examples.mts';
import { operations, type PublishedOperation } from './nodes.mts';
import { documented, inPath, isList, isUpdate } from './operation-runs.mts';
import type { Fields } from './openapi.mts';
import { endpointOf } from './expectations.mts';
import { toolArguments } from './tools.mts';

function forN8n(one: PublishedOperation): readonly string[] {
	const { own = [], clearable = [] } = endpointOf(one.key);
	return [
		...own,
		...(isList(one) ? ['returnAll', 'limit'] : []),
		...(clearable.length > 0 ? ['clearFields'] : []),
	];
}

function formFields(one: PublishedOperation, asTool: boolean): readonly string[] {
	const { request, answersInPart, answerNotShown } = endpointOf(one.key);
	const givesRecord = !answersInPart && !answerNotShown && !request.startsWith('DELETE ');
	if (asTool) return givesRecord ? ['output', 'outputFields'] : [];
	const ofTexts = /\.get/.test(one.key) ? ['texts', 'longestLine'] : [];
	return givesRecord ? ['simplify', ...ofTexts] : [];
}

const leaves = (fields: Fields): string[] =>
	Object.entries(fields).flatMap(([name, { properties }]) =>
		properties ? leaves(properties) : [name],
	);

describe.each(operations)('$key', (one) => {
	const advice = `If it is right, write it into docs/openapi.yaml, or if the service documents nothing, under '${one.key}' in test/contract/expectations.mts`;
	const { node, resource, operation } = one;
	const { option } = operation;

	test('says what it does in the words of the panel', () => {
		expect(option.action).toMatch(/^[A-Z][a-z]+( (NPS|[a-z-]+))+$/);
		expect(option.action).not.toMatch(/ (a|an|the) /);
		const call = { method: 'GET' as const, path: path`/v1/posts`, repeatable: true };
		const refusal = new ServiceFailure({ kind: 'forbidden' }, call, 1, 0);
		const { message } = explain(refusal, { operation });
		expect(message).toBe(`The API key is not allowed to run '${option.action}'`);
		expect(option.description.length).toBeGreaterThan(10);
		expect(option.name).toMatch(/^[A-Z]/);
	});

	test.each([
		{ as: 'in a workflow', suffix: '', chosen: { returnAll: false }, hidden: ['longestLine'] },
		{
			as: 'where all are returned',
			suffix: '',
			chosen: { returnAll: true },
			hidden: ['limit', 'longestLine'],
		},
		{
			as: 'where texts are lines',
			suffix: '',
			chosen: { returnAll: false, texts: 'oneSafeLine' },
			hidden: [],
		},
		{ as: 'as a tool', suffix: 'Tool', chosen: { output: 'brief' }, hidden: ['outputFields'] },
		{ as: 'where a tool chooses', suffix: 'Tool', chosen: { output: 'selected' }, hidden: [] },
	])('shows its own fields and no others $as', ({ suffix, chosen, hidden }) => {
		const description = { ...node.description, name: node.description.name + suffix };
		const parameters = {
			resource: resource.value,
			operation: option.value,
			authentication: 'feedbackBearerApi',
			...chosen,
		};
		const shown = description.properties.filter((property) =>
			NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description),
		);
		const names = shown
			.map(({ name }) => name)
			.filter((name) => !['resource', 'operation', 'authentication', 'notice'].includes(name));
		const held = shown
			.filter(({ name }) => names.includes(name))
			.flatMap(({ name, type, options }) =>
				type === 'collection' ? options!.map((inner) => inner.name) : [name],
			);
		const asTool = suffix !== '';
		const inWorkflow = forN8n(one).filter((name) => !(asTool && name === 'returnAll'));
		const own = [...inPath(one), ...leaves(documented(one)), ...inWorkflow];
		const all = [...own, ...formFields(one, asTool)];
		const expected = new Set(all.filter((name) => !hidden.some((one) => one === name)));
		expect(held.toSorted(), advice).toEqual([...expected].toSorted());
		expect(new Set(names).size).toBe(names.length);
		for (const { name, displayOptions } of shown.slice(-names.length)) {
			expect(displayOptions?.show?.resource, name).toEqual([resource.value]);
			expect(displayOptions?.show?.operation, name).toEqual([option.value]);
		}
	});

	test('requires what the service needs, and nothing else', () => {
		const required = allFields(operation).filter(({ field }) => field.required);
		const needed = [...inPath(one), ...(endpointOf(one.key).needs ?? [])];
		expect(required.map(({ field }) => field.name).toSorted()).toEqual(needed.toSorted());
	});

	test('has the sort of a list apart from its filters', () => {
		const ordering = allFields(operation).filter(({ field }) => /^sort/.test(field.name));
		for (const { field, collection } of ordering) expect(collection, field.name).toBe('sorting');
	});
});

// Of an operation n8n gives a model the action and the node's name, and of each field the description; nothing else.
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

test.each(operations.filter(({ operation }) => operation.option.value === 'delete'))(
	'$key says that it deletes permanently, to people and to models',
	({ operation: { option } }) => {
		expect(option.action).toMatch(/ permanently$/);
		expect(option.description).toMatch(/^Permanently delete /);
	},
);

test.each(operations.filter(isUpdate))(
	'$key offers to clear exactly the fields that may be empty',
	(one) => {
		const field = one.operation.fields.find(({ name }) => name === 'clearFields');
		const offered = (field?.options ?? []) as INodePropertyOptions[];
		expect(offered.map(({ value }) => value).sort()).toEqual(endpointOf(one.key).clearable);
		for (const { name, value } of offered) {
			expect(name).toBe(fieldsNamed(one.operation, String(value))[0].displayName);
		}
	},
);
