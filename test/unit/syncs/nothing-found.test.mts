// A service that answers an empty list with an error: nobody knows whether this one does.
import { describe, expect, test } from 'vitest';
import { asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const WAYS = {
	'under HTTP 404': { nothingFound: 'refused' },
	'under HTTP 200': { nothingFound: 'refused', v1Errors: 'http200' },
} as const;

describe.each(Object.entries(WAYS))('an empty list that is an error %s', (_way, mood) => {
	test.each<[task: string, filters: object]>([
		['post.getAll', { search: 'zzz' }],
		['changelogUpdate.getAll', {}],
		['endUser.getAll', {}],
		['npsResponse.getAll', {}],
		['comment.getAllOfPosts', {}],
	])('is no item of %s, by one request', async (task, filters) => {
		Object.assign(sandbox.settings, mood);
		expect(await run(task, { returnAll: true, filters })).toEqual([]);
		expect(asked()).toHaveLength(1);
	});

	test('is no comment of a post without any', async () => {
		Object.assign(sandbox.settings, mood);
		const [id] = sandbox.createPosts(1);
		expect(await run('comment.getAll', { postId: by('id', id) })).toEqual([]);
	});

	test('is the end of a list that does not say whether there are more', async () => {
		Object.assign(sandbox.settings, mood, { hasMore: false });
		const posts = sandbox.createPosts(100);
		const found = await run('post.getAll', { returnAll: true });
		expect(ids(found, 'feedback_id')).toEqual(posts.toReversed());
		expect(asked()).toHaveLength(2);
	});

	test('lets a post with a new title be created', async () => {
		Object.assign(sandbox.settings, mood);
		const [made] = await run('post.create', {
			title: 'Dark mode',
			type: by('key', 'idea'),
			ifTitleExists: 'returnExisting',
		});
		expect(made).toMatchObject({ existed: false });
		expect(sandbox.rows('SELECT title FROM posts')).toEqual([{ title: 'Dark mode' }]);
	});

	test('has no end-user with an email address', async () => {
		Object.assign(sandbox.settings, mood);
		const given = { userId: by('data_mail', 'ada@example.com') };
		await expect(run('endUser.get', given)).rejects.toThrow(
			"No end-user has the email address 'ada@example.com'",
		);
	});
});

test('a page behind one that says that there are more stays an error', async () => {
	sandbox.createPosts(250);
	sandbox.fault({ path: /page=1$/, action: { type: 'status', status: 404 } });
	const all = run('post.getAll', { returnAll: true });
	await expect(all).rejects.toThrow('was not found');
});

test('a page behind the last one may be refused in any words', async () => {
	Object.assign(sandbox.settings, { pastTheEnd: 'refused', hasMore: false });
	sandbox.createPosts(100);
	expect(await run('post.getAll', { returnAll: true })).toHaveLength(100);
});
