// What docs/running.md says of a database that is restored from a backup.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { begun, ids, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const isNew = ({ event }: IDataObject) => event === 'newPost';

const setStatus = (post: number, status: string) =>
	sandbox.run('UPDATE posts SET status = ?, updated = created WHERE feedback_id = ?', status, post);

test('what is new since the backup fires again, with the same event ID, and changes fire again', async () => {
	const trigger = await begun(sandbox, ['newPost', 'postStatusChanged']);
	const [old, before] = sandbox.createPosts(2);
	expect(ids(await trigger.poll())).toEqual([old, before]);
	const backup = trigger.memory;
	const [since] = sandbox.createPosts(1);
	setStatus(before, 'planned');
	const fired = await trigger.poll();
	expect(ids(fired)).toEqual(expect.arrayContaining([since, before]));
	trigger.restart('init', backup);
	trigger.restartProcess();
	const again = await trigger.poll();
	expect(again.map(({ eventId: _, ...item }) => item)).toEqual(
		fired.map(({ eventId: _, ...item }) => item),
	);
	expect(again.find(isNew)!.eventId).toBe(fired.find(isNew)!.eventId);
	expect(await trigger.polls(3)).toEqual([]);
});

test('several changes since the backup fire as one', async () => {
	const trigger = await begun(sandbox, 'postStatusChanged');
	const [post] = sandbox.createPosts(1);
	await trigger.poll();
	const backup = trigger.memory;
	setStatus(post, 'planned');
	await trigger.poll();
	setStatus(post, 'done');
	await trigger.poll();
	trigger.restart('init', backup);
	trigger.restartProcess();
	expect(await trigger.polls(2)).toMatchObject([{ feedback_id: post, from: 'open', to: 'done' }]);
});

test('what was created and deleted since the backup does not fire', async () => {
	const trigger = await begun(sandbox, 'newPost');
	sandbox.createPosts(1);
	await trigger.poll();
	const backup = trigger.memory;
	const [gone] = sandbox.createPosts(1);
	expect(ids(await trigger.poll())).toEqual([gone]);
	sandbox.run('DELETE FROM posts WHERE feedback_id = ?', gone);
	trigger.restart('init', backup);
	expect(await trigger.polls(3)).toEqual([]);
});
