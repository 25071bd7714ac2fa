import { beforeAll, describe, expect, it } from 'vitest';
import { ownSandbox, sandbox } from '../own-sandbox.mts';
import { knownRequests } from '../server.mts';
import { ask, clientOf, expectRefused } from './client.mts';

const key = 'sandbox-key';
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const sessionToken = 'eyJhbGciOiJub25lIn0.eyJhZG1pbiI6MX0.c2lnbmF0dXJl';

ownSandbox();

beforeAll(() => {
	sandbox.addKey('second-key');
	sandbox.addKey('read-key', { permissions: 'read' });
	sandbox.addKey('lame-key', { permissions: 'none' });
	sandbox.addKey('old-key');
	sandbox.revokeKey('old-key');
	sandbox.addKey('neighbour-key', { workspace: 'neighbour' });
});

describe('Authentication: which credentials a namespace accepts', () => {
	const bearer = { authorization: `Bearer ${key}` };
	it.each([
		[200, 'v1 Bearer', '/v1/posts', bearer],
		[200, 'v1 Basic, key as user name', '/v1/posts', { authorization: basic(`${key}:`) }],
		[200, 'v1 api_key query parameter', `/v1/posts?api_key=${key}`, {}],
		[200, 'v1 another key of the workspace', '/v1/posts', { authorization: 'Bearer second-key' }],
		[200, 'v2 Bearer', '/v2/documents', bearer],
		[401, 'v2 Basic', '/v2/documents', { authorization: basic(`${key}:`) }],
		[401, 'v2 api_key query parameter', `/v2/documents?api_key=${key}`, {}],
		[401, 'v1 nothing', '/v1/posts', {}],
		[401, 'v1 unknown key', '/v1/posts', { authorization: 'Bearer who' }],
		[401, 'v1 revoked key', '/v1/posts', { authorization: 'Bearer old-key' }],
		[401, 'v2 session token', '/v2/documents', { authorization: `Bearer ${sessionToken}` }],
		[401, 'v1 Basic with a password', '/v1/posts', { authorization: basic(`${key}:secret`) }],
		[401, 'v1 Basic without a colon', '/v1/posts', { authorization: basic(key) }],
		[401, 'v1 the key alone', '/v1/posts', { authorization: key }],
		[401, 'v1 empty api_key', '/v1/posts?api_key=', {}],
		[401, 'v1 unknown api_key', '/v1/posts?api_key=who', {}],
		[
			401,
			'v1 bad header, good api_key',
			`/v1/posts?api_key=${key}`,
			{ authorization: 'Bearer no' },
		],
		[401, 'v1 unknown path without a key', '/v1/nothing', {}],
	])('answers %i to %s', async (status, _label, path, headers) => {
		const reply = await ask(sandbox, 'GET', path, { headers: headers as Record<string, string> });
		if (status === 200) expect(reply).toMatchObject({ status, json: { status: 'success' } });
		else expectRefused(reply, path, status as number);
	});
});

describe('Authentication: permissions', () => {
	it.each([
		['all', key, 'GET', '/v1/posts', 200],
		['all', key, 'POST', '/v1/post', 200],
		['read', 'read-key', 'GET', '/v1/posts', 200],
		['read', 'read-key', 'POST', '/v1/post', 403],
		['read', 'read-key', 'POST', '/v2/groups', 403],
		['none', 'lame-key', 'GET', '/v1/posts', 403],
		['none', 'lame-key', 'POST', '/v1/post', 403],
		['none', 'lame-key', 'GET', '/v2/documents', 403],
	])('a key that may do %s (%s) gets for %s %s %i', async (_may, used, method, path, status) => {
		const body = method === 'POST' ? { title: 'A post', type: 'idea', id: 'x' } : undefined;
		const reply = await clientOf(sandbox, used)(method, path, body);
		if (status === 403) expectRefused(reply, path, status);
		else expect(reply.status).toBe(status);
		expect(sandbox.rows("SELECT * FROM groups WHERE data_id = 'x'")).toEqual([]);
	});
});

it('shows each workspace its own records only', async () => {
	const [post] = sandbox.createPosts(1);
	const [update] = sandbox.createUpdates(1);
	const [user] = sandbox.createUsers(1);
	sandbox.createResponses(1);
	const [group] = sandbox.createGroups(1);
	const [document] = sandbox.createDocuments(1);
	const [comment] = sandbox.createComments(1, { post });
	const neighbour = clientOf(sandbox, 'neighbour-key');
	/** By what stands before an ID in a path. */
	const ids = { post, comment, update, user, groups: group, members: user, documents: document };
	for (const request of knownRequests.filter((one) => one.includes('{}'))) {
		const [method, path] = request
			.replaceAll(/(\w+)\/\{\}/g, (_, name: keyof typeof ids) => `${name}/${ids[name]}`)
			.split(' ');
		const body = ['POST', 'PUT'].includes(method) ? { user_id: user } : undefined;
		const reply = await neighbour(method, path, body);
		expectRefused(reply, path, 404);
	}
	for (const path of ['/v1/posts', '/v1/updates', '/v1/users']) {
		expect((await neighbour('GET', path)).json.data.items).toEqual({});
	}
	expect((await neighbour('GET', '/v1/promoter')).json.data).toEqual([]);
	for (const path of ['/v2/documents', '/v2/groups']) {
		expect((await neighbour('GET', path)).json.data.items).toEqual([]);
	}
});

it('never logs or stores a key', async () => {
	await ask(sandbox, 'GET', `/v1/posts?page=0&api_key=${key}&search=x`);
	await clientOf(sandbox)('GET', '/v1/posts');
	const kept = JSON.stringify([sandbox.requests, sandbox.rows('SELECT * FROM api_keys')]);
	expect(kept).not.toContain(key);
	expect(kept).not.toContain(Buffer.from(`${key}:`).toString('base64'));
	expect(sandbox.requests.some(({ path }) => path === '/v1/posts?page=0&api_key=&search=x')).toBe(
		true,
	);
});
