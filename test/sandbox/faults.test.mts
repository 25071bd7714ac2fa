import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask, ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import type { Fault, FaultAction } from './server.mts';

ownSandboxInEachTest();

const list = async () => await ask('GET', '/v1/posts');

describe('a fault', () => {
	const action: FaultAction = { type: 'status', status: 503 };
	const statuses = async (count: number) => {
		const seen = [];
		for (let n = 0; n < count; n++) seen.push((await list()).status);
		return seen;
	};

	it.each<[label: string, fault: Omit<Fault, 'action'>, expected: number[]]>([
		['once by default', {}, [503, 200, 200, 200]],
		['as often as times says', { times: 2 }, [503, 503, 200, 200]],
		['once after some requests', { after: 2 }, [200, 200, 503, 200]],
		['as often as times says after some requests', { after: 1, times: 2 }, [200, 503, 503, 200]],
		['for ever', { times: Infinity }, [503, 503, 503, 503]],
	])('is met %s', async (_label, fault, expected) => {
		sandbox.fault({ ...fault, action });
		expect(await statuses(4)).toEqual(expected);
	});

	it.each<[fault: Omit<Fault, 'action'>, method: string, path: string, meets: boolean]>([
		[{ path: '/v1/posts' }, 'GET', '/v1/posts', true],
		[{ path: '/v1/posts' }, 'GET', '/v1/posts?page=0', true],
		[{ path: '/v1/post' }, 'GET', '/v1/posts', false],
		[{ path: '/v1/post' }, 'GET', '/v1/post/1/meta', true],
		[{ path: '/v1' }, 'GET', '/v1/posts', true],
		[{ path: '/v1/' }, 'GET', '/v1/posts', true],
		[{ path: '/v2' }, 'GET', '/v1/posts', false],
		[{ path: /\/v[12]\/posts/g }, 'GET', '/v1/posts', true],
		[{ path: /page=3/ }, 'GET', '/v1/posts?page=3', true],
		[{ path: /page=3/ }, 'GET', '/v1/posts?page=4', false],
		[{ method: 'POST' }, 'GET', '/v1/posts', false],
		[{ method: 'get' }, 'GET', '/v1/posts', true],
	])('with %o is met by %s %s: %s', async (fault, method, path, meets) => {
		sandbox.fault({ ...fault, times: 2, action });
		for (let n = 0; n < 2; n++) expect((await ask(method, path)).status === 503).toBe(meets);
	});

	it('is met before those given after it, until all are cleared', async () => {
		sandbox.fault({ action });
		sandbox.fault({ times: Infinity, action: { type: 'status', status: 502 } });
		expect(await statuses(3)).toEqual([503, 502, 502]);
		sandbox.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});
});

// What each fault does to a step is in test/faults. These make no difference to a step that is right.
it.each<[FaultAction, number, RegExp]>([
	[{ type: 'internalError', applied: true }, 500, /json/],
	[{ type: 'redirect', location: '/v1/posts', status: 307 }, 307, /^$/],
	[{ type: 'wrongContentType' }, 200, /^text\/plain/],
])('%j is answered under %i', async (action, status, type) => {
	sandbox.fault({ action });
	const answer = await list();
	expect(answer.status).toBe(status);
	expect(answer.headers['content-type'] ?? '').toMatch(type);
});

it('a fault does not count towards the rate limit', async () => {
	sandbox.settings.v2Limit = { requests: 1, windowMs: 60_000 };
	sandbox.fault({ action: { type: 'writeFailed' } });
	expect((await ask('GET', '/v2/documents')).status).toBe(500);
	expect((await ask('GET', '/v2/documents')).status).toBe(200);
});

describe('an answer that is held back', () => {
	it('holds up no other answer', async () => {
		sandbox.settings.latencyMs = 60_000;
		const late = list().catch(() => 'none');
		await expect.poll(() => sandbox.requests.length).toBe(1);
		sandbox.settings.latencyMs = 0;
		expect((await list()).status).toBe(200);
		await sandbox.close();
		expect(await late).toBe('none');
	});

	it('is not waited for when the sandbox closes, also twice', { timeout: 10_000 }, async () => {
		sandbox.fault({ times: 2, action: { type: 'timeout' } });
		const waiting = [list(), list()].map((reply) => reply.catch((error: Error) => error));
		const idle = createConnection(sandbox.port, '127.0.0.1');
		await expect.poll(() => sandbox.requests.length).toBe(2);
		await Promise.all([sandbox.close(), sandbox.close()]);
		for (const reply of await Promise.all(waiting)) expect(reply).toBeInstanceOf(Error);
		idle.destroy();
	});
});
