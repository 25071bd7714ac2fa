// What a panel offers, how it starts out and what it shows when: each menu, default and list against the specification.
import { type INodeProperties, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../nodes/shared/node/operation';
import { bearer, byId, listSearch, pollContext } from '../unit/n8n-context.mts';
import { allFields } from './examples.mts';
import { actionNodes, operations, type PublishedOperation, trigger } from './nodes.mts';
import { filledIn } from './operation-runs.mts';
import { ownWorkspace, sandbox, things } from './own-workspace.mts';
import { endpointOf, firstOperations, lists, triggerFields } from './expectations.mts';
import type { Things } from './workspace.mts';

ownWorkspace();

const values = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

describe.each(operations)('$key', (one) => {
	const { choices = {}, defaults = {}, inUse = {} } = endpointOf(one.key);
	const fields = allFields(one.operation);

	test('offers the choices of the service, in every menu', () => {
		const menus = fields.filter(({ field }) => field.type === 'options');
		expect(
			Object.fromEntries(menus.map(({ field }) => [field.name, values(field).toSorted()])),
		).toEqual(choices);
	});

	test('begins empty, but for what is usual', () => {
		const set = fields
			.map(({ field }) => field)
			.filter(({ name }) => !['returnAll', 'limit'].includes(name))
			.filter((field) => !isEmpty(field));
		expect(Object.fromEntries(set.map((field) => [field.name, field.default]))).toEqual(defaults);
	});

	test('asks first for what is set most', () => {
		const { first } = endpointOf(one.key);
		if (first)
			expect(one.operation.fields.slice(0, first.length).map(({ name }) => name)).toEqual(first);
	});

	test('explains its choices where they are more than names', () => {
		for (const { field } of fields) {
			const described = (field.options as INodePropertyOptions[] | undefined)?.filter(
				({ description }) => description,
			);
			if (field.type === 'options' && described?.length) {
				expect(described.length, field.name).toBe(field.options!.length);
			}
		}
	});

	const pickers = fields.map(({ field }) => field).filter(({ type }) => type === 'resourceLocator');

	test('chooses or suggests in every picker', () => {
		const suggesting = pickers.filter(({ name }) => !(name in lists)).map(({ name }) => name);
		expect(suggesting.toSorted()).toEqual(Object.keys(inUse).toSorted());
	});

	test.each(pickers)('lists in $displayName what can be chosen', async (field) => {
		const from = inUse[field.name]?.in ?? lists[field.name];
		const [method, template] = from.split(' ');
		const { searchListMethod } = field.modes!.find(({ type }) => type === 'list')!.typeOptions!;
		const within = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		const ids = Object.fromEntries(
			within.map((name) => [name, byId(things[name as keyof Things])]),
		);
		const { results } = await listSearch(one.node.Node, searchListMethod!, {
			parameters: { resource: one.resource.value, operation: one.operation.option.value, ...ids },
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		});
		const [asked] = sandbox.requests;
		expect(`${asked.method} ${asked.path.split('?')[0]}`).toBe(`${method} ${filledIn(template)}`);
		const wanted =
			inUse[field.name]?.value ?? String(things[field.name as keyof Things] ?? things.userId);
		expect(results.map(({ value }) => value)).toContain(wanted);
		expect(field.typeOptions?.loadOptionsDependsOn ?? []).toEqual(
			within.map((name) => `${name}.value`),
		);
	});

	test('has the same bounds and defaults beside all that is of the service', () => {
		const shared = new Map(fieldsOf(one.operation).map((field) => [field.name, field]));
		const limit = shared.get('limit');
		if (limit) {
			expect(limit).toMatchObject({ default: 50, typeOptions: { minValue: 1 } });
			expect(shared.get('returnAll')).toMatchObject({ default: false });
		}
		if (shared.has('simplify')) {
			expect(shared.get('simplify')).toMatchObject({ default: true });
			expect(shared.get('output')?.default).toBe('brief');
			expect(values(shared.get('output')!).toSorted()).toEqual(['brief', 'raw', 'selected']);
			expect(shared.get('outputFields')?.default).toEqual([]);
		}
	});
});

/** What stands below a node on the canvas, as n8n works out the expression. */
function subtitleFor({ description }: PublishedOperation['node'], parameters: object): string {
	const [, code] = /^=\{\{(.*)\}\}$/.exec(description.subtitle!)!;
	expect(code).not.toContain('}}');
	const subtitle = new Function('$parameter', `return (${code})`) as (of: object) => string;
	return subtitle(parameters);
}

test.each(operations)(
	'$key is called on the canvas as in its menus',
	({ node, resource, operation }) => {
		const chosen = { resource: resource.value, operation: operation.option.value };
		expect(subtitleFor(node, chosen)).toBe(`${operation.option.name}: ${resource.name}`);
	},
);

test('an operation of n8n itself is called by its value on the canvas', () => {
	const [{ node }] = operations;
	const parameters = { resource: 'of nobody', operation: '__CUSTOM_API_CALL__' };
	expect(subtitleFor(node, parameters)).toBe('__CUSTOM_API_CALL__: of nobody');
});

function isEmpty({ default: value }: INodeProperties): boolean {
	if (typeof value !== 'object' || value === null)
		return value === '' || value === false || value === '{}';
	return 'mode' in value
		? value.mode === 'list' && value.value === ''
		: Object.keys(value).length === 0;
}

test.each(actionNodes)(
	'$name begins with an operation that harms nothing',
	({ name, description: type }) => {
		const at = { typeVersion: 1 };
		const begun = NodeHelpers.getNodeParameters(type.properties, {}, true, false, at, type);
		const { resource, operation } = begun!;
		expect(`${String(resource)}.${String(operation)}`).toBe(firstOperations[name]);
	},
);

describe(trigger.name, () => {
	const { description, Node } = trigger;
	const fields = description.properties.flatMap((field) =>
		field.type === 'collection'
			? (field.options as INodeProperties[]).map((inner) => ({
					name: `${field.name}.${inner.name}`,
					field: inner,
					shownFor: field.displayOptions?.show?.events,
				}))
			: [{ name: field.name, field, shownFor: field.displayOptions?.show?.events }],
	);

	test('has the fields, choices and defaults that are written down, each for its events', () => {
		const found = fields.map(({ name, field, shownFor }) => [
			name,
			{
				...(!isEmpty(field) && { default: field.default }),
				...(field.required && { isRequired: true }),
				...(/options$/i.test(field.type) && { choices: values(field).toSorted() }),
				...(shownFor && { shownFor: shownFor.toSorted() }),
			},
		]);
		const expected = Object.entries(triggerFields).map(([name, { suggests: _, ...field }]) => [
			name,
			field,
		]);
		const advice = 'If it is right, write it into triggerFields of test/contract/expectations.mts';
		expect(Object.fromEntries(found), advice).toEqual(Object.fromEntries(expected));
	});

	const pickers = fields.filter(({ field }) => field.type === 'resourceLocator');

	test.each(pickers)('lists in $name what can be chosen', async ({ name, field }) => {
		const { suggests } = triggerFields[name];
		const { searchListMethod } = field.modes!.find(({ type }) => type === 'list')!.typeOptions!;
		const { results } = await listSearch(Node, searchListMethod!, {
			parameters: {},
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		});
		const [asked] = sandbox.requests;
		if (asked) expect(`${asked.method} ${asked.path.split('?')[0]}`).toBe(suggests?.in);
		expect(results.map(({ value }) => value)).toContain(suggests?.value ?? String(things.postId));
	});

	test.each(pickers)('$name is no filter when nothing is selected', async (picker) => {
		const [collection, name] = picker.name.split('.');
		const context = pollContext(Node, {
			parameters: {
				events: picker.shownFor!.slice(0, 1),
				// What the editor stores of a picker that was added and left as it is: without `__rl`.
				[collection]: { [name]: { mode: 'list', value: '' } },
			},
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		});
		expect(await new Node().poll!.call(context)).toBeNull();
		expect(sandbox.requests.length).toBeGreaterThan(0);
		for (const { status, path } of sandbox.requests) {
			expect(status).toBeLessThan(300);
			expect(path).not.toContain('object');
		}
	});

	test.each([
		[['newPost'], 'New Post'],
		[['postStatusChanged', 'newPost', 'newComment'], 'Post Status Changed + 2'],
		[[], ''],
	])('shows on the canvas what it waits for: %j', (events, shownAs) => {
		expect(subtitleFor(trigger, { events })).toBe(shownAs);
	});
});
