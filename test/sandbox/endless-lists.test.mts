import { beforeEach, expect, it } from 'vitest';
import { ask, ownSandboxInEachTest, sandbox } from './own-sandbox.mts';

ownSandboxInEachTest();

const lists: Array<[path: string, rowsOf: (data: never) => string[]]> = [
	['/v1/posts', (data: { items: object }) => Object.keys(data.items)],
	['/v1/updates', (data: { items: object }) => Object.keys(data.items)],
	['/v1/post/10001/comments', (data: { comments: object }) => Object.keys(data.comments)],
	[
		'/v1/promoter',
		(data: Array<{ promoter_id: number }>) => data.map((row) => `${row.promoter_id}`),
	],
	[
		'/v2/groups',
		(data: { items: Array<{ group_id: number }> }) => data.items.map((row) => `${row.group_id}`),
	],
];
beforeEach(async () => {
	sandbox.createPosts(12);
	sandbox.createUpdates(12);
	for (let n = 0; n < 12; n++) {
		await ask('POST', '/v1/post/10001/comment', { comment: 'x' });
		await ask('POST', '/v1/promoter', { vote: 5, force: true });
		await ask('POST', '/v2/groups', { id: `group-${n}` });
	}
});

it.each(lists)('%s returns ever new rows under endlessPages', async (path, rowsOf) => {
	sandbox.fault({ path, times: Infinity, action: { type: 'endlessPages' } });
	const seen = new Set<string>();
	for (const page of [0, 1, 2, 500]) {
		const { data } = (await ask('GET', `${path}?per_page=7&page=${page}`)).json;
		for (const id of rowsOf(data as never)) seen.add(id);
		if ('items' in data) expect(data).toMatchObject({ has_more: true, page });
	}
	expect(seen.size).toBe(28);
});

it.each(lists)('%s returns the first page again under samePageForever', async (path, rowsOf) => {
	const first = rowsOf((await ask('GET', `${path}?per_page=7`)).json.data as never);
	sandbox.fault({ path, times: Infinity, action: { type: 'samePageForever' } });
	for (const page of [0, 1, 2, 500]) {
		const { data } = (await ask('GET', `${path}?per_page=7&page=${page}`)).json;
		expect(rowsOf(data as never)).toEqual(first);
		if ('items' in data) expect(data).toMatchObject({ has_more: true, page });
	}
});
