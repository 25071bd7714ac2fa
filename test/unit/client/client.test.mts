import { expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { group } from '../../../nodes/shared/service/groups';
import { postList } from '../../../nodes/shared/service/posts';
import { type CallName, calls, failure } from './calls.mts';
import { error, ok, scene } from './scripted-transport.mts';

test.each<[CallName, unknown, unknown]>([
	['get', { feedback_id: '7', new_field: 1 }, { feedback_id: 7, new_field: 1 }],
	['put', { feedback_id: '7' }, { feedback_id: 7 }],
	['put', { message: 'Saved' }, { feedback_id: 7, message: 'Saved' }],
	['put', undefined, { feedback_id: 7 }],
	['create', { feedback_id: '8', message: 'x' }, { feedback_id: 8, message: 'x' }],
	['vote', undefined, { feedback_id: 7 }],
	['vote', [], { feedback_id: 7 }],
	['delete', 'anything', { deleted: true, feedback_id: 7 }],
])('%s: %j', async (name, data, record) => {
	expect(await calls[name](scene([ok(data)]))).toEqual(record);
});

test.each<[CallName, unknown]>([
	['get', undefined],
	['get', null],
	['get', {}],
	['get', 'text'],
	['create', undefined],
	['create', {}],
	['create', { message: 'Created' }],
	['list', undefined],
	['list', { items: null }],
	['list', { items: [null] }],
])('%s: %j is incomplete', async (name, data) => {
	expect((await failure(calls[name](scene([ok(data)])))).problem.kind).toBe('incomplete');
});

test('a query has what is set, encoded, also half an emoji', async () => {
	const one = scene([ok({ items: {} })]);
	const query = { search: 'a&b=ä /🌱'.slice(0, -1), owner: '', segment: undefined, per_page: 100 };
	await one.client.page(postList, 2, { query });
	expect(one.sent[0].url).toBe(
		'https://feedback.example/v1/posts?type=all&filter=all&search=a%26b%3D%C3%A4%20%2F%EF%BF%BD&per_page=100&page=2',
	);
	expect(one.sent[0]).toMatchObject({ method: 'GET' });
	expect(one.sent[0].body).toBeUndefined();
});

test('requests to /v2 keep the limit of /v2, and all others that of /v1', async () => {
	const asked: string[] = [];
	const one = scene([ok({ feedback_id: 7, group_id: 1, id: 'a' })]);
	const rateLimiter = (namespace: 'v1' | 'v2') => {
		asked.push(namespace);
		return one.rateLimiter;
	};
	const other = scene([ok({ feedback_id: 7, group_id: 1, id: 'a' })], { rateLimiter });
	await calls.get(other);
	expect(new Set(asked.splice(0))).toEqual(new Set(['v1']));
	await other.client.get(path`/v2/groups/${1}`, group);
	expect(new Set(asked)).toEqual(new Set(['v2']));
});

test.each([
	['https://feedback.example', 'feedback.example:443'],
	['http://localhost', 'localhost:80'],
	['https://feedback.example:8443/api', 'feedback.example:8443'],
])('a failure of %s says that %s was asked, and what it said', async (baseUrl, host) => {
	const failed = await failure(calls.get(scene([error(403, 'forbidden')], { baseUrl })));
	expect(failed.call).toMatchObject({ method: 'GET', host });
	expect(failed.message).toBe('In its own words');
	expect((await failure(calls.get(scene([ok({})], { baseUrl })))).message).toBe('incomplete');
});
