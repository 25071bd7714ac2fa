import { describe, expect, test } from 'vitest';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const newPosts = { events: ['newPost'] };
const ids = (items: Array<Record<string, unknown>>) => items.map(({ feedback_id }) => feedback_id);

describe('new posts', () => {
	test('what is there at activation is not delivered, what comes after is, once', async () => {
		sandbox.createPosts(3);
		const trigger = polling(sandbox, newPosts);
		expect(await trigger.poll()).toEqual([]);
		const [created] = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual([created]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('the first post of an empty workspace is delivered', async () => {
		const trigger = polling(sandbox, newPosts);
		expect(await trigger.poll()).toEqual([]);
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('450 posts at once come in one go, oldest first', async () => {
		sandbox.createPosts(150);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(450);
		const delivered = ids(await trigger.poll());
		expect(delivered).toHaveLength(450);
		expect(delivered).toEqual(created);
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an idle poll asks once and writes nothing', async () => {
		sandbox.createPosts(250);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		trigger.save();
		sandbox.requests.length = 0;
		await trigger.poll();
		await trigger.poll();
		expect(sandbox.requests.map(({ path }) => path)).toEqual([
			'/v1/posts?type=all&filter=all&per_page=100&sort=new&page=0',
			// One page more, at a rotating place.
			'/v1/posts?type=all&filter=all&per_page=100&sort=new&page=1',
			'/v1/posts?type=all&filter=all&per_page=100&sort=new&page=0',
			'/v1/posts?type=all&filter=all&per_page=100&sort=new&page=2',
		]);
		expect(trigger.staticData.changed).toBe(false);
	});
});
