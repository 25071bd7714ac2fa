// A service that answers an empty list with an error: nobody knows whether this one does.
import { beforeEach, describe, expect, test } from 'vitest';
import { asked, by, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const WAYS = {
	'under HTTP 404': { nothingFound: 'refused' },
	'under HTTP 200': { nothingFound: 'refused', v1Errors: 'http200' },
} as const;

describe.each(Object.entries(WAYS))('an empty list that is an error %s', (_way, mood) => {
	beforeEach(() => void Object.assign(sandbox.settings, mood));

	test.each<[task: string, filters: object]>([
		['post.getAll', { search: 'zzz' }],
		['changelogUpdate.getAll', {}],
		['endUser.getAll', {}],
		['npsResponse.getAll', {}],
		['comment.getAllOfPosts', {}],
	])('is no item of %s, by one request', async (task, filters) => {
		expect(await run(task, { returnAll: true, filters })).toEqual([]);
		expect(asked()).toHaveLength(1);
	});

	test('is no comment of a post without any', async () => {
		const [id] = sandbox.createPosts(1);
		expect(await run('comment.getAll', { postId: by('id', id) })).toEqual([]);
	});

	test('lets a post with a new title be created', async () => {
		const [made] = await run('post.create', {
			title: 'Dark mode',
			type: by('key', 'idea'),
			ifTitleExists: 'returnExisting',
		});
		expect(made).toMatchObject({ existed: false });
		expect(sandbox.rows('SELECT title FROM posts')).toEqual([{ title: 'Dark mode' }]);
	});

	test('has no end-user with an email address', async () => {
		const given = { userId: by('data_mail', 'ada@example.com') };
		await expect(run('endUser.get', given)).rejects.toThrow(
			"No end-user has the email address 'ada@example.com'",
		);
	});
});

test('a page behind the last one may be refused in any words', async () => {
	Object.assign(sandbox.settings, { pastTheEnd: 'refused', hasMore: false });
	sandbox.createPosts(100);
	expect(await run('post.getAll', { returnAll: true })).toHaveLength(100);
});
