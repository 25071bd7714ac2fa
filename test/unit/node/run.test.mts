// Hints, logs and cancelling while a step runs.
import type { IDataObject } from 'n8n-workflow';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { byId } from '../n8n-context.mts';
import { answeredNodes, items, start, titled } from './answered-nodes.mts';

answeredNodes();

test.each([
	['a list hints that it ran once for each item', { resource: 'post', operation: 'getAll' }, 3, 1],
	['a list of many posts hints so', { resource: 'comment', operation: 'getAllOfPosts' }, 3, 1],
	['a list gives no hint for one item', { resource: 'post', operation: 'getAll' }, 1, 0],
	['one record gives no hint', { resource: 'post', operation: 'get', postId: byId(1) }, 3, 0],
])('%s', async (_what, parameters, count, hints) => {
	const { requests, outcome, hinted } = start(Feedback, parameters, { items: items(count) });
	await turn();
	for (const request of requests) request.answer({ items: [], feedback_id: 1, has_more: false });
	await outcome;
	expect(hinted).toHaveLength(hints);
	for (const { message } of hinted) {
		expect(message).toBe(
			'This ran once for each of the 3 input items. To run it once, turn on Execute Once in the settings of this node.',
		);
	}
});

test('cancelling an execution ends requests under way, and starts no other item', async () => {
	const cancel = new AbortController();
	const setup = { items: items(100), signal: cancel.signal, continueOnFail: true };
	const { requests, outcome } = start(Feedback, titled, setup);
	await turn();
	expect(requests).toHaveLength(16);
	cancel.abort();
	const [output] = await outcome;
	expect(requests).toHaveLength(16);
	expect(output).toHaveLength(16);
	for (const { json } of output) {
		expect((json.error as IDataObject).message).toBe('The execution was cancelled');
	}
});

test('cancelling an execution sends nothing for items that wait for one of the same record', async () => {
	const cancel = new AbortController();
	const parameters = {
		resource: 'post',
		operation: 'update',
		postId: byId(1),
		updateFields: { title: ({ title }: IDataObject) => title },
	};
	const setup = { items: items(3), signal: cancel.signal, continueOnFail: true };
	const { requests, outcome } = start(Feedback, parameters, setup);
	await turn();
	expect(requests).toHaveLength(1);
	cancel.abort();
	const [output] = await outcome;
	expect(requests).toHaveLength(1);
	expect(output.map(({ json }) => (json.error as IDataObject).message)).toEqual([
		'The execution was cancelled',
	]);
});

test('an execution leaves no listener on its signal', async () => {
	const { signal } = new AbortController();
	const { requests, outcome } = start(Feedback, titled, { items: items(50), signal });
	let isOver = false;
	void outcome.finally(() => (isOver = true));
	for (let answered = 0; !isOver; await turn()) {
		for (; answered < requests.length; answered++) {
			if (answered % 7 === 0) requests[answered].refuse(429);
			else requests[answered].answer({ feedback_id: answered });
		}
	}
	expect((await outcome)[0]).toHaveLength(50);
	expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
