// What each published node offers as a whole.
import {
	type INodeProperties,
	type INodePropertyOptions,
	NodeConnectionTypes,
	NodeHelpers,
} from 'n8n-workflow';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choices, nodes, operations, root } from './nodes.mts';
import { endpointOf, endpoints } from './expectations.mts';

test('every published operation has an endpoint written down, and every endpoint an operation', () => {
	const keys = operations.map(({ key }) => key);
	const advice = 'Write each operation into `endpoints` of test/contract/expectations.mts';
	expect(keys.toSorted(), advice).toEqual(Object.keys(endpoints).sort());
});

/** How light the largest part of an icon is, from 0 to 255. */
function lightness(file: string): number {
	const [, colour] = /fill="#([\da-f]{6})"/.exec(readFileSync(join(root, 'icons', file), 'utf8'))!;
	const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
	return 0.3 * red + 0.6 * green + 0.1 * blue;
}

test.each(globSync('*.dark.svg', { cwd: join(root, 'icons') }))(
	'%s is lighter than the icon for light themes',
	(file) => expect(lightness(file)).toBeGreaterThan(lightness(file.replace('.dark', ''))),
);

describe.each(nodes)('$name', (node) => {
	const { description, resources } = node;

	test('offers exactly the operations that are found in its folder', () => {
		expect(node.forgotten).toEqual([]);
		const shown = choices(node, 'resource').map(({ value }) => value);
		expect(shown).toEqual(resources.map(({ value }) => value));
		for (const { value, operations: found } of resources) {
			expect(choices(node, 'operation', value)).toEqual(found.map(({ option }) => option));
		}
	});

	test('takes the credentials that its part of the API accepts', () => {
		const own = operations.filter((one) => one.node === node);
		const bearerOnly = own.some((one) => / \/v2\//.test(endpointOf(one.key).request));
		// The first one is chosen at first, since everything takes it; each is tested as it is sent.
		const schemes = bearerOnly ? ['Bearer'] : ['Bearer', 'Basic'];
		const names = schemes.map((scheme) => `feedback${scheme}Api`);
		const advice = bearerOnly
			? '/v2 takes a Bearer Token alone: give its endpoints a node with feedbackBearerApi only'
			: '/v1 takes both credentials: give the node eitherCredential';
		expect(description.credentials, advice).toEqual(
			schemes.map((scheme, at) => ({
				name: names[at],
				testedBy: `testFeedback${scheme}`,
				required: true,
				...(!bearerOnly && { displayOptions: { show: { authentication: [names[at]] } } }),
			})),
		);
		const choice = description.properties.filter(({ name }) => name === 'authentication');
		const offered = choice.map(({ default: value, options }) => [
			value,
			...(options as INodePropertyOptions[]).map((option) => option.value).toSorted(),
		]);
		expect(offered).toEqual(bearerOnly ? [] : [[names[0], ...names.toSorted()]]);
	});

	test('tests its credentials and searches its lists with functions that it has', () => {
		const { methods } = new node.Node();
		for (const { testedBy } of description.credentials ?? []) {
			expect(Object.keys(methods?.credentialTest ?? {})).toContain(testedBy);
		}
		const asked = JSON.stringify(description).matchAll(/"searchListMethod":"(\w+)"/g);
		const wanted = new Set([...asked].map(([, name]) => name));
		expect(Object.keys(methods?.listSearch ?? {}).sort()).toEqual([...wanted].sort());
	});

	test('sorts its options and fields', () => {
		// Resources stand in the order in which people look for them.
		const sorted = description.properties.filter(({ name }) => name !== 'resource');
		for (const { what, names } of listsOf(sorted)) {
			// What most people look for stands first among the events.
			const others = names.filter((one) => what !== 'events' || one !== 'New Post');
			expect(others, what).toEqual(others.toSorted((a, b) => a.localeCompare(b, 'en')));
			if (what === 'events') expect(names[0]).toBe('New Post');
		}
	});

	test('asks for what is optional in Title Case', () => {
		for (const { type, name, placeholder } of description.properties) {
			if (type === 'collection') expect(placeholder, name).toMatch(/^Add( [A-Z][a-z]+)+$/);
		}
	});

	test('names its events as actions in sentence case', () => {
		const actions = choices(node, 'events').map(({ action = '' }) => action.replace('NPS', 'nps'));
		expect(actions.filter((one) => !/^[A-Z][a-z -]+$/.test(one))).toEqual([]);
	});

	test('is a tool unless it is a trigger', () => {
		expect(description.usableAsTool).toBe(description.polling ? undefined : true);
	});
});

/** Each list of options or fields that n8n shows sorted. */
function* listsOf(properties: INodeProperties[]): Generator<{ what: string; names: string[] }> {
	for (const { name, type, options } of properties) {
		if (type === 'options' || type === 'multiOptions') {
			const names = (options as INodePropertyOptions[]).map((option) => option.name);
			yield { what: name, names };
		} else if (type === 'collection') {
			const inner = options as INodeProperties[];
			yield { what: name, names: inner.map(({ displayName }) => displayName) };
			yield* listsOf(inner);
		}
	}
}

// Models and older versions of n8n take no longer names of tools.
test.each(operations)('$key is, as a tool, called by a name of at most 64 characters', (one) => {
	const { node, operation, resource } = one;
	const { description } = new node.Node();
	const tool = { ...description, outputs: [NodeConnectionTypes.AiTool] };
	const chosen = { resource: resource.value, operation: operation.option.value };
	const name = NodeHelpers.makeNodeName(chosen, tool);
	expect(name).toBe(`${operation.option.action} in ${description.displayName}`);
	expect(name.length, name).toBeLessThanOrEqual(64);
});
