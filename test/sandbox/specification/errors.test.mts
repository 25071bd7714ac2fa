import { beforeAll, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import type { FaultAction } from '../server.mts';
import { ask as askPlainly, type Client, clientOf, expectKeyed, expectPlain } from './client.mts';

ownSandbox();

beforeAll(() => {
	sandbox.addKey('lame-key', { permissions: 'none' });
});

describe('Errors: HTTP status and data.key', () => {
	const group = { id: 'errors' };
	it.each<[status: number, key: string, cause: () => ReturnType<Client>]>([
		[400, 'validation_error', () => ask('POST', '/v2/groups', {})],
		[
			400,
			'invalid_argument',
			() => ask('POST', '/v2/documents', { title: 'abc', document_type: 'x' }),
		],
		[401, 'unauthorized', () => clientOf(sandbox, 'who')('GET', '/v2/documents')],
		[403, 'forbidden', () => clientOf(sandbox, 'lame-key')('GET', '/v2/documents')],
		[404, 'not_found', () => ask('GET', '/v2/documents/1')],
		[
			409,
			'identifier_taken',
			() => ask('POST', '/v2/groups', group).then(() => ask('POST', '/v2/groups', group)),
		],
		[429, 'rate_limit', () => faulty({ type: 'rateLimit' })],
		[500, 'write_failed', () => faulty({ type: 'writeFailed' })],
		[500, 'internal_error', () => faulty({ type: 'internalError', applied: false })],
	])('answers %i with the key %s', async (status, key, cause) => {
		const reply = await cause();
		expect(reply.headers['content-type']).toMatch(/^application\/json/);
		if (key !== 'validation_error') return expectKeyed(reply, status, key);
		expect(reply.status).toBe(status);
		expect(reply.json).toEqual({
			status: 'error',
			data: { key, errors: [{ field: 'id', message: expect.any(String) }] },
		});
	});

	function faulty(action: FaultAction) {
		sandbox.fault({ path: '/v2/documents', action });
		return ask('GET', '/v2/documents');
	}

	it('answers v1 errors with a message at the top level and no key', async () => {
		expectPlain(await ask('POST', '/v1/post', {}), 400, /title/);
		expectPlain(await ask('GET', '/v1/post/1'), 404);
		expectPlain(await clientOf(sandbox, 'who')('GET', '/v1/posts'), 401);
	});

	it.each([
		['GET', '/v1/nothing'],
		['GET', '/v1'],
		['GET', '/v1/post'],
		['DELETE', '/v1/posts'],
		['PATCH', '/v1/post/1'],
		['GET', '/v1/intelligence/queue'],
		['GET', '/v1/Posts'],
		['GET', '/v1/posts/'],
		['GET', '/v1//posts'],
		['GET', '/elsewhere'],
	])('answers 404 for %s %s, which is no endpoint', async (method, path) =>
		expectPlain(await ask(method, path), 404),
	);
	it.each([
		['GET', '/v2/nothing'],
		['GET', '/v2'],
		['PUT', '/v2/groups/1'],
		['DELETE', '/v2/documents/1'],
		['GET', '/v2/posts'],
	])('answers 404 for %s %s, which is no endpoint', async (method, path) => {
		expectKeyed(await ask(method, path), 404, 'not_found');
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
		'answers 400 for a body sent as %s',
		async (contentType) => {
			const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': contentType };
			const body = '{"title":"A post","type":"idea"}';
			expectPlain(await askPlainly(sandbox, 'POST', '/v1/post', { headers, body }), 400, /json/);
		},
	);

	it('accepts an empty body with a JSON content type', async () => {
		const headers = {
			authorization: `Bearer ${sandbox.apiKey}`,
			'content-type': 'application/json',
		};
		const [post] = sandbox.createPosts(1);
		const reply = await askPlainly(sandbox, 'DELETE', `/v1/post/${post}`, { headers });
		expect(reply.status).toBe(200);
	});
});
