// What every operation of every node has to keep, whoever writes it. Against the sandbox; what is sent is read from its
// log, and what should be sent from the specification.
import { type INodeProperties, type INodePropertyOptions, NodeHelpers } from 'n8n-workflow';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceFailure } from '../../nodes/shared/client/failures';
import { path } from '../../nodes/shared/client/path';
import { explain } from '../../nodes/shared/node/explanations';
import { Input } from '../../nodes/shared/node/input';
import * as kinds from '../../nodes/shared/service/request-bodies';
import { knownRequests, type LoggedRequest } from '../sandbox/server.mts';
import { basic, bearer, byId, execute, type Setup } from '../unit/n8n-context.mts';
import {
	allFields,
	exampleValues,
	fieldsNamed,
	placedAs,
	toParameters,
	type Values,
} from './examples.mts';
import { choices, nodes, operations, type PublishedOperation } from './nodes.mts';
import { ownWorkspace, sandbox, things } from './own-workspace.mts';
import { type OutputSchema, readSchema } from './output-schemas.mts';
import {
	endpointOf,
	endpoints,
	type FieldType,
	letThrough,
	notIds,
	refused,
} from './specification.mts';
import { addMany, addThings, type Things } from './workspace.mts';

ownWorkspace();

const byKey = new Map(operations.map((one) => [one.key, one]));
const isList = ({ operation }: PublishedOperation) => operation.option.value.startsWith('getAll');
const isOfPosts = ({ key }: PublishedOperation) => endpointOf(key).request === 'GET /v1/posts';
const isUpdate = ({ operation }: PublishedOperation) => operation.option.value === 'update';

/** Fields of an operation that never go over the wire. */
function forN8n(one: PublishedOperation): readonly string[] {
	const { own = [], clearable = [] } = endpointOf(one.key);
	return [
		...own,
		...(isList(one) ? ['returnAll', 'limit'] : []),
		...(clearable.length > 0 ? ['clearFields'] : []),
	];
}

/** Fields that say in which form records come out, and how many items are worked on at the same time. */
function formFields(one: PublishedOperation, asTool: boolean): readonly string[] {
	const { request, answersInPart, answerNotShown } = endpointOf(one.key);
	const givesRecord = !answersInPart && !answerNotShown && !request.startsWith('DELETE ');
	const isReadOnce = isList(one) && inPath(one).length === 0;
	if (asTool) return givesRecord ? ['output', 'outputFields'] : [];
	const isQuick = ['delete', 'get'].includes(one.operation.option.value);
	return [...(givesRecord ? ['simplify'] : []), ...(isReadOnce || isQuick ? [] : ['concurrency'])];
}

/** Names of the node's fields that stand in the path. */
const inPath = (one: PublishedOperation) =>
	[...endpointOf(one.key).request.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

const documented = (one: PublishedOperation): Readonly<Record<string, FieldType>> =>
	endpointOf(one.key).body ?? endpointOf(one.key).query ?? {};

const leaves = (types: Readonly<Record<string, FieldType>>): string[] =>
	Object.entries(types).flatMap(([name, type]) =>
		typeof type === 'object' ? leaves(type) : [name],
	);

function idParameters(one: PublishedOperation, ids: object = things): Values {
	return Object.fromEntries(
		inPath(one).map((name) => {
			const [field] = fieldsNamed(one.operation, name);
			const id = (ids as Values)[name];
			if (id === undefined) {
				throw new Error(
					`No '${name}' to work on: let addThings of test/contract/workspace.mts make one`,
				);
			}
			return [name, field.type === 'resourceLocator' ? byId(id) : id];
		}),
	);
}

/** Runs the operation with its ids and these values, given as they should be on the wire. */
async function run(one: PublishedOperation, values: Values = {}, setup: Partial<Setup> = {}) {
	return await execute(one.node.Node, {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		...setup,
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...idParameters(one),
			...toParameters(one.operation, values),
			...setup.parameters,
		},
	});
}

