// What becomes of a picker that is left unselected, and of a picker or filter whose expression gives nothing.
import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { bearer, byId, execute, pollContext, type Setup } from '../unit/n8n-context.mts';
import { allFields, exampleValues, toParameters, typedInto } from './examples.mts';
import { nodes, operations, type PublishedOperation } from './nodes.mts';
import { idParameters } from './operation-runs.mts';
import { ownWorkspace, sandbox, things } from './own-workspace.mts';
import { endpointOf } from './specification.mts';

ownWorkspace();

/** What the editor stores of a picker that was added to a collection and left as it is: without `__rl`. */
const unselected = { mode: 'list', value: '' };

/** What an expression gives that finds nothing. */
const nothings: Array<[what: string, value: unknown]> = [
	['undefined', () => undefined],
	['null', () => null],
	['an empty text', () => ''],
	['blanks', () => ' \t'],
];

interface Picker extends PublishedOperation {
	field: INodeProperties;
	collection?: string;
	what: string;
}

const optional: Picker[] = operations.flatMap((one) =>
	allFields(one.operation)
		.filter(({ field }) => field.type === 'resourceLocator' && !field.required)
		.map((place) => ({ ...one, ...place, what: `${one.key}: ${place.field.displayName}` })),
);
const choices = optional.flatMap((one) =>
	one.field
		.modes!.filter(({ type }) => type !== 'list')
		.map((mode) => ({ ...one, mode: mode.name, what: `${one.what} ${mode.displayName}` })),
);

/** Runs the operation with what it needs, and this in the picker. */
async function run(one: Picker, stored: unknown, setup: Partial<Setup> = {}) {
	const { node, resource, operation, key, field, collection } = one;
	const { body, needs = [] } = endpointOf(key);
	const examples = Object.entries(exampleValues(key, body ?? {}, things));
	const isUpdate = operation.option.value === 'update';
	const needed = examples.filter(
		([name]) => needs.includes(name) || (isUpdate && name === 'title'),
	);
	const parameters = toParameters(operation, Object.fromEntries(needed));
	const others = collection ? (parameters[collection] as object) : undefined;
	const placed = collection
		? { [collection]: { ...others, [field.name]: stored } }
		: { [field.name]: stored };
	return await execute(node.Node, {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		...setup,
		parameters: {
			resource: resource.value,
			operation: operation.option.value,
			...idParameters(one),
			...parameters,
			...placed,
		},
	});
}

const sentFor = (name: string) =>
	sandbox.requests.map(
		({ body, path }) =>
			(body as Record<string, unknown> | undefined)?.[name] ??
			new URL(path, sandbox.baseUrl).searchParams.get(name),
	);

test.each(optional)('$what is left out when nothing is selected', async (one) => {
	await run(one, unselected);
	expect(sandbox.requests.filter(({ status }) => status > 299)).toEqual([]);
	const everything = ['filter', 'type'].includes(one.field.name) ? ['all', null] : [null];
	for (const sent of sentFor(one.field.name)) expect(everything).toContain(sent);
});

describe.each(choices)('$what', (one) => {
	const isUpdate = one.collection === 'updateFields';
	const stored = (value: unknown) => ({ __rl: true, mode: one.mode, value });

	test.each([...nothings, ['no expression', '']])(
		'with %s is refused, or is unchanged in an update',
		async (_what, value) => {
			const result = run(one, stored(value), { items: [{}] });
			if (isUpdate) await result;
			else {
				const { displayName } = one.field;
				await expect(result).rejects.toMatchObject({
					message: `'${displayName}' is empty in item 0`,
					description: expect.stringMatching(
						/^Check the expression in this field, or .+\. This item was not sent\.$/,
					),
				});
			}
			expect(sandbox.requests.length).toBe(isUpdate ? 1 : 0);
			expect(sentFor(one.field.name).filter((sent) => sent !== null)).toEqual([]);
		},
	);

	test('is left out where an AI agent leaves it empty', async () => {
		await run(
			one,
			stored(() => ''),
			{ asTool: true },
		);
		expect(sandbox.requests.length).toBeGreaterThan(0);
	});
});

