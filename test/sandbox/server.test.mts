// The sandbox apart from its API: what it holds when it starts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSandbox } from './server.mts';
import { clientOf } from './rules/client.mts';

it('keeps a database file from one start to the next', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
	const database = join(folder, 'feedback.sqlite');
	const first = await startSandbox({ database, demoData: true });
	const [id] = first.createPosts(1, { title: 'Kept' });
	const count = first.rows('SELECT * FROM posts').length;
	await first.close();
	const second = await startSandbox({ database, demoData: true });
	expect((await clientOf(second)('GET', `/v1/post/${id}`)).json.data.title).toBe('Kept');
	expect(second.rows('SELECT * FROM posts')).toHaveLength(count);
	await second.close();
	await rm(folder, { recursive: true });
});

it('fills every list of the API with demo data', async () => {
	const demo = await startSandbox({ demoData: true });
	const paths = ['/v1/posts', '/v1/post/10001/comments', '/v1/updates', '/v1/users'];
	for (const path of [...paths, '/v1/promoter', '/v2/groups', '/v2/documents']) {
		const { data } = (await clientOf(demo)('GET', path)).json;
		const rows = Object.values(data.items ?? data.comments ?? data);
		expect(rows.length, path).toBeGreaterThan(1);
	}
	await demo.close();
});