const everyExample = (one: PublishedOperation) => exampleValues(one.key, documented(one), things);

/** What the service needs, and nothing more. */
function neededExamples(one: PublishedOperation): Values {
	const { needs = [] } = endpointOf(one.key);
	return Object.fromEntries(
		Object.entries(everyExample(one)).filter(([name]) => needs.includes(name)),
	);
}

/** The same with a change in it, where an update would be refused without any. */
function fewestExamples(one: PublishedOperation): Values {
	const [change] = Object.entries(everyExample(one));
	return isUpdate(one) ? Object.fromEntries([change]) : neededExamples(one);
}

/** Fields that narrow a list by a date of its records, which only the order on the wire shows. */
const PERIODS: readonly string[] = ['createdSince', 'createdUntil', 'changedSince', 'changedUntil'];

/** Where what is read is looked through or looked into, how much of it is needed is not known before. */
const firstPage = (one: PublishedOperation, limit = 50, isLookedThrough = false) => ({
	page: '0',
	per_page: isLookedThrough || endpointOf(one.key).then ? '100' : String(limit),
});

/** Whether it asks for what the first answer led to. */
function isFurther(one: PublishedOperation, { method, path }: LoggedRequest): boolean {
	const pattern = endpointOf(one.key).then?.replace(/\{\w+\}/g, '\\d+');
	return (
		pattern !== undefined && new RegExp(`^${pattern}$`).test(`${method} ${path.split('?')[0]}`)
	);
}

const query = ({ path }: LoggedRequest) =>
	Object.fromEntries(new URL(path, sandbox.baseUrl).searchParams);

test('every published operation has its endpoint in the specification, and the other way round', () => {
	expect([...byKey.keys()].sort()).toEqual(Object.keys(endpoints).sort());
	expect(byKey.size).toBe(operations.length);
});

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
		const credentials = description.credentials?.map(({ name }) => name);
		const both = ['feedbackBearerApi', 'feedbackBasicApi'];
		expect(credentials).toEqual(bearerOnly ? ['feedbackBearerApi'] : both);
		const choice = description.properties.filter(({ name }) => name === 'authentication');
		expect(choice).toHaveLength(bearerOnly ? 0 : 1);
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
		for (const { what, names } of listsOf(description.properties)) {
			expect(names, what).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
		}
	});

	test('asks for what is optional in Title Case', () => {
		for (const { type, name, placeholder } of description.properties) {
			if (type === 'collection') expect(placeholder, name).toMatch(/^Add( [A-Z][a-z]+)+$/);
		}
	});

	// Icons and codex are looked at in what is published, in test/package.
	test('has a subtitle, and is a tool unless it is a trigger', () => {
		expect(description.subtitle).toBeTruthy();
		const isTrigger = description.group.includes('trigger');
		expect(description.usableAsTool).toBe(isTrigger ? undefined : true);
	});
});

