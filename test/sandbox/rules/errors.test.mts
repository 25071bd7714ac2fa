import { describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { ask as askPlainly, expectPlain, expectRefused } from './client.mts';

ownSandbox();

describe('What is no request of the API', () => {
	it.each([
		['GET', '/v1/nothing'],
		['GET', '/v1/post'],
		['PATCH', '/v1/post/1'],
		['GET', '/v1/intelligence/queue'],
		['GET', '/v1/Posts'],
		['GET', '/v1/posts/'],
		['GET', '/elsewhere'],
		['GET', '/v2/nothing'],
		['PUT', '/v2/groups/1'],
		['DELETE', '/v2/documents/1'],
	])('answers 404 for %s %s, which is no endpoint', async (method, path) => {
		expectRefused(await ask(method, path), path, 404);
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
