// Re-Deliver After Crash: which items come again after a restart.
import { describe, expect, test } from 'vitest';
import { commentIds, ids } from './delivered.mts';
import { Listing, timeOf } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';
import { ownTimeAndChanceInEachTest, watching } from './watching.mts';

describe('a restart of n8n', () => {
	ownSandboxInEachTest({ v1PerPage: 10 });

	const newPosts = { events: ['newPost'] };

	const redelivering = { ...newPosts, options: { redeliver: true } };

	test('idle polls store nothing, and the batch before them comes again', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		const created = sandbox.createPosts(1);
		await trigger.poll();
		for (let polls = 0; polls < 25; polls++) expect(await trigger.poll()).toEqual([]);
		expect(trigger.staticData.changed).toBe(false);
		await trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('after a publication in the same process nothing comes again', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		sandbox.createPosts(2);
		await trigger.poll();
		await trigger.poll();
		trigger.reconfigure({ ...redelivering, simplify: false });
		expect(await trigger.poll()).toEqual([]);
	});

	test('under other settings the batch comes again as they judge it', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		const planned = sandbox.createPosts(1, { status: 'planned' });
		sandbox.createPosts(1, { status: 'open' });
		expect(await trigger.poll()).toHaveLength(2);
		await trigger.restartProcess();
		trigger.reconfigure({ ...redelivering, postFilters: { filter: 'planned' } });
		expect(ids(await trigger.poll())).toEqual(planned);
	});

	test('turned off, the last batch comes once more after a restart without news', async () => {
		const trigger = polling(sandbox, redelivering);
		await trigger.poll();
		const created = sandbox.createPosts(1);
		await trigger.poll();
		trigger.reconfigure(newPosts);
		expect(await trigger.poll()).toEqual([]);
		await trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('after a restart with Re-Deliver After Crash', () => {
	ownTimeAndChanceInEachTest();

	test('what a poll finds that n8n drops for a publication does not fire in this process', async () => {
		const listing = new Listing({ perPage: 100 });
		const trigger = watching(listing, { parameters: { options: { redeliver: true } } });
		await trigger.poll();
		const saved = trigger.memory;
		listing.create(10);
		const dropped = await trigger.poll();
		expect(dropped).toHaveLength(1);
		trigger.restart('update', saved);
		expect(await trigger.polls(2)).toEqual([]);
	});

	test('a record that changed once more comes again as it is now, under another event ID', async () => {
		const listing = new Listing({ perPage: 100 });
		const post = listing.create(1);
		const parameters = { options: { redeliver: true } };
		const trigger = watching(listing, { events: ['postVotesChanged'], parameters });
		await trigger.poll();
		Object.assign(post, { total_sum: 4, updated: timeOf(10) });
		const [first] = await trigger.poll();
		Object.assign(post, { total_sum: 5, updated: timeOf(11) });
		trigger.restartProcess();
		const [again] = await trigger.poll();
		expect([first, again]).toMatchObject([{ to: 4 }, { from: 0, to: 5 }]);
		expect(again.eventId).not.toBe(first.eventId);
	});

	test('old comments do not fire where replies are left out', async () => {
		const listing = new Listing({ perPage: 100 });
		const post = listing.create(1);
		for (let made = 0; made < 5; made++) listing.comment(post, 10 + made);
		const parameters = { commentFilters: { replies: false }, options: { redeliver: true } };
		const trigger = watching(listing, { events: ['newComment', 'newPost'], parameters });
		expect(await trigger.poll()).toEqual([]);
		listing.comment(post, 100, { parent: 50_000 });
		const { feedback_id: id } = listing.create(101);
		expect(ids(await trigger.poll())).toEqual([id]);
		trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual([id]);
		const { comment_id: late } = listing.comment(post, 200);
		expect(commentIds(await trigger.poll())).toEqual([late]);
	});
});
