import { beforeEach, expect, it } from 'vitest';
import { ask, ownSandboxInEachTest, sandbox } from './own-sandbox.mts';

ownSandboxInEachTest();

/** Each list, and what the ID of a row is called there. */
const lists = [
	['/v1/posts', 'feedback_id'],
	['/v1/updates', 'changelog_id'],
	['/v1/post/10001/comments', 'comment_id'],
	['/v1/promoter', 'promoter_id'],
	['/v2/groups', 'group_id'],
] as const;
const idsIn = (text: string, name: string) =>
	[...text.matchAll(new RegExp(`"${name}":"?(\\d+)`, 'g'))].map(([, id]) => id);

beforeEach(async () => {
	sandbox.createPosts(12);
	sandbox.createUpdates(12);
	sandbox.createComments(12, { post: 10_001 });
	sandbox.createResponses(12);
	for (let n = 0; n < 12; n++) await ask('POST', '/v2/groups', { id: `group-${n}` });
});

it.each(lists)('%s returns ever new rows under endlessPages', async (path, name) => {
	sandbox.fault({ path, times: Infinity, action: { type: 'endlessPages' } });
	const seen = new Set<string>();
	for (const page of [0, 1, 2, 500]) {
		const { text, json } = await ask('GET', `${path}?per_page=20&page=${page}`);
		for (const id of idsIn(text, name)) seen.add(id);
		if ('items' in json.data) expect(json.data).toMatchObject({ has_more: true, page });
	}
	expect(seen.size).toBe(80);
});

it.each(lists)('%s returns the first page again under samePageForever', async (path, name) => {
	const first = idsIn((await ask('GET', `${path}?per_page=20`)).text, name);
	sandbox.fault({ path, times: Infinity, action: { type: 'samePageForever' } });
	for (const page of [0, 1, 2, 500]) {
		const { text, json } = await ask('GET', `${path}?per_page=20&page=${page}`);
		expect(idsIn(text, name)).toEqual(first);
		if ('items' in json.data) expect(json.data).toMatchObject({ has_more: true, page });
	}
});
