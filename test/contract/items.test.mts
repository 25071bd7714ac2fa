// The items that each operation returns.
import { beforeEach, describe, expect, test } from 'vitest';
import { multiply } from '../faults/state.mts';
import { bearer } from '../unit/n8n-context.mts';
import { scriptedService } from '../unit/scripted-service.mts';
import type { Values } from './examples.mts';
import { operations } from './nodes.mts';
import {
	everyExample,
	fewestExamples,
	firstPage,
	idParameters,
	inPath,
	isFurther,
	isList,
	neededExamples,
	query,
	readsList,
	run,
} from './operation-runs.mts';
import { type OutputSchema, readSchema } from './output-schemas.mts';
import { ownWorkspace, sandbox, things } from './own-workspace.mts';
import { endpointOf } from './expectations.mts';
import { addThings } from './workspace.mts';

ownWorkspace();

/** It adds the only column that a credential decides. */
const postAddress = 'https://feedback.example.com/post/{id}';

describe.each(operations)('$key', (one) => {
	test('returns what its output schema says, each item paired with its input', async () => {
		const schema = readSchema(one);
		const values = readsList(one) ? neededExamples(one) : everyExample(one);
		const others = await addThings(sandbox);
		const ids = [things, others].map((given) => idParameters(one, given));
		const fromItem = Object.fromEntries(
			Object.keys(ids[0]).map((name) => [name, (_: unknown, index: number) => ids[index][name]]),
		);
		const unique = 'id' in values ? { id: (_: unknown, index: number) => `contract ${index}` } : {};
		const items = await run(one, values, {
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey, { postAddress }),
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
		const isOfNoPost = items.every(({ json }) => json.feedback_id === 0);
		const described = Object.keys(schema.properties!).filter(
			(name) => name !== 'post_url' || !isOfNoPost,
		);
		if (endpointOf(one.key).answerNotShown) {
			expect([...given]).toEqual(expect.arrayContaining(described));
		} else {
			expect([...given].sort()).toEqual(described.sort());
		}
	});
});

test.each(operations.filter(({ operation }) => operation.output.isWhole))(
	'$key returns the whole record without Simplify',
	async (one) => {
		const values = isList(one) ? {} : everyExample(one);
		const [{ json }] = await run(one, values, { parameters: { simplify: false } });
		const { fields } = one.operation.output.kind;
		expect(Object.keys(json).toSorted()).toEqual(Object.keys(fields).toSorted());
		expectToMatch(json, { properties: fields });
	},
);

const service = scriptedService();
const naming = operations.filter((one) => inPath(one).length > 0 && !isList(one));

test.each(naming)('$key returns every ID of its path, whatever the answer lacks', async (one) => {
	const { id } = one.operation.output.kind;
	const ids = Object.fromEntries(
		inPath(one).map((name) => [name, (things as unknown as Values)[name]]),
	);
	const data = /^(GET|POST) /.test(endpointOf(one.key).request)
		? { [id]: Object.values(ids).at(-1) }
		: {};
	service.says({ data });
	const credentials = bearer(service.baseUrl, 'key');
	const [{ json }] = await run(one, fewestExamples(one), { credentials });
	const returned = Object.values(json).map(String);
	expect(returned).toEqual(expect.arrayContaining(Object.values(ids).map(String)));
});

test.each(operations.filter((one) => /^DELETE /.test(endpointOf(one.key).request)))(
	'$key returns that it deleted, and the IDs of what it deleted',
	async (one) => {
		const [{ json }] = await run(one);
		expect(json).toMatchObject({ deleted: true });
		// An ID for each thing that the path names: a comment and its post, a member and the group.
		expect(Object.keys(json)).toHaveLength(1 + inPath(one).length);
	},
);

describe.each(operations.filter(isList))('$key, over several pages', (one) => {
	const COUNT = 104;

	beforeEach(() => {
		multiply(sandbox, one.operation.output.kind.id, COUNT);
		sandbox.requests.length = 0;
	});

	test('returns all records, each once', async () => {
		const items = await run(one, {}, { parameters: { returnAll: true } });
		const ids = items.map(({ json }) => json[one.operation.output.kind.id]);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.length).toBeGreaterThanOrEqual(COUNT);
		expect(sandbox.requests.length).toBeGreaterThan(1);
	});

	test('stops at the limit, and sends no further request', async () => {
		const items = await run(one, {}, { parameters: { limit: 3 } });
		expect(items).toHaveLength(3);
		const [first, ...more] = sandbox.requests;
		expect(more.filter((next) => !isFurther(one, next))).toEqual([]);
		expect(query(first)).toMatchObject(firstPage(one, 3));
	});
});

function expectToMatch(
	json: Record<string, unknown>,
	{ properties = {} }: Pick<OutputSchema, 'properties'>,
): void {
	for (const [name, value] of Object.entries(json)) {
		if (!properties[name]) continue;
		const types = [properties[name].type].flat();
		// The second mood writes an empty object as an empty list.
		if (types.includes('object') && Array.isArray(value) && value.length === 0) continue;
		const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
		expect(types, `${name} is ${actual}`).toContain(actual);
		const inner = properties[name].properties;
		if (!inner) continue;
		// A post says less of its author than a comment does.
		expect(Object.keys(inner), name).toEqual(expect.arrayContaining(Object.keys(value as object)));
		expectToMatch(value as Record<string, unknown>, { properties: inner });
	}
}
