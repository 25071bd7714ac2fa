// Nodes whose requests a test answers one by one.
import type { IDataObject, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { beforeAll } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { said } from '../answers.mts';
import {
	bearer,
	byKey,
	executeContext,
	type Logged,
	type NodeClass,
	type Setup,
} from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';

export interface Request {
	method: string;
	url: string;
	body: IDataObject;
	answer(data: unknown): void;
	refuse(status: number): void;
}

let keys = 0;

/** A node whose requests the test answers one by one, in the order it likes. */
export function start(
	Node: NodeClass,
	parameters: Setup['parameters'],
	setup: Partial<Setup> & { logged?: Logged[] } = {},
) {
	const node = new Node();
	const context = executeContext(node, {
		credentials: bearer('https://feedback.example', `answered-${++keys}`),
		...setup,
		parameters,
	});
	const requests: Request[] = [];
	const hinted: NodeExecutionHint[] = [];
	context.addExecutionHints = (...hints) => void hinted.push(...hints);
	context.helpers.httpRequestWithAuthentication = async (_type, options) =>
		await time.during(
			async () =>
				await new Promise((resolve) => {
					const give = (statusCode: number, envelope: object) =>
						resolve({ statusCode, headers: {}, body: JSON.stringify(envelope) } as never);
					requests.push({
						method: options.method!,
						url: options.url,
						body: JSON.parse(String(options.body ?? '{}')) as IDataObject,
						answer: (data) => give(200, { status: 'success', data }),
						refuse: (status) => give(status, said('No')),
					});
				}),
		);
	const outcome = node.execute!.call(context) as Promise<INodeExecutionData[][]>;
	outcome.catch(() => undefined);
	return { requests, outcome, hinted };
}

/** Posts that are created from the titles of the items. */
export const titled = {
	resource: 'post',
	operation: 'create',
	title: (json: IDataObject) => json.title,
	type: byKey('idea'),
};
export const items = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ title: `Item ${n}` }));

/** Takes time into the hands of each test, and loads what a node loads when it first runs. */
export function answeredNodes(): void {
	ownTimeInEachTest();
	beforeAll(async () => {
		await start(Feedback, titled, { items: [] }).outcome;
	});
}
