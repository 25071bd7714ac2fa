// What is stored belongs to a workspace, whatever the key.
import { beforeEach, expect, test } from 'vitest';
import { begun, ids, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

beforeEach(() => {
	sandbox.createPosts(5);
	sandbox.createPosts(5, { status: 'planned' });
});

test('with a key of another workspace, existing items are ignored', async () => {
	const trigger = watching(sandbox, { events: ['newPost', 'newNpsResponse'] });
	respond(3);
	await trigger.poll();
	sandbox.addKey('elsewhere', { workspace: 'other' });
	sandbox.createPosts(120, {}, 'other');
	respond(120, 'other');
	trigger.move({ apiKey: 'elsewhere' });
	expect(await trigger.poll()).toEqual([]);
	const created = sandbox.createPosts(1, {}, 'other');
	expect(ids(await trigger.poll())).toEqual(created);
});

test('with a key of another workspace, existing items fire where the first one was empty', async () => {
	const trigger = await begun(sandbox, 'newNpsResponse');
	sandbox.addKey('elsewhere', { workspace: 'other' });
	const existing = respond(3, 'other');
	trigger.move({ apiKey: 'elsewhere' });
	expect((await trigger.poll()).map(({ promoter_id: id }) => id)).toEqual(existing);
});

test('a rotated key loses no post of a workspace that was empty when its first key came', async () => {
	const trigger = await begun(sandbox);
	for (const key of ['elsewhere', 'rotated']) sandbox.addKey(key, { workspace: 'other' });
	trigger.move({ apiKey: 'elsewhere' });
	// One empty page may be a mistake.
	expect(await trigger.polls(2)).toEqual([]);
	const first = sandbox.createPosts(1, {}, 'other');
	expect(ids(await trigger.poll())).toEqual(first);
	const second = sandbox.createPosts(1, {}, 'other');
	trigger.move({ apiKey: 'rotated' });
	expect(ids(await trigger.poll())).toEqual(second);
});

function respond(count: number, workspace = 'main'): number[] {
	const users = sandbox.createUsers(count, {}, workspace);
	return users.map((user) => {
		const [{ id }] = sandbox.rows(
			`INSERT INTO promoters (workspace_id, user_id, vote, meta, comment, created, updated)
			SELECT workspace_id, user_id, 9, '{}', '', '2026-01-01 00:00:00', '2026-01-01 00:00:00'
			FROM users WHERE user_id = ? RETURNING promoter_id AS id`,
			user,
		);
		return Number(id);
	});
}