describe.each(operations)('$key', (one) => {
	const { node, resource, operation } = one;
	const { option } = operation;

	test('says what it does', () => {
		expect(option.action).toMatch(/^[A-Z][a-z]+( (NPS|[a-z-]+))+$/);
		expect(option.action).not.toMatch(/ (a|an|the) /);
		const call = { method: 'GET' as const, path: path`/v1/posts`, repeatable: true };
		const refusal = new ServiceFailure({ kind: 'forbidden' }, call, 1, 0);
		expect(explain(refusal, { operation }).message).toMatch(
			/ to [a-z]+( or [a-z]+)? (many|metadata of an?|an?) [A-Za-z -]+$/,
		);
		expect(option.description.length).toBeGreaterThan(10);
		expect(option.name).toMatch(/^[A-Z]/);
	});

	test.each([
		{ as: 'in a workflow', suffix: '' },
		{ as: 'as a tool', suffix: 'Tool' },
	])('shows its own fields and no others $as', ({ suffix }) => {
		const description = { ...node.description, name: node.description.name + suffix };
		const parameters = {
			resource: resource.value,
			operation: option.value,
			authentication: 'feedbackBearerApi',
			...(suffix === '' ? { returnAll: false } : { output: 'selected' }),
		};
		const shown = description.properties.filter((property) =>
			NodeHelpers.displayParameter(parameters, property, { typeVersion: 1 }, description),
		);
		const names = shown
			.map(({ name }) => name)
			.filter((name) => !['resource', 'operation', 'authentication'].includes(name));
		const held = shown
			.filter(({ name }) => names.includes(name))
			.flatMap(({ name, type, options }) =>
				type === 'collection' ? options!.map((inner) => inner.name) : [name],
			);
		const asTool = suffix !== '';
		const inWorkflow = forN8n(one).filter((name) => !(asTool && name === 'returnAll'));
		const own = [...inPath(one), ...leaves(documented(one)), ...inWorkflow];
		const expected = new Set([...own, ...formFields(one, asTool)]);
		expect(held.toSorted()).toEqual([...expected].toSorted());
		expect(new Set(names).size).toBe(names.length);
		for (const { name, displayOptions } of shown.slice(-names.length)) {
			expect(displayOptions?.show?.resource, name).toEqual([resource.value]);
			expect(displayOptions?.show?.operation, name).toEqual([option.value]);
		}
	});

	test('has one field for everything the service takes, and no field for anything else', () => {
		const names = allFields(operation).map(({ field }) => field.name);
		const expected = [...new Set([...inPath(one), ...leaves(documented(one)), ...forN8n(one)])];
		expect(names.toSorted()).toEqual(expected.toSorted());
	});

	test('requires what the service needs, and nothing else', () => {
		const required = allFields(operation).filter(({ field }) => field.required);
		const needed = [...inPath(one), ...(endpointOf(one.key).needs ?? [])];
		expect(required.map(({ field }) => field.name).toSorted()).toEqual(needed.toSorted());
	});

	test('asks for something that the sandbox knows', () => {
		const { request } = endpointOf(one.key);
		const missing = `The sandbox has no '${request}': write it in a file of test/sandbox/, whose part stands in 'parts' of server.mts`;
		expect(knownRequests, missing).toContain(request.replaceAll(/\{\w+\}/g, '{}'));
	});

	test('sends every field to its endpoint, as the schema and the specification have it', async () => {
		const read = vi.spyOn(Input.prototype, 'read');
		const values = everyExample(one);
		await run(one, values);
		const schemas = read.mock.calls.map(([body]) => body(kinds));
		read.mockRestore();
		const names = schemas.flatMap(({ shape }) => Object.keys(shape));
		expect(names.filter((name) => !PERIODS.includes(name)).sort()).toEqual(
			Object.keys(documented(one)).sort(),
		);

		const [sent, ...more] = sandbox.requests;
		// A list that does not say where it ends may be asked for its next page.
		const others = more.filter((next) => !isFurther(one, next));
		const pages = others.map((_, index) => ({ ...query(sent), page: String(index + 1) }));
		expect(others.map(query)).toEqual(isList(one) ? pages : []);
		const [method, path] = endpointOf(one.key).request.split(' ');
		const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof Things) => String(things[name]));
		expect(`${sent.method} ${sent.path.split('?')[0]}`).toBe(`${method} ${filled}`);
		expect(sent.status).toBeLessThan(300);
		if (isList(one)) {
			const isLookedThrough = Object.values(documented(one)).includes('date');
			const order = isOfPosts(one) ? { sort: 'new' } : {};
			expect(query(sent)).toEqual({ ...order, ...values, ...firstPage(one, 50, isLookedThrough) });
			expect(sent.body).toBeUndefined();
		} else {
			expect(query(sent)).toEqual({});
			expect(sent.body).toEqual(endpointOf(one.key).body ? values : undefined);
		}
	});

	test('sends nothing that was not filled in', async () => {
		await run(one, fewestExamples(one));
		const [sent] = sandbox.requests;
		const everything = isOfPosts(one) ? { type: 'all', filter: 'all', sort: 'new' } : {};
		if (isList(one)) expect(query(sent)).toEqual({ ...everything, ...firstPage(one) });
		else {
			const { evenEmpty } = endpointOf(one.key);
			const needed = fewestExamples(one);
			expect(sent.body ?? {}).toEqual(evenEmpty ? { [evenEmpty]: '', ...needed } : needed);
		}
	});

	test('keeps the order of a list apart from what narrows it', () => {
		const ordering = allFields(operation).filter(({ field }) => /^sort/.test(field.name));
		for (const { field, collection } of ordering) expect(collection, field.name).toBe('sorting');
	});

	test('gives what its output schema says, each item paired with its own', async () => {
		const schema = readSchema(one);
		const values = isList(one) ? {} : everyExample(one);
		const others = await addThings(sandbox);
		const ids = [things, others].map((given) => idParameters(one, given));
		const fromItem = Object.fromEntries(
			Object.keys(ids[0]).map((name) => [name, (_: unknown, index: number) => ids[index][name]]),
		);
		const unique = 'id' in values ? { id: (_: unknown, index: number) => `contract ${index}` } : {};
		const items = await run(one, values, {
			items: [{}, {}],
			parameters: { ...fromItem, ...unique },
		});

		const nothing = 'Nothing to give: let addThings of test/contract/workspace.mts make one';
		expect(items, nothing).not.toEqual([]);
		const paired = items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(new Set(paired)).toEqual(new Set([0, 1]));
		expect(paired).toEqual(paired.toSorted());
		for (const { json } of items) {
			expect(json).not.toHaveProperty('error');
			expectToMatch(json, schema);
		}
		const given = new Set(items.flatMap(({ json }) => Object.keys(json)));
		const described = Object.keys(schema.properties!);
		if (endpointOf(one.key).answerNotShown) {
			expect([...given]).toEqual(expect.arrayContaining(described));
		} else {
			expect([...given].sort()).toEqual(described.sort());
		}
	});

	test('goes on after failures where n8n is set to, each failed item in the shape n8n knows', async () => {
		sandbox.requests.length = 0;
		const items = await run(one, everyExample(one), {
			items: [{}, {}],
			continueOnFail: true,
			credentials: bearer(sandbox.baseUrl, 'not-a-key'),
		});
		expect(items).toHaveLength(2);
		for (const [index, item] of items.entries()) {
			expect(item).toEqual({
				json: { error: expect.objectContaining({ httpCode: '401', message: expect.any(String) }) },
				pairedItem: { item: index },
			});
		}
	});
});

