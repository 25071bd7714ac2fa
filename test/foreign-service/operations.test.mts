// Every operation once against a mock of docs/openapi.yaml that nobody here wrote: it refuses what the document does not allow.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleValues, toParameters } from '../contract/examples.mts';
import { operations, root } from '../contract/nodes.mts';
import { operationOf } from '../contract/openapi.mts';
import { documented, idParameters } from '../contract/operation-runs.mts';
import { endpointOf } from '../contract/specification.mts';
import { freePorts } from '../n8n-host/ports.mts';
import { bearer, execute } from '../unit/n8n-context.mts';

const ids = {
	...{ postId: 10_001, commentId: 50_001, updateId: 20_001, userId: 30_001 },
	...{ user_id: 30_001, groupId: 60_001, documentId: 70_001 },
};
const folder = join(root, 'test/foreign-service/node_modules/@stoplight/prism-cli');
let prism: ChildProcess;
let port: number;
/** What it found wrong, in its own words. */
const violations: string[] = [];

beforeAll(async () => {
	[port] = await freePorts(1);
	const words = ['mock', '--port', String(port), join(root, 'docs/openapi.yaml')];
	prism = spawn(process.execPath, [join(folder, 'dist/index.js'), ...words]);
	await new Promise<void>((resolve, reject) => {
		prism.once('exit', (code) => reject(new Error(`The mock ended with ${code}`)));
		createInterface(prism.stdout!).on('line', (line) => {
			if (line.includes('is listening')) resolve();
			if (/violation|did not pass|route not resolved|NO_PATH|NO_METHOD/i.test(line))
				violations.push(line);
		});
	});
});
afterAll(() => void prism.kill());

test.each(operations)('$key is a request of the document', async (one) => {
	violations.length = 0;
	const { request, then = request } = endpointOf(one.key);
	await execute(one.node.Node, {
		credentials: bearer(`http://127.0.0.1:${port}`, 'any-key'),
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...idParameters(one, ids),
			...toParameters(one.operation, exampleValues(one.key, documented(one), ids as never)),
		},
	}).catch((error: Error) => {
		// The mock answers by the lowest status, which of some operations is that of the plan gate.
		if (/not included in your plan/.test(error.message)) return;
		// Where the answer is not shown, it has none to give.
		if (operationOf(then).responses['200']?.content) throw error;
	});
	expect(violations).toEqual([]);
});
