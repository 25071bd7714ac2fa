// Filters that the API lacks or may not keep to: what comes out is looked at, whatever the service sends.
import { expect, test } from 'vitest';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('changelog updates with the status Draft are drafts, also where the service ignores the filter', async () => {
	const [draft, published] = sandbox.createUpdates(2);
	await ask('PUT', `/v1/update/${draft}`, { draft: true });
	await ask('PUT', `/v1/update/${published}`, { draft: false });
	sandbox.settings.ignoredParameters = ['status'];
	const filters = { status: 'draft' };
	const found = await run('changelogUpdate.getAll', { filters });
	expect(ids(found, 'changelog_id')).toEqual([draft]);
});

test('changelog updates that do not say their status are listed under the one that was asked for', async () => {
	const items = { 7: { changelog_id: 7, title: 'News' } };
	const value = { status: 'success', data: { items, has_more: false } };
	sandbox.fault({ action: { type: 'json', value } });
	const filters = { status: 'published' };
	const found = await run('changelogUpdate.getAll', { filters });
	expect(ids(found, 'changelog_id')).toEqual([7]);
});

test.each<[string, object, string[]]>([
	['type', { document_type: by('key', 'plan') }, ['Plan A', 'Plan B']],
	['status', { status: 'published' }, ['Plan A', 'Spec A']],
	['tags', { tags: 'billing, export' }, ['Plan A']],
	[
		'all of them',
		{ document_type: by('key', 'plan'), status: 'draft', tags: ['export'] },
		['Plan B'],
	],
	['none', {}, ['Plan A', 'Plan B', 'Spec A']],
])('documents by %s', async (_what, filters, titles) => {
	const make = async (title: string, document_type: string, status: string, tags: string[]) =>
		await ask('POST', '/v2/documents', { title, document_type, status, tags });
	await make('Plan A', 'plan', 'published', ['billing', 'export']);
	await make('Plan B', 'plan', 'draft', ['export']);
	await make('Spec A', 'spec', 'published', ['billing']);
	const found = await run('document.getAll', { filters });
	expect(ids(found, 'title').toSorted()).toEqual(titles);
});

test.each([[[]], [','], ['[]']])(
	'documents by tags of which an expression gives none, %j, are not all documents',
	async (none) => {
		const listing = run('document.getAll', { filters: { tags: () => none } });
		await expect(listing).rejects.toThrow("'Tags' must have at least one entry");
		expect(sandbox.requests).toEqual([]);
	},
);

test.each(['getAll', 'getAllOfPosts'])('comments by author and readers: %s', async (operation) => {
	const [ada, bob] = [
		...sandbox.createUsers(1, { data_mail: 'ada@example.com' }),
		...sandbox.createUsers(1),
	];
	const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	for (const user_id of [ada, bob]) {
		for (const isPublic of [true, false]) {
			const comment = `${user_id === ada ? 'Ada' : 'Bob'} ${isPublic ? 'to all' : 'to the team'}`;
			const body = { comment, user_id, public: isPublic };
			await ask('POST', `/v1/post/${feedback_id}/comment`, body);
		}
	}
	const list = async (filters: object) => {
		const post = operation === 'getAll' ? { postId: by('id', feedback_id) } : {};
		const found = await run(`comment.${operation}`, { ...post, filters });
		return ids(found, 'comment').toSorted();
	};
	expect(await list({ author: by('data_mail', 'ada@example.com') })).toEqual([
		'Ada to all',
		'Ada to the team',
	]);
	expect(asked()).toContain('GET /v1/users');
	expect(await list({ readers: 'team' })).toEqual(['Ada to the team', 'Bob to the team']);
	expect(await list({ author: by('id', bob), readers: 'everyone' })).toEqual(['Bob to all']);
	// A label, which an expression or a model may give.
	expect(await list({ readers: () => 'Everyone' })).toEqual(['Ada to all', 'Bob to all']);
	await expect(list({ readers: () => 'public' })).rejects.toThrow(
		"'Readers' must be one of Everyone, Team Only",
	);
	expect(await list({})).toHaveLength(4);
});

test('a comment that does not say who can read it is one of the team', async () => {
	const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	const list = async (readers: string) => {
		const value = { status: 'success', data: { comments: [{ comment_id: 1, comment: 'Yes' }] } };
		sandbox.fault({ path: /\/comments/, times: 1, action: { type: 'json', value } });
		const filters = { readers };
		return await run('comment.getAll', { postId: by('id', feedback_id), filters });
	};
	expect(await list('everyone')).toEqual([]);
	expect(ids(await list('team'), 'comment_id')).toEqual([1]);
});
