// Include Metadata of Get and Get Many: one request a post, in the order of the list, and nothing lost if one fails.
import { describe, expect, test } from 'vitest';
import type { FaultAction } from '../../sandbox/faults.mts';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

/** Posts, of which each but the first has its place as metadata. */
async function described(count: number): Promise<number[]> {
	const posts = sandbox.createPosts(count);
	for (const [at, post] of posts.entries()) {
		if (at > 0) await ask('PUT', `/v1/post/${post}/meta`, { key: 'place', value: String(at) });
	}
	return posts;
}

const metaOf = (post: number) => `GET /v1/post/${post}/meta`;
const all = async (more: object = {}, setup: object = {}) =>
	await run('post.getAll', { returnAll: true, includeMetadata: true, ...more }, [{}], setup);

test('many posts come in their order, each with its metadata, for one request a post', async () => {
	const posts = await described(21);
	const found = await all();
	expect(found.map(({ feedback_id, metadata }) => [feedback_id, metadata])).toEqual(
		posts.map((post, at) => [post, at > 0 ? { place: String(at) } : {}]).toReversed(),
	);
	expect(
		asked()
			.filter((path) => path !== 'GET /v1/posts')
			.toSorted(),
	).toEqual(posts.map(metaOf).toSorted());
});

test('only posts that are returned take a request', async () => {
	const [, mine] = await described(3);
	const [ada] = sandbox.createUsers(1);
	sandbox.run('UPDATE posts SET user_id = ? WHERE feedback_id = ?', ada, mine);
	const found = await run('post.getAll', {
		limit: 1,
		includeMetadata: true,
		filters: { endUser: by('id', ada) },
	});
	expect(found).toMatchObject([{ feedback_id: mine, metadata: { place: '1' } }]);
	expect(asked()).toEqual(['GET /v1/posts', metaOf(mine)]);
});

test.each([
	['simplified', {}, false],
	['whole', { simplify: false }, false],
	['short for a model', {}, true],
	['selected by a model', { output: 'selected', outputFields: ['title'] }, true],
])('one post has its metadata where it is %s', async (_form, form, asTool) => {
	const [, post] = await described(2);
	const parameters = { postId: by('id', post), includeMetadata: true, ...form };
	const [found] = await run('post.get', parameters, [{}], { asTool });
	expect(found).toMatchObject({ feedback_id: post, metadata: { place: '1' } });
	expect(asked()).toEqual([`GET /v1/post/${post}`, metaOf(post)]);
	const [listed] = await run('post.getAll', { limit: 1, includeMetadata: true, ...form }, [{}], {
		asTool,
	});
	expect(listed).toEqual({ ...found });
});

test('without the option there is no metadata, and no request for it', async () => {
	const [, post] = await described(2);
	const found = [
		...(await run('post.get', { postId: by('id', post) })),
		...(await run('post.getAll', { returnAll: true })),
	];
	for (const one of found) expect(one).not.toHaveProperty('metadata');
	expect(asked()).toEqual(['GET /v1/posts']);
});

test.each([0, 4, 9, 12])(
	'a post of which the service knows no metadata has none, beside others that have some: %i',
	async (at) => {
		const posts = await described(13);
		const odd = posts[at];
		sandbox.fault({ path: `/v1/post/${odd}/meta`, action: { type: 'status', status: 404 } });
		const found = await all();
		expect(ids(found, 'feedback_id')).toEqual(posts.toReversed());
		expect(found.find(({ feedback_id }) => feedback_id === odd)).toMatchObject({ metadata: {} });
	},
);

test('a post has no metadata also where the others are answered later', async () => {
	const [odd, ...others] = await described(3);
	sandbox.fault({ path: `/v1/post/${odd}/meta`, action: { type: 'status', status: 404 } });
	for (const post of others)
		sandbox.fault({ path: `/v1/post/${post}/meta`, action: { type: 'resetBefore' } });
	const found = await all();
	expect(found.map(({ metadata }) => metadata)).toEqual([{ place: '2' }, { place: '1' }, {}]);
});

