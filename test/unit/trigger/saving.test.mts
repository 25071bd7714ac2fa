// What is stored after a poll that succeeds, and after one that fails.
import { describe, expect, test } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { ids } from './delivered.mts';
import { Listing, registration, type Registration } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const newPosts = { events: ['newPost'] };

describe('a poll that fails', () => {
	test.each(['events', 'simplify', 'options', 'postFilters'])(
		'an expression in %s that cannot be evaluated loses no batch',
		async (name) => {
			const listing = new Listing();
			let isBroken = false;
			const parameters = new Proxy<Registration['parameters']>(newPosts, {
				get(target, key) {
					if (isBroken && key === name) throw new Error('Referenced node is unexecuted');
					return target[key as string];
				},
			});
			const staticData = new StaticData();
			const poll = registration(listing, { parameters, staticData });
			await poll();
			const { feedback_id: id } = listing.create(1);
			const before = JSON.stringify(staticData.node);
			isBroken = true;
			await expect(poll()).rejects.toThrow('Referenced node is unexecuted');
			expect(JSON.stringify(staticData.node)).toBe(before);
			isBroken = false;
			expect(ids(await poll())).toEqual([id]);
		},
	);
});

describe('what is stored', () => {
	test('n8n notices each change of what is stored', async () => {
		const trigger = polling(sandbox, newPosts);
		for (let polls = 0; polls < 3; polls++) {
			trigger.save();
			sandbox.createPosts(1);
			const { node } = trigger.staticData;
			const before = JSON.stringify(node);
			await trigger.poll();
			expect(JSON.stringify(node)).not.toBe(before);
		}
		trigger.save();
		sandbox.fault({ action: { type: 'unauthorized' } });
		await expect(trigger.poll()).rejects.toThrow();
		expect(trigger.staticData.changed).toBe(false);
	});
});

describe('what was seen before', () => {
	test('posts do not fire again after a list was empty for one poll', async () => {
		sandbox.createPosts(30);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const empty = { status: 'success', data: { items: [], has_more: false, page: 0 } };
		sandbox.fault({ action: { type: 'json', value: empty } });
		expect(await trigger.poll()).toEqual([]);
		for (let polls = 0; polls < 25; polls++) expect(await trigger.poll()).toEqual([]);
	});
});