describe.each(operations.filter(({ operation }) => operation.output.whole))('$key', (one) => {
	const { output } = one.operation;

	test('gives at most ten flat fields, or the whole record', async () => {
		const values = isList(one) ? {} : everyExample(one);
		const [{ json: short }] = await run(one, values);
		expect(Object.keys(short).length).toBeLessThanOrEqual(10);
		for (const [name, value] of Object.entries(short)) {
			const parts = Array.isArray(value) ? value : [value];
			expect(
				parts.every((part) => typeof part !== 'object' || part === null),
				name,
			).toBe(true);
		}
		const again = 'id' in values ? { ...values, id: `${values.id} and again` } : values;
		const [{ json: whole }] = await run(one, again, { parameters: { simplify: false } });
		expect(whole).toHaveProperty(output.kind.id);
	});
});

describe.each(operations.filter(({ operation }) => operation.option.value === 'delete'))(
	'$key',
	({ operation: { option } }) => {
		test('says that it is for good, to people and to models', () => {
			expect(option.action).toMatch(/ permanently$/);
			expect(option.description).toMatch(/^Permanently delete /);
		});
	},
);

describe.each(operations.filter(isUpdate))('$key', (one) => {
	const clearable = endpointOf(one.key).clearable!;
	const types = documented(one);
	const changed = Object.entries(types).map(([name]) => name);

	/** One field without content, where it stands in the body. */
	const emptyBody = (name: string, among = types): Values | undefined => {
		for (const [key, type] of Object.entries(among)) {
			if (key === name) return { [key]: type === 'object' ? {} : '' };
			const inner = typeof type === 'object' ? emptyBody(name, type) : undefined;
			if (inner) return { [key]: inner };
		}
		return undefined;
	};

	/** Every field of the update added, and nothing in it, as an AI agent leaves it. */
	const nothing = (blank: string) =>
		Object.fromEntries(
			allFields(one.operation)
				.filter(({ collection }) => collection === 'updateFields')
				.map(({ field }) => [field.name, placedAs(field, blank)]),
		);

	const clear = async (names: unknown, values: Values = {}) =>
		await run(one, values, { parameters: { clearFields: names } });

	test('offers to clear exactly what may be without content', () => {
		const field = one.operation.fields.find(({ name }) => name === 'clearFields');
		const offered = (field?.options ?? []) as INodePropertyOptions[];
		expect(offered.map(({ value }) => value).sort()).toEqual(clearable);
		for (const { name, value } of offered) {
			expect(name).toBe(fieldsNamed(one.operation, String(value))[0].displayName);
		}
	});

	test.each([
		['no field is added', {}],
		['every field is empty', nothing('')],
		['every field is blank', nothing('  ')],
	])('refuses an update that changes nothing: %s', async (_how, updateFields) => {
		const failure = run(one, {}, { parameters: { updateFields } });
		await expect(failure).rejects.toThrow('The update would change nothing');
		expect(sandbox.requests).toEqual([]);
	});

	test('leaves empty fields as they are', async () => {
		for (const name of changed) {
			sandbox.requests.length = 0;
			const example = { [name]: everyExample(one)[name] };
			const { updateFields } = toParameters(one.operation, example) as { updateFields: Values };
			await run(one, {}, { parameters: { updateFields: { ...nothing(''), ...updateFields } } });
			expect(sandbox.requests.map(({ body }) => body)).toEqual([example]);
		}
	});

	test('clears what Clear Fields names, and nothing else', async () => {
		for (const name of clearable) {
			sandbox.requests.length = 0;
			await clear([name]);
			expect(sandbox.requests).toMatchObject([{ body: emptyBody(name) }]);
			expect(Object.keys(sandbox.requests[0].body as object)).toHaveLength(1);
			expect(sandbox.requests[0].status).toBeLessThan(300);
		}
	});

	test('refuses a field that is filled in and cleared at once', async () => {
		for (const name of clearable) {
			const { displayName } = fieldsNamed(one.operation, name)[0];
			const failure = clear([name], everyExample(one));
			await expect(failure).rejects.toThrow(
				`'${displayName}' is set and also chosen in 'Clear Fields'`,
			);
		}
		expect(sandbox.requests).toEqual([]);
	});
});

