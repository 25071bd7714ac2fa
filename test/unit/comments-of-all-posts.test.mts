// How many requests the comments of all posts take, and what becomes of the others when one fails.
import { expect, test } from 'vitest';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { bearer, executeContext } from './n8n-context.mts';
import { ownTimeInEachTest, time } from './own-time.mts';

ownTimeInEachTest();

interface Post {
	id: number;
	/** How many comments it has. */
	comments: number;
	/** How many it says that it has; null says nothing. */
	counts?: number | null;
	isForbidden?: boolean;
}

let keys = 0;

/** Reads them from a service that has these posts, 100 to a page, and answers each request after as long as the others. */
async function read(posts: readonly Post[], parameters: Record<string, unknown> = {}) {
	const context = executeContext(new FeedbackPosts(), {
		parameters: { resource: 'comment', operation: 'getAllOfPosts', returnAll: true, ...parameters },
		credentials: bearer('https://feedback.example', `key-${++keys}`),
	});
	const asked: string[] = [];
	context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
		await time.sleep(50);
		const { pathname, searchParams } = new URL(url);
		asked.push(pathname);
		const page = Number(searchParams.get('page'));
		const answer = (statusCode: number, envelope: object) =>
			({ statusCode, headers: {}, body: JSON.stringify(envelope) }) as never;
		const shown = (all: readonly object[]) => all.slice(page * 100, page * 100 + 100);
		if (pathname === '/v1/posts') {
			const items = posts.map(({ id, comments, counts = comments }) => ({
				feedback_id: id,
				...(counts !== null && { total_comments: String(counts) }),
			}));
			const data = { items: shown(items), has_more: (page + 1) * 100 < items.length };
			return answer(200, { status: 'success', data });
		}
		const post = posts.find(({ id }) => pathname === `/v1/post/${id}/comments`)!;
		if (post.isForbidden) return answer(403, { status: 'error', message: 'No' });
		const comments = Array.from({ length: post.comments }, (_, n) => ({
			comment_id: post.id * 10_000 + n,
		}));
		return answer(200, { status: 'success', data: { comments: shown(comments) } });
	};
	const outcome = await new FeedbackPosts().execute.call(context).then(
		([items]) => items.map(({ json }) => json),
		(failure: Error) => failure,
	);
	const askedUntilThen = asked.length;
	await time.sleep(600_000);
	return { outcome, asked, askedAfterwards: asked.length - askedUntilThen };
}

const posts = (count: number, post: Omit<Post, 'id'>): Post[] =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1, ...post }));

test('one request for each post that has any, and one for each page of posts', async () => {
	const all = [...posts(1_500, { comments: 3 }), { id: 1_501, comments: 0 }];
	const { outcome, asked } = await read(all);
	expect(outcome).toHaveLength(4_500);
	expect(asked.filter((path) => path === '/v1/posts').length).toBeLessThanOrEqual(16 + 2);
	expect(asked.filter((path) => path !== '/v1/posts')).toHaveLength(1_500);
});

test.each([
	['more than it has', 7],
	['fewer than it has', 2],
	['nothing', null],
])('all comments come where a post counts %s', async (_what, counts) => {
	const { outcome } = await read(posts(3, { comments: 4, counts }));
	expect(outcome).toHaveLength(12);
});

test('with a limit that the first post fills, no other post is asked', async () => {
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

test('with a limit, posts that count too many or too few comments are made up for', async () => {
	const all = [...posts(150, { comments: 1, counts: 5 }), { id: 151, comments: 9, counts: 1 }];
	const limited = { returnAll: false, limit: 157 };
	expect((await read(all, limited)).outcome).toHaveLength(157);
});

test('with a limit, posts that count nothing are read until it is met', async () => {
	const all = posts(250, { comments: 2, counts: null });
	const { outcome, asked } = await read(all, { returnAll: false, limit: 60 });
	expect(outcome).toHaveLength(60);
	// All posts first, since none says how much of the limit it fills; then no more than are under way at a time.
	expect(asked.filter((path) => path === '/v1/posts').length).toBeLessThanOrEqual(3 + 2);
	expect(asked.filter((path) => path !== '/v1/posts').length).toBeLessThanOrEqual(2 * (30 + 8));
});

test('a post whose comments cannot be read ends the reading of all others', async () => {
	const all = posts(20, { comments: 5_000 });
	all[5].isForbidden = true;
	const { outcome, asked, askedAfterwards } = await read(all);
	expect(outcome).toMatchObject({ httpCode: '403' });
	expect(asked.length).toBeLessThanOrEqual(17);
	expect(askedAfterwards).toBeLessThanOrEqual(8);
});
