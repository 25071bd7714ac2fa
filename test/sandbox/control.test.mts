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

/** Without a key, as another process would. */
const control = async (method: string, path: string, body?: unknown) =>
	ask(sandbox, method, `/_sandbox/${path}`, { body });

describe('over HTTP', () => {
	it('sets and clears faults', async () => {
		await control('POST', 'faults', {
			method: 'GET',
			pathPattern: 'page=[3-9]',
			times: null,
			action: { type: 'status', status: 503 },
		});
		expect((await api('GET', '/v1/posts?page=1')).status).toBe(200);
		expect((await api('GET', '/v1/posts?page=3')).status).toBe(503);
		expect((await api('GET', '/v1/posts?page=4')).status).toBe(503);
		await control('DELETE', 'faults');
		expect((await api('GET', '/v1/posts?page=3')).status).toBe(200);
		await control('POST', 'faults', { path: '/v1/posts', after: 1, action: { type: 'forbidden' } });
		expect((await api('GET', '/v1/posts')).status).toBe(200);
		expect((await api('GET', '/v1/posts')).status).toBe(403);
		expect((await api('GET', '/v1/posts')).status).toBe(200);
	});

	it('shows and forgets the requests', async () => {
		await api('POST', '/v1/post', { title: 'A post', type: 'idea' });
		await ask(sandbox, 'GET', '/v1/posts?api_key=sandbox-key');
		const { requests } = (await control('GET', 'requests')).json;
		expect(requests).toEqual([
			{
				at: expect.any(Number),
				method: 'POST',
				path: '/v1/post',
				body: { title: 'A post', type: 'idea' },
				status: 200,
			},
			{ at: expect.any(Number), method: 'GET', path: '/v1/posts?api_key=', status: 200 },
		]);
		const sameArray = sandbox.requests;
		await control('DELETE', 'requests');
		expect(sameArray).toEqual([]);
		expect(sandbox.requests).toBe(sameArray);
	});

	it('creates posts, updates and users', async () => {
		const posts = (await control('POST', 'posts', { count: 2, title: 'Made', type: 'made-up' }))
			.json.ids;
		const updates = (await control('POST', 'updates', { status: 'draft', title: 'Made' })).json.ids;
		const users = (await control('POST', 'users', { count: 3 })).json.ids;
		expect([posts.length, updates.length, users.length]).toEqual([2, 1, 3]);
		const post = (await api('GET', `/v1/post/${posts[1]}`)).json.data;
		expect(post).toMatchObject({ title: 'Made 2', type: 'made-up' });
		const update = (await api('GET', `/v1/update/${updates[0]}`)).json.data;
		expect(update).toMatchObject({ title: 'Made', draft: true });
	});

	it('adds and revokes keys', async () => {
		await control('POST', 'keys', { key: 'other', workspace: 'neighbour', permissions: 'read' });
		await control('POST', 'posts', { workspace: 'neighbour' });
		const other = clientOf(sandbox, 'other');
		expect(Object.keys((await other('GET', '/v1/posts')).json.data.items)).toHaveLength(1);
		expect((await other('POST', '/v1/post', {})).status).toBe(403);
		await control('POST', 'keys/revoke', { key: 'other' });
		expect((await other('GET', '/v1/posts')).status).toBe(401);
	});

	it('gates features and changes settings', async () => {
		await control('POST', 'gates', { feature: 'groups' });
		expect((await api('GET', '/v2/groups')).json.data.code).toBe('upgrade_required');
		await control('POST', 'gates/remove', { feature: 'groups' });
		expect((await api('GET', '/v2/groups')).json.status).toBe('success');
		await control('POST', 'settings', { pageBase: 1, v2Limit: { requests: 1, windowMs: 1000 } });
		expect(sandbox.settings).toMatchObject({ pageBase: 1, v2Limit: { requests: 1 } });
		expect((await control('GET', 'settings')).json.settings.pageBase).toBe(1);
	});

	it.each([
		['POST', 'faults', {}],
		['POST', 'posts', { count: 'many' }],
		['POST', 'keys', {}],
		['POST', 'gates', {}],
		['POST', 'settings', { nonsense: 1 }],
		['POST', 'settings', '{'],
	])('%s %s refuses %j', async (method, path, body) => {
		const reply = await control(method, path, body);
		expect(reply.status).toBe(400);
		expect(reply.json.errors).toHaveLength(1);
	});

	it('is no part of the API: not logged, and unknown paths are not found', async () => {
		expect((await control('GET', 'nothing')).status).toBe(401);
		await control('GET', 'settings');
		expect(sandbox.requests.map(({ path }) => path)).toEqual(['/_sandbox/nothing']);
	});
});

