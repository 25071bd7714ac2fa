// Nodes that run against a sandbox of each test, and the requests they make.
import type { IDataObject } from 'n8n-workflow';
import { operations } from '../../contract/nodes.mts';
import { send } from '../../contract/workspace.mts';
import { ownSandboxInEachTest as ownSandbox, sandbox } from '../../sandbox/own-sandbox.mts';
import { bearer, by, execute, type Setup } from '../n8n-context.mts';

export { by, sandbox };

/** A sandbox for each test, whose rate limit no test reaches. */
export const ownSandboxInEachTest = () =>
	ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1_000 } });

/** Runs `resource.operation` and returns the items; afterwards the log of the sandbox holds its requests alone. */
export async function run(
	task: string,
	parameters: Record<string, unknown> = {},
	items: IDataObject[] = [{}],
	setup: Partial<Setup> = {},
): Promise<IDataObject[]> {
	const [resource, operation] = task.split('.');
	sandbox.requests.length = 0;
	const { node } = operations.find(({ key }) => key === task)!;
	const output = await execute(node.Node, {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		timezone: 'UTC',
		items,
		...setup,
		parameters: { resource, operation, ...parameters },
	});
	return output.map(({ json }) => json);
}

/** The method and path of each request. */
export const asked = () =>
	sandbox.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

/** Asks the sandbox itself, to prepare a test. */
export const ask = async (method: string, path: string, body: object) =>
	await send(sandbox, method, path, body);

export const ids = (items: IDataObject[], name: string) => items.map((item) => item[name]);

/** The moment this many minutes ago, as the service writes it. */
export const minutesAgo = (minutes: number) =>
	new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