const needed = operations.flatMap((one) =>
	allFields(one.operation)
		.filter(({ field }) => field.type === 'resourceLocator' && field.required)
		.flatMap((place) =>
			place.field.modes!.map(({ name: mode, displayName }) => ({
				...one,
				...place,
				mode,
				what: `${one.key}: ${place.field.displayName} ${displayName}`,
			})),
		),
);

test.each(needed)('$what is called empty when its expression gives nothing', async (one) => {
	const result = run(one, { __rl: true, mode: one.mode, value: () => undefined });
	await expect(result).rejects.toMatchObject({
		message: `'${one.field.displayName}' is empty in item 0`,
		description: expect.stringContaining('check that the item has what the expression'),
	});
	expect(sandbox.requests).toEqual([]);
});

const decisive = operations.flatMap((one) =>
	allFields(one.operation)
		.filter(({ field }) => endpointOf(one.key).decides?.includes(field.name))
		.map((place) => ({ ...one, ...place, what: `${one.key}: ${place.field.displayName}` })),
);

test.each(
	decisive.flatMap((one) => nothings.map(([nothing, value]) => ({ ...one, nothing, value }))),
)(
	'$what, which decides who reads it, is refused when its expression gives $nothing',
	async (one) => {
		const result = run(one, one.value);
		await expect(result).rejects.toThrow(`'${one.field.displayName}' is empty in item 0`);
		expect(sandbox.requests).toEqual([]);
	},
);

test.each(optional.filter(({ field }) => field.name.startsWith('user')))(
	'$what says how to go on without an end-user',
	async (one) => {
		const failure = run(
			one,
			byId(() => undefined),
		);
		await expect(failure).rejects.toHaveProperty(
			'description',
			expect.stringMatching(
				/or (remove the field|set it to 'From List' and leave it empty)\.( |$)/,
			),
		);
	},
);

const filters = operations.flatMap((one) =>
	allFields(one.operation)
		.filter(({ collection }) => collection === 'filters')
		.map((place) => ({ ...one, ...place, what: `${one.key}: ${place.field.displayName}` })),
);

describe.each(filters)('the filter $what', (one) => {
	const { displayName, type } = one.field;
	const stored = (value: unknown) =>
		type === 'resourceLocator' ? typedInto(one.field, value) : value;

	test.each(nothings)('is refused when its expression gives %s', async (_what, value) => {
		const refused = `'${displayName}' is empty in item 0`;
		await expect(run(one, stored(value))).rejects.toThrow(refused);
		expect(sandbox.requests).toEqual([]);
	});

	test('is no filter when it is added and left empty, or left empty by an AI agent', async () => {
		// A menu is never empty.
		if (type !== 'options') await run(one, type === 'resourceLocator' ? unselected : '');
		await run(
			one,
			stored(() => ''),
			{ asTool: true },
		);
		expect(sandbox.requests.length).toBeGreaterThan(0);
		for (const { status } of sandbox.requests) expect(status).toBeLessThan(300);
	});
});

const triggers = nodes.filter(({ description }) => description.polling);

describe.each(triggers)('$name', ({ Node, description }) => {
	const collections = description.properties.filter(({ type }) => type === 'collection');
	const pickers = collections.flatMap(({ name, options, displayOptions }) =>
		(options as INodeProperties[])
			.filter(({ type }) => type === 'resourceLocator')
			.map((field) => ({
				what: `${name}: ${field.displayName}`,
				parameters: {
					events: (displayOptions?.show?.events ?? []).slice(0, 1),
					[name]: { [field.name]: unselected },
				},
			})),
	);

	test.each(pickers)('$what is no filter when nothing is selected', async ({ parameters }) => {
		const context = pollContext(Node, {
			parameters,
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		});
		expect(await new Node().poll!.call(context)).toBeNull();
		expect(sandbox.requests.length).toBeGreaterThan(0);
		const wrong = sandbox.requests.filter(
			({ status, path }) => status > 299 || path.includes('object'),
		);
		expect(wrong).toEqual([]);
	});
});