it('says on its front page what it is', async () => {
	const page = await ask(sandbox, 'GET', '/');
	expect(page.headers['content-type']).toMatch(/^text\/html/);
	expect(page.text).toContain('sandbox');
	expect(page.text).toContain('POST /v2/groups');
	expect(sandbox.requests).toEqual([]);
});

describe('from a test', () => {
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

	it('undoes a write that fails half-way', async () => {
		sandbox.run(`CREATE TRIGGER no_version BEFORE INSERT ON document_versions
			BEGIN SELECT raise(ABORT, 'disk full'); END`);
		const log = console.error;
		console.error = () => undefined;
		const reply = await api('POST', '/v2/documents', { title: 'Half' });
		console.error = log;
		expect(reply.status).toBe(500);
		expect(sandbox.rows('SELECT * FROM documents')).toEqual([]);
		sandbox.run('DROP TRIGGER no_version');
		expect((await api('POST', '/v2/documents', { title: 'Whole' })).status).toBe(201);
	});

	it('loses nothing when many write at once', async () => {
		const titles = Array.from({ length: 200 }, (_, index) => `Post ${index}`);
		const replies = await Promise.all(
			titles.map((title) => api('POST', '/v1/post', { title, type: 'idea' })),
		);
		expect(new Set(replies.map((reply) => reply.json.data.feedback_id)).size).toBe(200);
		const rows = sandbox.rows('SELECT title FROM posts').map(({ title }) => title);
		expect(rows.sort()).toEqual(titles.sort());
	});

	it('starts on the port and with the key it was given', async () => {
		await sandbox.close();
		const again = await startSandbox({ port: sandbox.port, apiKey: 'another' });
		expect(again).toMatchObject({
			port: sandbox.port,
			apiKey: 'another',
			baseUrl: sandbox.baseUrl,
		});
		expect((await clientOf(again)('GET', '/v1/posts')).status).toBe(200);
		expect((await clientOf(again, 'sandbox-key')('GET', '/v1/posts')).status).toBe(401);
		await again.close();
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
	it('fills every area of the API', async () => {
		const demo = await startSandbox({ demoData: true });
		const get = async (path: string) => (await clientOf(demo)('GET', path)).json.data;
		const posts = Object.values<Record<string, string>>(
			(await get('/v1/posts?per_page=100')).items,
		);
		expect(posts).toHaveLength(30);
		expect(new Set(posts.map(({ type }) => type)).size).toBeGreaterThanOrEqual(5);
		expect(new Set(posts.map(({ status }) => status)).size).toBeGreaterThanOrEqual(4);
		expect(posts.some(({ total_up }) => Number(total_up) > 0)).toBe(true);
		expect(posts.some(({ total_comments }) => Number(total_comments) > 0)).toBe(true);
		const updates = Object.values<{ draft: boolean; scheduled: boolean }>(
			(await get('/v1/updates')).items,
		);
		expect(updates).toHaveLength(6);
		expect(updates.filter(({ draft }) => draft)).toHaveLength(1);
		expect(updates.filter(({ scheduled }) => scheduled)).toHaveLength(1);
		expect(Object.keys((await get('/v1/users?per_page=100')).items).length).toBeGreaterThan(5);
		expect((await get('/v1/promoter')).length).toBeGreaterThan(5);
		expect((await get('/v2/groups')).items.length).toBeGreaterThan(2);
		expect((await get('/v2/documents')).items.length).toBeGreaterThan(2);
		await demo.close();
	});
});

describe('on its own', () => {
	const main = join(import.meta.dirname, 'main.mts');

	it.each(['SIGINT', 'SIGTERM'] as const)(
		'says where it is and stops at %s',
		async (signal) => {
			const running = spawn(process.execPath, [main, '--key', 'own-key'], { stdio: 'pipe' });
			let output = '';
			running.stdout.on('data', (chunk) => (output += chunk));
			await expect.poll(() => output, { timeout: 15_000 }).toMatch(/Base URL: .*\n.*own-key\n/);
			const baseUrl = /Base URL: (\S+)/.exec(output)![1];
			const reply = await clientOf({ ...sandbox, baseUrl }, 'own-key')('GET', '/v1/posts');
			expect(Object.keys(reply.json.data.items).length).toBeGreaterThan(0);
			running.kill(signal);
			const [code] = await once(running, 'exit');
			expect(code).toBe(0);
		},
		20_000,
	);

	it('says what is wrong with a port', async () => {
		const running = spawn(process.execPath, [main, '--port', String(sandbox.port)], {
			stdio: 'pipe',
		});
		let output = '';
		running.stderr.on('data', (chunk) => (output += chunk));
		const [code] = await once(running, 'exit');
		expect(code).toBe(1);
		expect(output).toContain('EADDRINUSE');
		expect(output).not.toContain('    at ');
	}, 20_000);
});
