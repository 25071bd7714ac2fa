// The sandbox apart from its API: what it holds, how it is started and stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask as api, ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { startSandbox } from './server.mts';
import { ask, clientOf } from './specification/client.mts';

ownSandboxInEachTest();

describe('from a test', () => {
	it('shows the requests, without keys', async () => {
		await api('POST', '/v1/post', { title: 'A post', type: 'idea' });
		await ask(sandbox, 'GET', '/v1/posts?api_key=sandbox-key');
		const at = expect.any(Number);
		const body = { title: 'A post', type: 'idea' };
		expect(sandbox.requests).toEqual([
			{ at, method: 'POST', path: '/v1/post', body, status: 200 },
			{ at, method: 'GET', path: '/v1/posts?api_key=', status: 200 },
		]);
	});

	it('creates rows straight in the database, in any workspace', async () => {
		const ids = sandbox.createPosts(3, {
			title: 'Crash',
			status: 'planned',
			created: '2024-01-01 00:00:00',
		});
		expect(new Set(ids).size).toBe(3);
		expect(sandbox.rows('SELECT feedback_id, title, status, created FROM posts')).toEqual(
			ids.map((feedback_id, index) => ({
				feedback_id,
				title: `Crash ${index + 1}`,
				status: 'planned',
				created: '2024-01-01 00:00:00',
			})),
		);
		sandbox.createUpdates(2, {}, 'neighbour');
		sandbox.createUsers(2, {}, 'neighbour');
		expect((await api('GET', '/v1/updates')).json.data.items).toEqual({});
		expect((await api('GET', '/v1/users')).json.data.items).toEqual({});
		expect(sandbox.requests).toHaveLength(2);
	});

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
});

describe('demo data', () => {
	it('fills every list of the API', async () => {
		const demo = await startSandbox({ demoData: true });
		const paths = ['/v1/posts', '/v1/post/10001/comments', '/v1/updates', '/v1/users'];
		for (const path of [...paths, '/v1/promoter', '/v2/groups', '/v2/documents']) {
			const { data } = (await clientOf(demo)('GET', path)).json;
			const rows = Object.values(data.items ?? data.comments ?? data);
			expect(rows.length, path).toBeGreaterThan(1);
		}
		await demo.close();
	});
});

describe('on its own', () => {
	const main = join(import.meta.dirname, 'main.mts');

	it('says where it is, and stops with the process that started it', async () => {
		const running = spawn(process.execPath, [main, '--key', 'own-key'], {
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		let output = '';
		running.stdout!.on('data', (chunk) => (output += chunk));
		await expect.poll(() => output).toMatch(/Base URL: .*\n.*own-key\n/);
		const baseUrl = /Base URL: (\S+)/.exec(output)![1];
		const reply = await clientOf({ ...sandbox, baseUrl }, 'own-key')('GET', '/v1/posts');
		expect(Object.keys(reply.json.data.items).length).toBeGreaterThan(0);
		running.disconnect();
		expect(await once(running, 'exit')).toEqual([0, null]);
	});
});
