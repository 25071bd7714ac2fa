// Hints, logs and cancelling while a step runs.
import type { IDataObject } from 'n8n-workflow';
import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { byId, byKey, type Logged } from '../n8n-context.mts';
import { answeredNodes, items, start, titled } from './answered-nodes.mts';

answeredNodes();

test.each([
	['a list hints that it ran once for each item', { resource: 'post', operation: 'getAll' }, 3, 1],
	['a list gives no hint for one item', { resource: 'post', operation: 'getAll' }, 1, 0],
	[
		'an operation on one record gives no hint',
		{ resource: 'post', operation: 'get', postId: byId(1) },
		3,
		0,
	],
])('%s', async (_what, parameters, count, hints) => {
	const { requests, outcome, hinted } = start(Feedback, parameters, { items: items(count) });
	await turn();
	for (const request of requests) request.answer({ items: [], feedback_id: 1, has_more: false });
	await outcome;
	expect(hinted).toHaveLength(hints);
	for (const { message } of hinted) expect(message).toMatch(/each of the 3 input items/);
});

test.each([
	['names the field with a status that may have no records', byKey('opne'), [], 1],
	['says nothing where something was found', byKey('open'), [{ feedback_id: 1 }], 0],
	[
		'says nothing where the status was chosen from the list',
		{ ...byKey('open'), mode: 'list' },
		[],
		0,
	],
])('a list of a status %s', async (_what, status, found, hints) => {
	const parameters = { resource: 'post', operation: 'getAll', filters: { filter: status } };
	const { requests, outcome, hinted } = start(Feedback, parameters);
	await turn();
	for (const request of requests) request.answer({ items: found, has_more: false });
	await outcome;
	expect(hinted).toHaveLength(hints);
	for (const { message } of hinted) expect(message).toMatch(/^Nothing was found\. .*'Status'/);
});

describe('cancelling an execution', () => {
	test('ends requests under way, and starts no other item', async () => {
		const cancel = new AbortController();
		const setup = { items: items(100), signal: cancel.signal, continueOnFail: true };
		const { requests, outcome } = start(Feedback, titled, setup);
		await turn();
		expect(requests).toHaveLength(8);
		cancel.abort();
		const [output] = await outcome;
		expect(requests).toHaveLength(8);
		expect(output).toHaveLength(8);
		for (const { json } of output) {
			expect((json.error as IDataObject).message).toBe('The execution was cancelled');
		}
	});

	test('leaves no listener on the signal of the execution', async () => {
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
});

test('a step that waits long for the rate limit says so once in the log of n8n', async () => {
	const logged: Logged[] = [];
	// A line break in the name must not forge a line of the log.
	class Renamed extends Feedback {
		description = { ...new Feedback().description, defaults: { name: 'Posts\n2026 error' } };
	}
	const { requests, outcome } = start(Renamed, titled, { items: items(2), logged });
	let isOver = false;
	void outcome.finally(() => (isOver = true));
	for (let answered = 0; !isOver; await turn()) {
		for (; answered < requests.length; answered++) {
			if (answered < 8) requests[answered].refuse(429);
			else requests[answered].answer({ feedback_id: answered });
		}
	}
	expect((await outcome)[0]).toHaveLength(2);
	expect(logged).toEqual([
		{
			level: 'info',
			message: expect.stringMatching(
				/^Posts 2026 error waits about \d+ s for the rate limit of the service$/,
			),
			meta: undefined,
		},
	]);
});
