// Polls with durable cursors: each begins with a copy of what was stored.
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { time } from '../own-time.mts';
import { ids } from './delivered.mts';
import { Listing, registration } from './listing.mts';
import { isBaselined } from './stored.mts';
import { listed, ownTimeAndChanceInEachTest } from './watching.mts';

ownTimeAndChanceInEachTest();

describe('with durable cursors', () => {
	let workflows = 0;

	/** Each poll has a context of its own, and a copy of what was stored. What a poll that fails has stored is thrown away. */
	function durable(listing: Listing, events: string[], parameters: IDataObject = {}) {
		let workflow = `durable-${workflows++}`;
		const apiKey = workflow;
		const logged: string[] = [];
		const global: IDataObject = {};
		let node: IDataObject = {};
		const poll = async (chosen: string[], budgetMs: number) => {
			await time.sleep(60_000);
			const copy = structuredClone(node);
			const items = await registration(listing, {
				...{
					parameters: { ...parameters, events: chosen },
					staticData: { node: copy, global },
					logged,
					workflow,
				},
				...{ apiKey, activationMode: 'update', budgetMs },
			})();
			if (budgetMs < 300_000 || items.length > 0) node = copy;
			return items;
		};
		return {
			logged,
			get memory() {
				return node as Record<string, IDataObject>;
			},
			/** n8n starts anew: the process knows nothing of this workflow. */
			restartProcess: () => (workflow = `durable-${workflows++}`),
			register: async (chosen = events) => await poll(chosen, 300_000),
			poll: async (chosen = events) => await poll(chosen, 36_000),
		};
	}

	test('a list in no order is logged once', async () => {
		const trigger = durable(listed(500, { shuffled: true }), ['newPost']);
		await trigger.register();
		for (let polled = 0; polled < 10; polled++) await trigger.poll();
		expect(trigger.logged).toHaveLength(1);
	});

	test('a record with an old date is found within 20 polls', async () => {
		const listing = listed(1_500);
		const trigger = durable(listing, ['newPost']);
		await trigger.register();
		await trigger.poll();
		const { feedback_id: old } = listing.create(750);
		const found: unknown[] = [];
		for (let polled = 0; polled < 20; polled++) found.push(...ids(await trigger.poll()));
		expect(found).toEqual([old]);
	});

	test('a refused list is named, and the other one is read to its end', async () => {
		const listing = listed(3_000);
		const trigger = durable(listing, ['newPost', 'newEndUser']);
		await trigger.register(['newEndUser']);
		await trigger.poll(['newEndUser']);
		listing.before = async () => {
			if (listing.paths.at(-1) === '/v1/users') return { status: 403, body: '{"status":"error"}' };
			await time.sleep(6_000);
			return undefined;
		};
		const failures: string[] = [];
		const causes: unknown[] = [];
		for (let polled = 0; polled < 40; polled++) {
			await trigger.poll().catch((error: NodeApiError) => {
				failures.push(error.message);
				causes.push((error as { failure?: { cause?: unknown } }).failure?.cause);
			});
		}
		// n8n pauses all of the node's events for half an hour on anything that it takes for permanent.
		expect(causes).toEqual(['temporarily-unavailable', 'temporarily-unavailable']);
		expect(isBaselined(trigger.memory)).toBe(true);
		expect(failures).toHaveLength(2);
		expect(failures.every((message) => message.includes('New End-User'))).toBe(true);
	});

	test('a refused list beside New Comment is named in the third poll in a row', async () => {
		const listing = listed(3);
		const trigger = durable(listing, ['newComment', 'newEndUser']);
		await trigger.register();
		await trigger.poll();
		listing.before = () =>
			listing.paths.at(-1) === '/v1/users'
				? { status: 403, body: '{"status":"error"}' }
				: undefined;
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow('New End-User');
	});

	test('Re-Deliver After Crash stores nothing, since n8n stores a batch with its execution', async () => {
		const listing = listed(3);
		const trigger = durable(listing, ['newPost'], { options: { redeliver: true } });
		await trigger.register();
		await trigger.poll();
		listing.create(100);
		expect(await trigger.poll()).toHaveLength(1);
		trigger.restartProcess();
		expect(await trigger.poll()).toEqual([]);
	});
});
