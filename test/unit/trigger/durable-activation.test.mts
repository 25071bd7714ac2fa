// With durable cursors n8n throws away what the poll of an activation has stored, so the trigger keeps it elsewhere.
import { expect, test } from 'vitest';
import { StaticData } from '../n8n-static-data.mts';
import { durablePolling, ids, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const newPosts = { events: ['newPost'] };

test('what was handed on long ago is not used by a later activation', async () => {
	const trigger = durablePolling(sandbox, newPosts);
	await trigger.register();
	await trigger.poll();
	trigger.configure({ events: ['newChangelogUpdate'] });
	await trigger.register();
	await trigger.poll();
	sandbox.createPosts(3);
	trigger.configure(newPosts);
	await trigger.register();
	const created = sandbox.createPosts(1);
	expect(ids(await trigger.poll())).toEqual(created);
});

test('only a registration without memory writes into the data of the workflow, until there is news', async () => {
	const workflow = new StaticData();
	const trigger = durablePolling(sandbox, newPosts, { workflow });
	await trigger.register();
	const { ofTheUser, ...handedOn } = trigger.shared;
	expect(ofTheUser).toBe('untouched');
	expect(Object.values(handedOn)).toHaveLength(1);
	expect(JSON.stringify(handedOn).length).toBeLessThan(500);
	sandbox.createPosts(3);
	await trigger.poll();
	expect(trigger.shared).toEqual({ ofTheUser });
	await trigger.poll();
	workflow.save();
	await trigger.register();
	expect(trigger.shared).toEqual({ ofTheUser });
	expect(workflow.changed).toBe(false);
});

test('what is handed on for an event that failed is kept for its next poll', async () => {
	sandbox.createPosts(5);
	const trigger = durablePolling(sandbox, { events: ['newPost', 'newChangelogUpdate'] });
	await trigger.register();
	const posts = sandbox.createPosts(1);
	const updates = sandbox.createUpdates(1);
	sandbox.fault({ path: '/v1/updates', action: { type: 'forbidden' } });
	const first = await trigger.poll();
	expect(ids(first)).toEqual(posts);
	const second = await trigger.poll();
	expect(second.map(({ changelog_id }) => changelog_id)).toEqual(updates);
	expect(await trigger.poll()).toEqual([]);
});

test('what is handed on is taken once, also where n8n has not saved that it is gone', async () => {
	const planned = { events: ['postChanged'], postFilters: { segment: 'a' } };
	const open = { events: ['postChanged'], postFilters: { segment: 'b' } };
	sandbox.run(`UPDATE users SET segments = '["a", "b"]'`);
	const [post] = sandbox.createPosts(1);
	const trigger = durablePolling(sandbox, planned);
	await trigger.register();
	const handedOn = trigger.shared;
	await trigger.poll();
	trigger.configure(open);
	await trigger.poll();
	sandbox.run(`UPDATE posts SET title = 'Another' WHERE feedback_id = ?`, post);
	trigger.configure(planned);
	trigger.share(handedOn);
	expect(await trigger.poll()).toEqual([]);
});

test('two triggers of one workflow each hand on their own', async () => {
	sandbox.createPosts(5);
	sandbox.createUpdates(5);
	const workflow = new StaticData();
	const one = durablePolling(sandbox, newPosts, { id: 'one', workflow });
	const updatesOnly = { events: ['newChangelogUpdate'] };
	const other = durablePolling(sandbox, updatesOnly, { id: 'other', workflow });
	await one.register();
	await other.register();
	const posts = sandbox.createPosts(1);
	const updates = sandbox.createUpdates(1);
	expect(ids(await one.poll())).toEqual(posts);
	expect((await other.poll()).map(({ changelog_id }) => changelog_id)).toEqual(updates);
});

test('Ignore Items While Inactive ignores what was created while the workflow was inactive', async () => {
	const anew = { ...newPosts, options: { ignoreWhileInactive: true } };
	const trigger = durablePolling(sandbox, anew);
	await trigger.register();
	await trigger.poll();
	sandbox.createPosts(3);
	await trigger.register();
	const created = sandbox.createPosts(1);
	expect(ids(await trigger.poll())).toEqual(created);
	expect(await trigger.poll()).toEqual([]);
});
