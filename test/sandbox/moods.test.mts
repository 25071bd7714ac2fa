// What a switch of what the specification leaves open changes.
import { afterEach, describe, expect, it } from 'vitest';
import config from '../../vitest.config.mts';
import { sandbox, start } from './own-sandbox.mts';
import type { SandboxOptions } from './server.mts';

afterEach(async () => await sandbox.close());

/** The ids of a page of posts in the order in which they are written, whatever form the list has. */
const idsIn = (text: string) =>
	[...text.matchAll(/"feedback_id":"?(\d+)/g)].map(([, id]) => Number(id));

it.each<[string, SandboxOptions, string, number[]]>([
	['pageBase', { pageBase: 1 }, 'page=1', [10005, 10004]],
	['pageBase also of page 0', { pageBase: 1 }, 'page=0', [10005, 10004]],
	['ignoredParameters', { ignoredParameters: ['search'] }, 'search=nobody', [10005, 10004]],
	['pastTheEnd is not for the last page', { pastTheEnd: 'refused' }, 'page=2', [10001]],
	['nothingFound is not for the last page', { nothingFound: 'refused' }, 'page=2', [10001]],
])('%s', async (_what, options, query, expected) => {
	const api = await start({ v1PerPage: 2, ...options });
	sandbox.createPosts(5);
	expect(idsIn((await api('GET', `/v1/posts?${query}`)).text)).toEqual(expected);
});

it.each<[SandboxOptions, string, number]>([
	[{ pastTheEnd: 'refused' }, '/v1/posts?page=9', 404],
	[{ nothingFound: 'refused' }, '/v1/posts?search=nobody', 404],
	[{ nothingFound: 'refused', v1Errors: 'http200' }, '/v1/posts?search=nobody', 200],
	[{ undocumentedLists: 405 }, '/v1/users', 405],
])('with %j %s is an error under %i', async (options, path, status) => {
	const api = await start(options);
	sandbox.createPosts(1);
	expect(await api('GET', path)).toMatchObject({ status, json: { status: 'error' } });
});

it('is not the first in all tests of the project second-mood', () => {
	const projects = config.test!.projects as Array<{ test: { name: string; env?: object } }>;
	const { env } = projects.find(({ test }) => test.name === 'second-mood')!.test;
	expect(env).toMatchObject({ SANDBOX_MOOD: 'second' });
});

it('says nothing of further pages without hasMore', async () => {
	const api = await start({ hasMore: false });
	expect(Object.keys((await api('GET', '/v1/posts')).json.data)).toEqual(['items']);
});

it('orders posts by trend where nothing is asked for', async () => {
	const api = await start({ postOrder: 'trend' });
	const [first, second] = sandbox.createPosts(2);
	await api('POST', `/v1/post/${first}/vote`, { vote: 1 });
	expect(idsIn((await api('GET', '/v1/posts')).text)).toEqual([first, second]);
	expect(idsIn((await api('GET', '/v1/posts?sort=new')).text)).toEqual([second, first]);
});

describe('forms', () => {
	it('writes an empty map as an array', async () => {
		const api = await start({ emptyMapAsArray: true });
		const [post] = sandbox.createPosts(1);
		expect((await api('GET', `/v1/post/${post}/meta`)).json.data).toEqual([]);
		expect((await api('GET', '/v1/users')).json.data.items).toEqual([]);
		expect((await api('GET', `/v1/post/${post}/comments`)).json.data.comments).toEqual([]);
	});

	it('lists arrays where it lists by id otherwise, in the same order', async () => {
		const api = await start({ mapsAsArrays: true });
		const ids = sandbox.createPosts(3);
		await api('POST', `/v1/post/${ids[0]}/comment`, { comment: 'One' });
		const { items } = (await api('GET', '/v1/posts')).json.data;
		expect(items.map(({ feedback_id }: { feedback_id: string }) => Number(feedback_id))).toEqual(
			ids.toReversed(),
		);
		const { comments } = (await api('GET', `/v1/post/${ids[0]}/comments`)).json.data;
		expect(comments).toMatchObject([{ comment: 'One' }]);
	});

	it('writes the ids of v1 as text, in lists, records and creates', async () => {
		const api = await start({ idsAsText: true });
		const [user] = sandbox.createUsers(1);
		const { json } = await api('POST', '/v1/post', { title: 'A', type: 'idea', user });
		const { feedback_id: post } = json.data;
		expect(post).toBe('10001');
		const created = await api('POST', `/v1/post/${post}/comment`, { comment: 'B', user_id: user });
		expect(created.json.data).toEqual({ comment_id: '50001' });
		const record = (await api('GET', `/v1/post/${post}/comment/50001`)).json.data;
		expect(record).toMatchObject({ comment_id: '50001', feedback_id: '10001', parent: '0' });
		expect(record.user).toMatchObject({ user_id: String(user), admin_id: '0' });
		expect((await api('POST', '/v2/groups', { id: '12' })).json.data).toMatchObject({
			group_id: 60001,
			data_id: '12',
		});
	});
});
