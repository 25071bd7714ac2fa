// Every operation once against a service that Prism makes of docs/openapi.yaml: it refuses what the document does not
// allow, and its answers are those that the document describes first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleValues, toParameters } from '../contract/examples.mts';
import { operations } from '../contract/nodes.mts';
import { documented, idParameters } from '../contract/operation-runs.mts';
import { bearer, execute } from '../unit/n8n-context.mts';
import { Prism } from './prism.mts';

const ids = {
	postId: 10_001,
	commentId: 50_001,
	updateId: 20_001,
	userId: 30_001,
	user_id: 30_001,
	groupId: 60_001,
	documentId: 70_001,
};
let prism: Prism;

beforeAll(async () => void (prism = await Prism.start()));
afterAll(async () => await prism.close());

test.each(operations)('$key works with the answers of the document', async (one) => {
	await execute(one.node.Node, {
		credentials: bearer(prism.baseUrl, 'any-key'),
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...idParameters(one, ids),
			...toParameters(one.operation, exampleValues(one.key, documented(one), ids)),
		},
	});
	expect(await prism.violations()).toEqual([]);
});
