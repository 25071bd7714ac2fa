// How many requests the comments of all posts take, and what becomes of the others when one fails.
import { describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import type { FaultAction } from '../../sandbox/faults.mts';
import { said } from '../answers.mts';
import { bearer, executeContext } from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';
import { asked, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

describe('comments of all posts', () => {
	ownSandboxInEachTest();
	/** Posts, of which every other one has two comments. */
	function commented(count: number) {
		const posts = sandbox.createPosts(count);
		for (const [index, id] of posts.entries()) {
			if (index % 2 === 1) continue;
			for (const comment of ['First', 'Second']) sandbox.createComments(1, { post: id, comment });
		}
		return posts;
	}
	const commentsOf = (post: number) => `GET /v1/post/${post}/comments`;
	const all = async (parameters: Record<string, unknown> = {}) =>
		await run('comment.getAllOfPosts', { returnAll: true, ...parameters });

	test('come post by post, each with the ID of its post, from posts that have any', async () => {
		const posts = commented(24);
		const found = await all();
		const expected = posts.toReversed().filter((id) => (id - posts[0]) % 2 === 0);
		expect(ids(found, 'feedback_id')).toEqual(expected.flatMap((id) => [id, id]));
		// One request a post: it counts as many comments as came, and no page was full.
		expect(asked().toSorted()).toEqual(['GET /v1/posts', ...expected.map(commentsOf)].toSorted());
		expect(await all()).toEqual(found);
	});

	test('have the ID of their post also if the service does not give it', async () => {
		const [post] = commented(1);
		sandbox.fault({
			path: `/v1/post/${post}/comments`,
			action: {
				type: 'json',
				value: {
					status: 'success',
					data: { comments: { 7: {}, 8: { feedback_id: null } }, has_more: false },
				},
			},
		});
		expect(await all()).toMatchObject([7, 8].map((id) => ({ comment_id: id, feedback_id: post })));
	});

	test('are read after all posts, so that a post that comes meanwhile moves none', async () => {
		const posts = commented(250);
		await all();
		// Pages beyond the last one may still be on their way.
		const lastPage = sandbox.requests.findIndex(({ path }) => /^\/v1\/posts.*page=2$/.test(path));
		expect(lastPage).toBeGreaterThan(0);
		expect(lastPage).toBeLessThan(asked().indexOf(commentsOf(posts[248])));
	});

	test('are asked only of posts that changed since, and only those created since', async () => {
		const [changed, unchanged] = commented(3);
		sandbox.run('UPDATE posts SET created = ?, updated = ?', minutesAgo(500), minutesAgo(500));
		sandbox.run('UPDATE posts SET updated = ? WHERE feedback_id = ?', minutesAgo(5), changed);
		sandbox.run("UPDATE comments SET created = ? WHERE comment = 'First'", minutesAgo(500));
		const filters = { postChangedSince: minutesAgo(60), createdSince: minutesAgo(60) };
		const found = await all({ filters });
		expect(found).toMatchObject([{ comment: 'Second', feedback_id: changed }]);
		expect(asked()).not.toContain(commentsOf(unchanged));
	});

	test('leave out a post that is deleted while they are read', async () => {
		const [gone, , stays] = commented(3);
		sandbox.fault({ path: `/v1/post/${gone}`, times: 2, action: { type: 'status', status: 404 } });
		expect(ids(await all(), 'feedback_id')).toEqual([stays, stays]);
	});

	test.each<[string, FaultAction]>([
		['a refusal', { type: 'forbidden' }],
		['an answer of another service', { type: 'html', status: 200 }],
		['a refusal in words of the service', { type: 'status', status: 400 }],
		['a rejected key', { type: 'unauthorized' }],
		['an answer that is cut', { type: 'truncatedJson' }],
	])('fail by %s with the ID of the post that cannot be read', async (_what, action) => {
		const posts = commented(6);
		const odd = posts[2];
		sandbox.fault({ path: `/v1/post/${odd}/comments`, action });
		await expect(all()).rejects.toThrow(`run 'Get many comments from all posts' for post ${odd}`);
	});

	test('say that the service refuses those of one post that counts some, beside others that it gives', async () => {
		const posts = commented(6);
		const path = `/v1/post/${posts[2]}/comments`;
		sandbox.fault({ path, action: { type: 'status', status: 404 } });
		await expect(all()).rejects.toThrow(
			`The service refused to run 'Get many comments from all posts' for post ${posts[2]}`,
		);
	});

	test('cannot be read if the service does not offer the list', async () => {
		const [post] = commented(1);
		sandbox.settings.undocumentedLists = 404;
		await expect(all()).rejects.toMatchObject({
			message: `The service does not offer to run 'Get many comments from all posts' for post ${post} (HTTP 404)`,
			description: expect.stringContaining(`It has no endpoint GET /v1/post/${post}/comments.`),
		});
	});

	test('fail as the post does if that can no longer be read', async () => {
		const [post] = commented(1);
		sandbox.settings.undocumentedLists = 404;
		sandbox.fault({ path: `/v1/post/${post}`, after: 1, action: { type: 'forbidden' } });
		await expect(all()).rejects.toThrow(/^The API key is not allowed to/);
	});
});

describe('the requests that comments of all posts take', () => {
	ownTimeInEachTest();

	interface Post {
		id: number;
		/** How many comments it has. */
		comments: number;
		/** How many it says that it has; null says nothing. */
		counts?: number | null;
		isForbidden?: boolean;
		/** Whether the service answers that it has no comments of it. */
		isUnknown?: boolean;
		/** Characters of each page of its comments. */
		size?: number;
	}

	let keys = 0;

	/** Reads them from a service that has these posts, 100 to a page, and answers each request after as long as the others. */
	async function read(
		posts: readonly Post[],
		parameters: Record<string, unknown> = {},
		continueOnFail = false,
	) {
		const context = executeContext(new Feedback(), {
			parameters: {
				resource: 'comment',
				operation: 'getAllOfPosts',
				returnAll: true,
				...parameters,
			},
			continueOnFail,
			credentials: bearer('https://feedback.example', `comments-${++keys}`),
		});
		const asked: string[] = [];
		let [underWay, mostAtOnce] = [0, 0];
		context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
			mostAtOnce = Math.max(mostAtOnce, ++underWay);
			await time.sleep(50);
			underWay--;
			const { pathname, searchParams } = new URL(url);
			asked.push(pathname);
			const page = Number(searchParams.get('page'));
			const answer = (statusCode: number, envelope: object, size = 0) =>
				({ statusCode, headers: {}, body: JSON.stringify(envelope).padEnd(size) }) as never;
			const shown = (all: readonly object[]) => all.slice(page * 100, page * 100 + 100);
			if (pathname === '/v1/posts') {
				const items = posts.map(({ id, comments, counts = comments }) => ({
					feedback_id: id,
					...(counts !== null && { total_comments: String(counts) }),
				}));
				const data = { items: shown(items), has_more: (page + 1) * 100 < items.length };
				return answer(200, { status: 'success', data });
			}
			const post = posts.find(({ id }) => pathname === `/v1/post/${id}/comments`);
			if (post?.isForbidden) return answer(403, said('No'));
			if (!post) return answer(200, { status: 'success', data: { feedback_id: 1 } });
			if (post.isUnknown) return answer(404, said('No'));
			const comments = Array.from({ length: post.comments }, (_, n) => ({
				comment_id: post.id * 10_000 + n,
			}));
			const data = { comments: shown(comments) };
			return answer(200, { status: 'success', data }, post.size);
		};
		const outcome = await new Feedback().execute.call(context).then(
			([items]) => items.map(({ json }) => json),
			(failure: Error) => failure,
		);
		const askedUntilThen = asked.length;
		await time.sleep(600_000);
		return { outcome, asked, askedAfterwards: asked.length - askedUntilThen, mostAtOnce };
	}

	const posts = (count: number, post: Omit<Post, 'id'>): Post[] =>
		Array.from({ length: count }, (_, index) => ({ id: index + 1, ...post }));

	test('are one for each post with comments, and one for each page of posts', async () => {
		const all = [...posts(1_500, { comments: 3 }), { id: 1_501, comments: 0 }];
		const { outcome, asked } = await read(all);
		expect(outcome).toHaveLength(4_500);
		expect(asked.filter((path) => path === '/v1/posts').length).toBeLessThanOrEqual(16 + 15);
		expect(asked.filter((path) => path !== '/v1/posts')).toHaveLength(1_500);
	});

	test.each([
		['more than it has', 7],
		['fewer than it has', 2],
		['nothing', null],
	])('bring all comments where a post counts %s', async (_what, counts) => {
		const { outcome } = await read(posts(3, { comments: 4, counts }));
		expect(outcome).toHaveLength(12);
	});

	test('bring those of the others where the service knows none of one that counts nothing', async () => {
		const all = posts(20, { comments: 4, counts: null });
		all[5].isUnknown = true;
		const { outcome } = await read(all);
		expect(outcome).toHaveLength(19 * 4);
	});

	test('go to one post where it fills the limit', async () => {
		const { outcome, asked } = await read(posts(50, { comments: 5_000 }), {
			returnAll: false,
			limit: 2_000,
		});
		expect(outcome).toHaveLength(2_000);
		expect(asked.filter((path) => path === '/v1/posts')).toHaveLength(1);
		expect(asked.filter((path) => path !== '/v1/posts')).toEqual(
			Array(20).fill('/v1/post/1/comments'),
		);
	});

	test('bring as many as the limit where posts count too many or too few comments', async () => {
		const all = [...posts(150, { comments: 1, counts: 5 }), { id: 151, comments: 9, counts: 1 }];
		const limited = { returnAll: false, limit: 157 };
		expect((await read(all, limited)).outcome).toHaveLength(157);
	});

	test('end at the limit where posts count nothing', async () => {
		const all = posts(250, { comments: 2, counts: null });
		const { outcome, asked } = await read(all, { returnAll: false, limit: 60 });
		expect(outcome).toHaveLength(60);
		// All posts first, since none says how much of the limit it fills; then no more than are under way at a time.
		expect(asked.filter((path) => path === '/v1/posts').length).toBeLessThanOrEqual(3 + 3);
		expect(asked.filter((path) => path !== '/v1/posts').length).toBeLessThanOrEqual(2 * (30 + 8));
	});

	test.each([
		['one post', 1, 50_000],
		['all posts together', 60, 1],
	])('end where %s has more than a list may hold', async (_what, count, comments) => {
		const { outcome, asked } = await read(posts(count, { comments, size: 8 * 1024 * 1024 }));
		expect(outcome).toMatchObject({
			message: expect.stringContaining('could not be read completely'),
			description: expect.stringMatching(/with 2[5-7]\d MB/),
		});
		// Eight posts are read at once.
		expect(asked.length).toBeLessThanOrEqual(1 + 32 + 8);
	});

	test.each([
		['ends the step', false, { httpCode: '403' }],
		['becomes an item', true, [{ error: { httpCode: '403' } }]],
	])('end where those of one post cannot be read, which %s', async (_what, goesOn, failed) => {
		const all = posts(20, { comments: 5_000 });
		all[5].isForbidden = true;
		const { outcome, asked, askedAfterwards } = await read(all, {}, goesOn);
		expect(outcome).toMatchObject(failed);
		expect(asked.length).toBeLessThanOrEqual(17);
		expect(askedAfterwards).toBeLessThanOrEqual(8);
	});
});
