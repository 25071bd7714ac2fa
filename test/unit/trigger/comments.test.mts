// New Comment: told by the number of comments of each post, and read there. Which of them are new, and what is left over.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { bearer, pollContext, StaticData } from '../n8n-context.mts';
import { ownTime } from '../own-time.mts';
import { elapse, noChance, ownChance, stopTime } from './elapsing.mts';
import { idForms, Listing, type ListingSettings, registration, reloaded } from './listing.mts';
import { polling } from './polling.mts';

beforeEach(noChance);
afterEach(() => {
	vi.restoreAllMocks();
});

const newComment = { events: ['newComment'] };
const ids = (items: IDataObject[]) => items.map(({ comment_id: id }) => id);
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byKey = (value: unknown) => ({ __rl: true, mode: 'key', value });

describe('what is told', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox();
	});
	afterEach(async () => {
		await sandbox.close();
	});

	test('the comment, with the ID and the title of its post', async () => {
		const [post] = sandbox.createPosts(1, { title: 'Dark mode' });
		for (const simplify of [true, false]) {
			const trigger = polling(sandbox, { ...newComment, simplify });
			await trigger.poll();
			const [comment] = sandbox.createComments(1, { post, comment: 'Yes please' });
			const [item, ...more] = await trigger.poll();
			expect(item).toMatchObject({
				event: 'newComment',
				eventId: `newComment:${comment}`,
				comment_id: comment,
				comment: 'Yes please',
				feedback_id: post,
				postTitle: 'Dark mode',
			});
			expect('comment_html' in item).toBe(!simplify);
			expect(more).toEqual([]);
		}
	});

	test('tried by hand, the newest three of the posts that have any, each with its post', async () => {
		const posts = sandbox.createPosts(6, {}).toReversed();
		const made = posts.flatMap((post, n) => (n % 2 ? sandbox.createComments(2, { post }) : []));
		const before = sandbox.requests.length;
		const context = pollContext(FeedbackTrigger, {
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			parameters: newComment,
			mode: 'manual',
			activationMode: 'manual',
		});
		const shown = (await new FeedbackTrigger().poll.call(context))![0].map(({ json }) => json);
		expect(shown).toHaveLength(3);
		expect(ids(shown).every((id) => made.includes(id as number))).toBe(true);
		const created = shown.map((item) => String(item.created));
		expect(created).toEqual(created.toSorted());
		// The posts, and the comments of those that have any.
		expect(sandbox.requests.length - before).toBe(1 + 3);
	});

	test('asks once for the posts, and once for each post with other comments', async () => {
		// A list that begins at page 1, or does not say where it ends, takes one request more.
		Object.assign(sandbox.settings, { pageBase: 0, hasMore: true });
		const [a, b] = sandbox.createPosts(90);
		for (const post of [a, b]) sandbox.createComments(3, { post });
		const trigger = polling(sandbox, newComment);
		await trigger.poll();
		sandbox.requests.length = 0;
		await trigger.poll();
		expect(paths()).toEqual(['/v1/posts']);
		sandbox.createComments(2, { post: a });
		sandbox.createComments(1, { post: b });
		sandbox.requests.length = 0;
		expect(await trigger.poll()).toHaveLength(3);
		expect(paths().toSorted()).toEqual(
			[`/v1/post/${a}/comments`, `/v1/post/${b}/comments`, '/v1/posts'].toSorted(),
		);
	});

	test('comments of a new post are new, all of them', async () => {
		sandbox.createPosts(3, { created: '2026-01-01 00:00:00' });
		const trigger = polling(sandbox, newComment);
		await trigger.poll();
		const [post] = sandbox.createPosts(1, { created: '2026-01-02 00:00:00' });
		const created = sandbox.createComments(3, { post });
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('of a post that is imported with an old date, the comments that it brings fire', async () => {
		const [post] = sandbox.createPosts(3, { created: '2026-01-02 00:00:00' });
		expect(post).toBeTruthy();
		const trigger = polling(sandbox, newComment);
		await trigger.poll();
		const [imported] = sandbox.createPosts(1, { created: '2026-01-01 00:00:00' });
		expect(ids(await trigger.poll())).toEqual([]);
		const brought = sandbox.createComments(3, { post: imported });
		expect(ids(await trigger.poll())).toEqual(brought);
		const created = sandbox.createComments(1, { post: imported });
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('replies fire, unless they are left out; either way they are known then', async () => {
		const [post] = sandbox.createPosts(1);
		const [parent] = sandbox.createComments(1, { post });
		const all = polling(sandbox, newComment);
		const without = polling(sandbox, { ...newComment, commentFilters: { replies: false } });
		await all.poll();
		await without.poll();
		const [reply] = sandbox.createComments(1, { post, parent });
		const [comment] = sandbox.createComments(1, { post });
		expect(ids(await all.poll())).toEqual([reply, comment]);
		expect(ids(await without.poll())).toEqual([comment]);
		without.reconfigure(newComment);
		expect(await without.poll()).toEqual([]);
	});

	test('only comments of the chosen post, or of posts that pass the filters', async () => {
		const [chosen, other] = sandbox.createPosts(2, { type: 'idea' });
		sandbox.run(`UPDATE posts SET status = 'planned', type = 'bug' WHERE feedback_id = ?`, chosen);
		const triggers = [
			polling(sandbox, { ...newComment, commentFilters: { post: byId(String(chosen)) } }),
			polling(sandbox, { ...newComment, postFilters: { filter: byKey('planned') } }),
			polling(sandbox, { ...newComment, postFilters: { type: byKey('bug') } }),
		];
		for (const trigger of triggers) await trigger.poll();
		sandbox.createComments(1, { post: other });
		const created = sandbox.createComments(1, { post: chosen });
		for (const trigger of triggers) {
			sandbox.requests.length = 0;
			expect(ids(await trigger.poll())).toEqual(created);
			expect(paths()).not.toContain(`/v1/post/${other}/comments`);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('with Re-Deliver After Crash, what was handed over does not come again with the next comment', async () => {
		const [post] = sandbox.createPosts(1);
		const trigger = polling(sandbox, { ...newComment, options: { redeliver: true } });
		await trigger.poll();
		for (let round = 0; round < 3; round++) {
			const created = sandbox.createComments(2, { post });
			expect(ids(await trigger.poll())).toEqual(created);
		}
		await trigger.restartProcess();
		expect(await trigger.poll()).toHaveLength(2);
	});

	test('edited, pinned and deleted comments do not fire', async () => {
		const [post] = sandbox.createPosts(1);
		const [first, second] = sandbox.createComments(3, { post });
		const trigger = polling(sandbox, newComment);
		await trigger.poll();
		sandbox.createComments(1, { post });
		expect(await trigger.poll()).toHaveLength(1);
		sandbox.run(`UPDATE comments SET comment = 'No', pinned = 1 WHERE comment_id = ?`, first);
		sandbox.run('DELETE FROM comments WHERE comment_id = ?', second);
		sandbox.run('UPDATE posts SET total_comments = 3');
		expect(await trigger.poll()).toEqual([]);
	});

	test('a list of comments that is refused for one post does not hold up those of others', async () => {
		const [bad, good] = sandbox.createPosts(2);
		const trigger = polling(sandbox, newComment);
		await trigger.poll();
		const [late] = sandbox.createComments(1, { post: bad });
		const [comment] = sandbox.createComments(1, { post: good });
		sandbox.fault({
			path: `/v1/post/${bad}/comments`,
			times: 3,
			action: { type: 'forbidden' },
		});
		expect(ids(await trigger.poll())).toEqual([comment]);
		expect(await trigger.poll()).toEqual([]);
		// What fails for the third time is said once, and then the post is left alone for a while.
		await expect(trigger.poll()).rejects.toThrow('New Comment');
		const quiet: IDataObject[] = [];
		for (let polls = 0; polls < 20; polls++) quiet.push(...(await trigger.poll()));
		expect(ids(quiet)).toEqual([late]);
	});

	const paths = () => sandbox.requests.map(({ path }) => path.split('?')[0]);
});

/** A trigger over a listing whose posts have so many comments each. */
async function watched(counts: readonly number[], settings: Partial<ListingSettings> = {}) {
	const listing = new Listing({ perPage: 10, ...settings });
	const posts = counts.map((_, at) => listing.create(at));
	for (const [at, count] of counts.entries()) {
		for (let made = 0; made < count; made++) listing.comment(posts[at], 1_000 + made);
	}
	let staticData = new StaticData();
	const registered = () =>
		registration(listing, {
			parameters: newComment,
			staticData,
			workflow: `comments-${workflows}`,
			apiKey: `comments-${workflows++}`,
		});
	let poll = registered();
	expect(await poll()).toEqual([]);
	return {
		listing,
		posts,
		poll: async () => await poll(),
		restart() {
			staticData = reloaded(staticData.node);
			poll = registered();
		},
		get memory() {
			return JSON.parse(JSON.stringify(staticData.node['/v1/posts'])) as IDataObject;
		},
		asked: () => listing.paths.splice(0).map((path) => path.replace(/^\/v1\//, '')),
	};
}
let workflows = 0;

describe('which of the comments are new', () => {
	const orders = ['newest first', 'oldest first', 'in no order'] as const;

	for (const comments of orders) {
		test.each([1, 3, 12, 30])(`of 25, ${comments}, and %i more`, async (count) => {
			const { listing, posts, poll } = await watched([25], { comments });
			for (let round = 0; round < 2; round++) {
				const made = Array.from({ length: count }, () => listing.comment(posts[0], 5_000 + round));
				expect(ids(await poll())).toEqual(made.map(({ comment_id: id }) => id));
				expect(await poll()).toEqual([]);
			}
		});
	}

	test('oldest first, one to a page, the newest is found all the same', async () => {
		const { listing, posts, poll } = await watched([3], { comments: 'oldest first', perPage: 1 });
		const made = listing.comment(posts[0], 5_000);
		expect(ids(await poll())).toEqual([made.comment_id]);
	});

	test('behind an empty page that says there is more, the new one is found', async () => {
		const { listing, posts, poll } = await watched([25], { comments: 'oldest first' });
		const made = listing.comment(posts[0], 5_000);
		const body = '{"status":"success","data":{"comments":{},"has_more":true}}';
		listing.before = () =>
			listing.requests.at(-1)!.get('page') === '1' ? { status: 200, body } : undefined;
		expect(ids(await poll())).toEqual([made.comment_id]);
	});

	test('a post is read to its end the first time, and then as far as there is something new', async () => {
		const { listing, posts, poll, asked } = await watched([95]);
		for (const requests of [10, 2]) {
			listing.comment(posts[0], 5_000);
			asked();
			expect(await poll()).toHaveLength(1);
			expect(asked()).toEqual(['posts', ...Array(requests).fill('post/100/comments')]);
		}
	});

	test('newest first, of more than are read of a post the new ones are told', async () => {
		const { listing, posts, poll } = await watched([250]);
		for (let round = 0; round < 2; round++) {
			const made = [1, 2, 3].map((at) => listing.comment(posts[0], 5_000 + 10 * round + at));
			expect(ids(await poll())).toEqual(made.map(({ comment_id: id }) => id));
		}
		expect(await poll()).toEqual([]);
	});

	test('a comment that comes between the look at the post and the look into it is told, and so is the one before', async () => {
		const { listing, posts, poll } = await watched([25]);
		const first = listing.comment(posts[0], 5_000);
		const at = listing.requests.length + 2;
		let second;
		listing.before = (request) => {
			if (request === at) second = listing.comment(posts[0], 5_001);
			return undefined;
		};
		const told = [...ids(await poll()), ...ids(await poll())];
		expect(told.toSorted()).toEqual([first.comment_id, second!.comment_id]);
		expect(await poll()).toEqual([]);
	});

	test('one deleted and one new keep the number, and are missed, also of a post that was read', async () => {
		const { listing, posts, poll } = await watched([3]);
		listing.comment(posts[0], 4_000);
		expect(await poll()).toHaveLength(1);
		listing.uncomment(listing.commentsOf()[0]);
		const missed = listing.comment(posts[0], 5_000);
		expect(await poll()).toEqual([]);
		// Of a post whose comments are all known, the next other number brings it.
		const next = listing.comment(posts[0], 6_000);
		expect(ids(await poll())).toEqual([missed.comment_id, next.comment_id]);
	});

	test('a post that has fewer comments, one of them new, tells it if it was read before', async () => {
		const { listing, posts, poll } = await watched([5]);
		listing.comment(posts[0], 4_000);
		expect(await poll()).toHaveLength(1);
		for (const gone of listing.commentsOf().slice(0, 3)) listing.uncomment(gone);
		const made = listing.comment(posts[0], 5_000);
		expect(ids(await poll())).toEqual([made.comment_id]);
	});

	test.each(idForms)('posts with IDs of %s', async (form) => {
		const { listing, posts, poll } = await watched([2, 2, 2], { ids: form });
		const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
		expect(ids(await poll()).toSorted()).toEqual(made);
	});
});

describe('what a poll cannot read', () => {
	test('is owed to the next ones, each comment once, whatever posts do meanwhile', async () => {
		ownChance();
		const trigger = await watched(Array.from({ length: 60 }, () => 2));
		const { listing, posts, poll } = trigger;
		const made = posts.map((post) => listing.comment(post, 5_000).comment_id);
		stopTime();
		listing.before = () => {
			elapse(3_000);
			return undefined;
		};
		const told: unknown[] = [];
		let polls = 0;
		for (; told.length < made.length && polls < 60; polls++) {
			const news = ids(await poll());
			// Every poll gets on.
			expect(news.length).toBeGreaterThan(0);
			told.push(...news);
			trigger.restart();
		}
		expect(told.toSorted()).toEqual(made);
		expect(trigger.memory.posts).toBeUndefined();
		listing.before = () => undefined;
		expect(await poll()).toEqual([]);
	});

	test('is remembered of posts that stand deep in the list, which are asked for by their IDs', async () => {
		const trigger = await watched(Array.from({ length: 35 }, () => 2));
		const { listing, posts, poll, asked } = trigger;
		const deep = posts.slice(0, 3);
		const made = deep.map((post) => listing.comment(post, 5_000).comment_id);
		const refused = { status: 500, body: '{"status":"error","data":{"key":"internal_error"}}' };
		ownTime();
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? refused : undefined);
		// The audit meets them at the end of the list, and nothing more can be asked for then.
		const isMet = () => (trigger.memory.posts as unknown[] | undefined)?.length === 3;
		for (let polls = 0; polls < 20 && !isMet(); polls++) expect(await poll()).toEqual([]);
		expect(isMet()).toBe(true);
		listing.before = () => undefined;
		trigger.restart();
		asked();
		expect(ids(await poll())).toEqual(made);
		expect(asked()).toContain('post/100');
		expect(trigger.memory.posts).toBeUndefined();
		expect(await poll()).toEqual([]);
	});

	test('where the limit lets none of it be read any more, the poll says so', async () => {
		ownTime();
		const { listing, posts, poll } = await watched([2]);
		const made = listing.comment(posts[0], 5_000);
		const limited = {
			status: 429,
			headers: { 'retry-after': '0' },
			body: '{"status":"error","data":{"key":"rate_limit"}}',
		};
		listing.before = () => (listing.paths.at(-1)!.endsWith('/comments') ? limited : undefined);
		for (let polls = 1; polls < 3; polls++) expect(await poll()).toEqual([]);
		await expect(poll()).rejects.toThrow(/rate limit .*New Comment/);
		listing.before = () => undefined;
		expect(ids(await poll())).toEqual([made.comment_id]);
	});

	test('a post that is gone by then is given up', async () => {
		const trigger = await watched([2, 2]);
		const { listing, posts, poll } = trigger;
		listing.comment(posts[0], 5_000);
		listing.before = () =>
			listing.paths.at(-1)!.endsWith('/comments')
				? { status: 403, body: '{"status":"error","message":"no"}' }
				: undefined;
		await poll().catch(() => []);
		listing.before = () => undefined;
		listing.posts.delete(posts[0].feedback_id);
		expect(await poll()).toEqual([]);
		expect(trigger.memory.posts).toBeUndefined();
	});

	test('of more comments than are read of a post, in no order, none is told as new that may be old', async () => {
		const { listing, posts, poll } = await watched([250, 2], { comments: 'in no order' });
		listing.comment(posts[0], 9_000);
		const other = listing.comment(posts[1], 9_000);
		expect(ids(await poll())).toEqual([other.comment_id]);
		expect(await poll()).toEqual([]);
	});

	test('nor of comments that do not say when they were made, whatever their IDs', async () => {
		const { listing, posts, poll } = await watched([250, 2], { comments: 'newest first' });
		for (const one of listing.comments.values()) Object.assign(one, { created: undefined });
		listing.comment(posts[0], 9_000, { created: undefined });
		const other = listing.comment(posts[1], 9_000);
		expect(ids(await poll())).toEqual([other.comment_id]);
		expect(await poll()).toEqual([]);
	});

	test('a post with more comments than one poll can read does not hold up the others', async () => {
		ownChance();
		const { listing, posts, poll } = await watched([300, 2, 2], { comments: 'in no order' });
		const made = posts.map((post) => listing.comment(post, 9_000).comment_id);
		stopTime();
		listing.before = () => {
			elapse(2_500);
			return undefined;
		};
		const told: unknown[] = [];
		for (let polls = 0; polls < 10; polls++) {
			told.push(...ids(await poll().catch(() => [])));
		}
		expect(told.toSorted()).toEqual(made.slice(1));
	});
});