describe.each(
	operations.filter((one) => isUpdate(one) && endpointOf(one.key).clearable!.length > 0),
)('$key', (one) => {
	const [first] = endpointOf(one.key).clearable!;

	test.each([first, `["${first}"]`, ` ${first} `])(
		'takes the names to clear from an expression: %s',
		async (clearFields) => {
			await run(one, {}, { parameters: { clearFields: () => clearFields } });
			expect(sandbox.requests).toHaveLength(1);
		},
	);

	test.each([['title'], [['nobody']], [5], [{ a: 1 }]])(
		'refuses to clear what cannot be cleared: %j',
		async (clearFields) => {
			const failure = run(one, {}, { parameters: { clearFields: () => clearFields } });
			await expect(failure).rejects.toThrow("'Clear Fields' can name only");
			expect(sandbox.requests).toEqual([]);
		},
	);
});

describe.each(operations.filter((one) => inPath(one).length > 0))('$key', (one) => {
	test('reaches no other endpoint, whatever its IDs are', async () => {
		const template = endpointOf(one.key).request.split(' ')[1].split('/');
		for (const name of inPath(one)) {
			for (const injected of notIds) {
				sandbox.requests.length = 0;
				const ids = idParameters(one, { ...things, [name]: injected });
				const failure = await run(one, everyExample(one), { parameters: ids }).then(
					() => undefined,
					(error: Error) => error,
				);
				const what = `${name}: ${JSON.stringify(injected).slice(0, 40)}`;
				expect(failure, what).toBeInstanceOf(Error);
				for (const { path } of sandbox.requests) {
					const segments = path.split('?')[0].split('/');
					expect(segments.length, what).toBe(template.length);
					for (const [index, segment] of template.entries()) {
						if (segment === `{${name}}`) {
							expect(decodeURIComponent(segments[index]), what).toBe(injected.trim());
						} else if (!segment.startsWith('{')) {
							expect(segments[index], what).toBe(segment);
						}
					}
				}
			}
		}
	});
});

