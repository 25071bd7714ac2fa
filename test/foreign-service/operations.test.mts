// Every operation once against a service that Prism makes of docs/openapi.yaml: it refuses what the document does not
// allow, and its answers are those that the document describes first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleValues, toParameters } from '../contract/examples.mts';
import { operations } from '../contract/nodes.mts';
import { documented, idParameters, sameId } from '../contract/operation-runs.mts';
import { bearer, execute } from '../unit/n8n-context.mts';
import { Prism } from './prism.mts';

const ID = 10_001;
const things = { groupId: ID, userId: ID };
let prism: Prism;

beforeAll(async () => void (prism = await Prism.start()));
afterAll(async () => await prism.close());

test.each(operations)('$key works with the answers of the document', async (one) => {
	await execute(one.node.Node, {
		credentials: bearer(prism.baseUrl, 'any-key'),
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...idParameters(one, sameId(one, ID)),
			...toParameters(one.operation, exampleValues(one.key, documented(one), things)),
		},
	});
	expect(await prism.violations()).toEqual([]);
});