test('metadata that no post has are not offered', async () => {
	const posts = await described(3);
	sandbox.fault({ path: /\/meta$/, times: 9, action: { type: 'status', status: 404 } });
	await expect(all()).rejects.toMatchObject({
		message: expect.stringMatching(/^The service does not offer to run 'Get many posts' for post/),
		description: expect.stringContaining(`It has no endpoint GET /v1/post/${posts[2]}/meta.`),
	});
});

test('a post that is deleted after it was listed is left out', async () => {
	const posts = await described(3);
	sandbox.fault({
		path: `/v1/post/${posts[1]}`,
		times: 2,
		action: { type: 'status', status: 404 },
	});
	expect(ids(await all(), 'feedback_id')).toEqual([posts[2], posts[0]]);
});

describe.each(['fail', 'returnNothing'])('one post, and If Not Found is %s', (whenMissing) => {
	const get = async (post: number) =>
		await run('post.get', {
			postId: by('id', post),
			includeMetadata: true,
			ifNotFound: whenMissing,
		});

	test('is not missing where the service lacks the metadata', async () => {
		const [post] = await described(1);
		sandbox.fault({ path: `/v1/post/${post}/meta`, action: { type: 'status', status: 404 } });
		await expect(get(post)).rejects.toMatchObject({
			message: "The service does not offer to run 'Get post' (HTTP 404)",
			description: expect.stringContaining(`It has no endpoint GET /v1/post/${post}/meta.`),
		});
	});

	test('is missing where it is deleted before its metadata is read', async () => {
		const [post] = await described(1);
		for (const path of [`/v1/post/${post}/meta`, `/v1/post/${post}`])
			sandbox.fault({
				path,
				after: path.endsWith('meta') ? 0 : 1,
				action: { type: 'status', status: 404 },
			});
		const outcome = await get(post).catch((error: Error) => error.message);
		expect(outcome).toEqual(
			whenMissing === 'returnNothing' ? [] : expect.stringContaining('No post'),
		);
	});
});

test('metadata fail as their post does if that can no longer be read', async () => {
	const [post] = await described(1);
	sandbox.fault({ path: `/v1/post/${post}/meta`, action: { type: 'status', status: 404 } });
	sandbox.fault({ path: `/v1/post/${post}`, action: { type: 'forbidden' } });
	await expect(all()).rejects.toThrow(/^The API key is not allowed to/);
});

describe('a failure names the post', () => {
	test.each<[string, FaultAction, number]>([
		['of a refusal', { type: 'forbidden' }, 1],
		['of an answer of another service', { type: 'html', status: 200 }, 1],
		['of an answer that is cut', { type: 'truncatedJson' }, 1],
		['whose answer lacks the data', { type: 'envelopeWithoutData' }, 1],
	])('%s', async (_what, action, times) => {
		const posts = await described(10);
		sandbox.fault({ path: `/v1/post/${posts[4]}/meta`, times, action });
		await expect(all()).rejects.toThrow(new RegExp(`for post ${posts[4]}$`));
	});

	test('becomes one item where the node goes on', async () => {
		const posts = await described(10);
		sandbox.fault({ path: `/v1/post/${posts[4]}/meta`, action: { type: 'forbidden' } });
		expect(await all({}, { continueOnFail: true })).toMatchObject([{ error: { httpCode: '403' } }]);
	});
});

test.each<[string, FaultAction]>([
	['a lost connection', { type: 'resetBefore' }],
	['a failure of the service', { type: 'internalError', applied: false }],
	['the rate limit', { type: 'rateLimit', retryAfter: 0 }],
])('after %s the metadata is read again', async (_what, action) => {
	const posts = await described(3);
	sandbox.fault({ path: `/v1/post/${posts[1]}/meta`, action });
	const found = await all();
	expect(found.map(({ metadata }) => metadata)).toEqual([{ place: '2' }, { place: '1' }, {}]);
});