describe.each(operations.filter((one) => /^DELETE /.test(endpointOf(one.key).request)))(
	'$key',
	(one) => {
		test('says that it deleted, and what', async () => {
			const [{ json }] = await run(one);
			expect(json).toMatchObject({ deleted: true });
			// An ID for each thing that the path names: a comment and its post, a member and the group.
			expect(Object.keys(json)).toHaveLength(1 + inPath(one).length);
		});
	},
);

describe.each(operations.filter((one) => / \/v1\//.test(endpointOf(one.key).request)))(
	'$key',
	(one) => {
		test('takes the Basic credential as well', async () => {
			await run(one, everyExample(one), {
				credentials: basic(sandbox.baseUrl, sandbox.apiKey),
				parameters: { authentication: 'feedbackBasicApi' },
			});
			expect(sandbox.requests[0].status).toBeLessThan(300);
		});
	},
);

describe.each(operations.filter(isList))('$key, over several pages', (one) => {
	const COUNT = 104;

	beforeEach(async () => {
		await addMany(sandbox, one.resource.value, things, COUNT);
		sandbox.requests.length = 0;
	});

	test('returns all, each once', async () => {
		const items = await run(one, {}, { parameters: { returnAll: true } });
		const ids = items.map(({ json }) => json[one.operation.output.kind.id]);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeGreaterThan(COUNT);
		expect(sandbox.requests.length).toBeGreaterThan(1);
	});

	test('stops at the limit without asking for more', async () => {
		const items = await run(one, {}, { parameters: { limit: 3 } });
		expect(items).toHaveLength(3);
		const [first, ...more] = sandbox.requests;
		expect(more.filter((next) => !isFurther(one, next))).toEqual([]);
		expect(query(first)).toMatchObject(firstPage(one, 3));
	});
});

describe('a documented limit', () => {
	test.each(refused)('$operation refuses $why before sending anything', async (limit) => {
		const one = byKey.get(limit.operation)!;
		const failure = run(one, { ...neededExamples(one), ...limit.fields });
		await expect(failure).rejects.toThrow(limit.names);
		expect(sandbox.requests).toEqual([]);
	});

	test.each(letThrough)('$operation lets $why through', async (limit) => {
		const one = byKey.get(limit.operation)!;
		const id = 'id' in everyExample(one) ? { id: `contract ${limit.why}` } : {};
		const values = { ...neededExamples(one), ...id, ...limit.fields };
		await run(one, values);
		expect(sandbox.requests).toMatchObject([{ body: values }]);
		expect(sandbox.requests[0].status).toBeLessThan(300);
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

function expectToMatch(json: Record<string, unknown>, { properties = {} }: OutputSchema): void {
	for (const [name, value] of Object.entries(json)) {
		if (!properties[name]) continue;
		const types = [properties[name].type].flat();
		const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		expect(types, `${name} is ${actual}`).toContain(actual);
	}
}
