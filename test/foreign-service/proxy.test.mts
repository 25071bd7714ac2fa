// Prism between the nodes and the sandbox: it holds each request and each answer against docs/openapi.yaml.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../contract/nodes.mts';
import { everyExample, neededExamples, readsList, run } from '../contract/operation-runs.mts';
import { ownWorkspace, sandbox } from '../contract/own-workspace.mts';
import { bearer } from '../unit/n8n-context.mts';
import { NO_SUCH_PATH, Prism } from './prism.mts';

ownWorkspace();

let prism: Prism;
beforeAll(async () => {
	prism = await Prism.start(sandbox.baseUrl);
	// Nobody is to judge what asks Prism for its last words.
	sandbox.fault({ path: NO_SUCH_PATH, times: Infinity, action: { type: 'status', status: 404 } });
});
afterAll(async () => await prism.close());

test.each(operations)('$key is asked and answered as the document says', async (one) => {
	const credentials = bearer(prism.baseUrl, sandbox.apiKey);
	if (readsList(one)) await run(one, everyExample(one), { credentials });
	const values = readsList(one) ? neededExamples(one) : everyExample(one);
	const items = await run(one, values, { credentials });
	expect(await prism.violations()).toEqual([]);
	expect(items).not.toEqual([]);
});
