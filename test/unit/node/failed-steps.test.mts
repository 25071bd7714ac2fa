import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { bearer, byId, type Setup } from '../n8n-context.mts';
import { time } from '../own-time.mts';
import { answeredNodes, items, start, titled } from './answered-nodes.mts';

answeredNodes();

test('no item is sent after the first failure, also if items wait for each other', async () => {
	const comment = { resource: 'comment', operation: 'create', comment: 'Me too' };
	const { requests, outcome } = start(
		Feedback,
		{ ...comment, postId: byId(7) },
		{ items: items(20) },
	);
	await turn();
	expect(requests).toHaveLength(1);
	requests[0].refuse(400);
	const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	await time.sleep(600_000);
	expect(requests).toHaveLength(1);
	expect(error.context.itemIndex).toBe(0);
	expect(error.description).toMatch(/<br>Items by their number. Not succeeded: 0 to 19\.$/);
	expect(error.description).not.toMatch(/[Nn]othing was/);
});

test('items that wait for a retry are not sent, and do not report a cancelled execution', async () => {
	const { requests, outcome } = start(Feedback, titled, { items: items(8) });
	await turn();
	for (const request of requests.slice(0, 7)) request.refuse(429);
	await turn();
	requests[7].refuse(403);
	const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	await time.sleep(600_000);
	expect(requests).toHaveLength(8);
	expect(error).toMatchObject({ httpCode: '403', context: { itemIndex: 7 } });
});

/** Three posts that are made, and a fourth that fails; no item is begun after it, and those under way are refused. */
const stopsAt3 = async (
	status: number,
	parameters: Setup['parameters'] = titled,
	setup: Partial<Setup> = {},
) => {
	const { requests, outcome } = start(Feedback, parameters, { items: items(10), ...setup });
	await turn();
	for (const [item, request] of requests.entries()) {
		if (item < 3) request.answer({ feedback_id: item, comments: [], has_more: false });
		else request.refuse(item === 3 ? status : 400);
		await turn();
	}
	return ((await outcome.catch((reason: unknown) => reason)) as NodeApiError).description;
};

test.each([
	[400, /<br>Items by their number. Succeeded: 0 to 2. Not succeeded: 3 to 9\.$/],
	[500, /<br>Items by their number. Succeeded: 0 to 2. Unknown: 3. Not succeeded: 4 to 9\.$/],
])('HTTP %i stops the step, which says what became of every item', async (status, sentence) => {
	expect(await stopsAt3(status)).toMatch(sentence);
});

test('a tool that stops says so in plain text', async () => {
	expect(await stopsAt3(400, titled, { asTool: true })).toMatch(
		/\nItems by their number. Succeeded: 0 to 2. Not succeeded: 3 to 9\.$/,
	);
});

test('the first item in the order of the input fails a step that runs in parallel, which says how each item ended', async () => {
	const { requests, outcome } = start(Feedback, titled, { items: items(20) });
	await turn();
	requests[5].refuse(500);
	await turn();
	requests[2].refuse(400);
	for (const request of requests) request.answer({ feedback_id: 1 });
	const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error.context.itemIndex).toBe(2);
	expect(requests).toHaveLength(16);
	expect(error.description).toMatch(
		/Succeeded: 0 to 1, 3 to 4, 6 to 15. Unknown: 5. Not succeeded: 2, 16 to 19\.$/,
	);
});

test('failed reads and single items say nothing of other items', async () => {
	const list = { resource: 'comment', operation: 'getAll', postId: byId(1) };
	expect(await stopsAt3(400, list)).not.toMatch(/[Ii]tems? \d/);
	const { requests, outcome } = start(Feedback, titled, { items: items(1) });
	await turn();
	requests[0].refuse(400);
	const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	expect(error.description).not.toMatch(/[Ii]tem/);
});

test('a node without credentials fails with its first item', async () => {
	const { outcome } = start(Feedback, titled, { items: items(9), credentials: {} });
	const error = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	expect(error.message).toMatch(/does not have any credentials/);
	expect(error.context.itemIndex).toBe(0);
	expect(error.description).toBe('Items by their number. Not succeeded: 0 to 8.');
});

test.each([
	['no Base URL', bearer('', 'key'), /Base URL in the credential is empty/],
	[
		'a key that no header can hold',
		bearer('https://feedback.example', 'k'.repeat(1_001)),
		/API Key in the credential is longer than 1,000 characters/,
	],
	[
		'a key cut short',
		bearer('https://feedback.example', 'abc…'),
		/contains characters other than letters, digits and \. _/,
	],
	['a key over two lines', bearer('https://feedback.example', 'ab\ncd'), /contains characters/],
])('%s fails every item, and nothing is sent', async (_what, credentials, message) => {
	const setup = { items: items(2), credentials };
	const going = start(Feedback, titled, { ...setup, continueOnFail: true });
	const [output] = await going.outcome;
	expect(output.map(({ json }) => (json.error as IDataObject).message)).toEqual(
		Array(2).fill(expect.stringMatching(message)),
	);
	expect(going.requests).toEqual([]);
	await expect(start(Feedback, titled, setup).outcome).rejects.toThrow(message);
});

test('an unknown operation is named', async () => {
	const parameters = { resource: 'post', operation: 'frobnicate' };
	await expect(start(Feedback, parameters, { writtenByHand: true }).outcome).rejects.toThrow(
		"no operation 'frobnicate' for the resource 'post'",
	);
});

test('of two items, the second of which fails, the step says that the first succeeded', async () => {
	const { requests, outcome } = start(Feedback, titled, { items: items(2) });
	await turn();
	requests[0].answer({ feedback_id: 1 });
	requests[1].refuse(400);
	const { description } = (await outcome.catch((reason: unknown) => reason)) as NodeApiError;
	expect(description).toMatch(/Succeeded: 0. Not succeeded: 1\.$/);
});
