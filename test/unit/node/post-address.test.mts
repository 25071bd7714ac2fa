// The column post_url of what nodes return, by the Post Address of their credential.
import { beforeEach, expect, test } from 'vitest';
import { bearer, by, byId } from '../n8n-context.mts';
import { ask, ownSandboxInEachTest, run, sandbox } from '../syncs/run-in-sandbox.mts';

let id: number;

ownSandboxInEachTest();
beforeEach(() => {
	[id] = sandbox.createPosts(1, { title: 'Export <b>' });
});

const addressed = async (
	task: string,
	parameters: object = {},
	setup: object = {},
	postAddress = 'https://a.example/@us/{id}-x',
) => {
	const credentials = bearer(sandbox.baseUrl, sandbox.apiKey, { postAddress });
	return await run(task, { ...parameters }, [{}], { credentials, ...setup });
};

const urlOf = (post: number) => `https://a.example/@us/${post}-x`;

test.each([
	['post.get', { byId: true }],
	['post.get', { byId: true, simplify: false }],
	['post.get', { byId: true, texts: 'oneSafeLine', longestLine: 5 }],
	['post.getAll', {}],
	['post.update', { byId: true, updateFields: { title: 'Export' } }],
	['post.findSimilar', { text: 'Export' }],
	['comment.getAll', { byId: true }],
	['comment.getAllOfPosts', {}],
	['comment.create', { byId: true, comment: 'Hi' }],
	['postMetadata.get', { byId: true }],
	['postMetadata.upsert', { byId: true, key: 'plan', value: 'pro' }],
	['vote.upsert', { byId: true, vote: 1 }],
])(
	'%s has a link: %j',
	async (task, { byId: isOfPost, ...parameters }: Record<string, unknown>) => {
		await ask('POST', `/v1/post/${id}/comment`, { comment: 'Me too' });
		const given = { ...(isOfPost === true && { postId: byId(id) }), ...parameters };
		expect(await addressed(task, given)).toMatchObject([{ post_url: urlOf(id) }]);
	},
);

test('a changelog update has a link if it is of a post', async () => {
	const items = [
		{ changelog_id: 2, feedback_id: 7 },
		{ changelog_id: 1, feedback_id: '0' },
	];
	const value = { status: 'success', data: { items } };
	sandbox.fault({ path: '/v1/updates', action: { type: 'json', value } });
	const found = await addressed('changelogUpdate.getAll', { limit: 2 });
	expect(found.map(({ post_url }) => post_url)).toEqual([urlOf(7), undefined]);
	expect(found[1]).not.toHaveProperty('post_url');
});

test('what is deleted, and what is of no post, has no link', async () => {
	sandbox.createUsers(1);
	const [user] = await addressed('endUser.getAll', { limit: 1 });
	expect(user).not.toHaveProperty('post_url');
	const [deleted] = await addressed('post.delete', { postId: byId(id) });
	expect(deleted).toEqual({ deleted: true, feedback_id: id });
});

test('there is no column without an address', async () => {
	const [post] = await addressed('post.get', { postId: byId(id) }, {}, ' ');
	expect(post).not.toHaveProperty('post_url');
});

test('nothing is sent with an address that lacks {id}', async () => {
	const running = addressed('post.getAll', {}, {}, 'https://a.example/post/1042');
	await expect(running).rejects.toThrow('must contain {id} once');
	expect(sandbox.requests).toEqual([]);
});

test('If Not Found returns nothing also where a look-up finds nothing', async () => {
	const parameters = { userId: by('data_mail', 'a@b.example'), ifNotFound: 'returnNothing' };
	expect(await addressed('endUser.get', parameters)).toEqual([]);
});

test.each([{}, { output: 'selected', outputFields: ['title'] }, { output: 'raw' }])(
	'a tool returns the link with %j',
	async (parameters) => {
		const setup = { asTool: true, writtenByHand: true };
		const [post] = await addressed('post.getAll', parameters, setup);
		expect(post).toMatchObject({ title: 'Export <b>', post_url: urlOf(id) });
	},
);
