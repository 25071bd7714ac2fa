// A manual test returns real items, stores nothing, and is soon over where the service fails.
import { describe, expect, test } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { readPage } from '../../figures.mts';
import type { PollSetup } from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';
import { listed, slow } from './listing.mts';
import { commentIds, ownSandboxInEachTest, pollByHand, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const byHand = async (parameters: PollSetup['parameters']) => await pollByHand(sandbox, parameters);

test('shows an old item where no newer one matches the filters', async () => {
	const [post] = sandbox.createPosts(1, { status: 'planned', type: 'bug' });
	const [update] = sandbox.createUpdates(1, { type: 'release' });
	sandbox.createPosts(150);
	sandbox.createUpdates(150, { type: 'news' });
	const shown = await byHand({
		events: ['newPost', 'newChangelogUpdate'],
		postFilters: { filter: 'planned', type: 'bug' },
		changelogFilters: { type: 'release' },
	});
	expect(shown.map(({ eventId }) => eventId)).toEqual([
		`newChangelogUpdate:${update}:test`,
		`newPost:${post}:test`,
	]);
});

test('returns the newest items of each event, oldest first', async () => {
	const posts = sandbox.createPosts(150);
	sandbox.run(`UPDATE posts SET updated = '2099-01-01 00:00:00' WHERE feedback_id < ?`, posts[100]);
	const updates = sandbox.createUpdates(2);
	const shown = await byHand({ events: ['newPost', 'newChangelogUpdate', 'newNpsResponse'] });
	expect(shown.map(({ eventId }) => eventId)).toEqual([
		...updates.map((id) => `newChangelogUpdate:${id}:test`),
		...posts.slice(-3).map((id) => `newPost:${id}:test`),
	]);
	expect(shown.at(-1)).toMatchObject({ event: 'newPost', title: 'Post 150' });
});

test('fails in the words of n8n where nothing matches, with a hint', async () => {
	await expect(byHand({ events: ['newComment', 'newNpsResponse'] })).rejects.toMatchObject({
		message: 'No data with the current filter could be found',
		description:
			'Nothing in the service matches New Comment, New NPS Response yet. Add something that does, or remove a filter, and test again.',
	});
});

test('returns a change with a former state that is made up, since the real one is unknown', async () => {
	const [post] = sandbox.createPosts(1, { status: 'planned' });
	const shown = await byHand({ events: ['postStatusChanged', 'postChanged'] });
	expect(shown).toMatchObject([
		{
			event: 'postChanged',
			feedback_id: post,
			changedFields: ['description', 'status', 'title', 'type'],
			formerValues: { status: 'planned (before)', type: 'idea (before)' },
		},
		{ event: 'postStatusChanged', feedback_id: post, from: 'planned (before)', to: 'planned' },
	]);
});

test('shows a change of an end-user whose data cannot be written as a text', async () => {
	const [id] = sandbox.createUsers(1, { data: { toString: 1 } });
	const shown = await byHand({ events: ['endUserChanged'] });
	expect(shown).toMatchObject([{ user_id: id, changedFields: expect.arrayContaining(['data']) }]);
});

test('takes the former state from another post, where there is one', async () => {
	sandbox.createPosts(1, { status: 'done', type: 'bug' });
	const [post] = sandbox.createPosts(1, { status: 'planned' });
	const shown = await byHand({ events: ['postStatusChanged', 'postChanged'] });
	expect(shown.filter(({ feedback_id: id }) => id === post)).toMatchObject([
		{ event: 'postChanged', formerValues: { status: 'done', type: 'bug' } },
		{ event: 'postStatusChanged', from: 'done', to: 'planned' },
	]);
});

test('shows changes from the status that is set as From', async () => {
	sandbox.createPosts(2, { status: 'planned' });
	const shown = await byHand({ events: ['postStatusChanged'], statusChange: { from: 'done' } });
	expect(shown).toMatchObject(Array(2).fill({ from: 'done', to: 'planned' }));
});

test.each([
	[4, 5],
	[1, 0],
])('shows a former number that there can be: from %i to %i votes', async (from, to) => {
	const [post] = sandbox.createPosts(1, { status: 'open' });
	sandbox.run('UPDATE posts SET total_up = ?, total_down = 0 WHERE feedback_id = ?', to, post);
	const shown = await byHand({ events: ['postVotesChanged'] });
	expect(shown).toMatchObject([{ event: 'postVotesChanged', from, to }]);
});

test('returns as deleted what nobody has, one for each event, also where there are no records', async () => {
	const deletions = { events: ['postDeleted', 'endUserDeleted'] };
	const expected = [
		{ event: 'endUserDeleted', user_id: 0 },
		{ event: 'postDeleted', feedback_id: 0 },
	];
	expect(await byHand(deletions)).toMatchObject(expected);
	sandbox.createPosts(3);
	sandbox.createUsers(3);
	expect(await byHand(deletions)).toMatchObject(expected);
});

test.each([
	['postGainingTraction', { votesToGain: 10 }],
	['postReachedVoteThreshold', { votes: 10 }],
])('%s returns a post that has the votes, else none', async (event, votes) => {
	const [, post] = sandbox.createPosts(3);
	const parameters = { events: [event, 'newPost'], ...votes };
	sandbox.run('UPDATE posts SET total_up = 9, total_down = 0');
	const ofEvent = async () => (await byHand(parameters)).filter((item) => item.event === event);
	expect(await ofEvent()).toEqual([]);
	sandbox.run('UPDATE posts SET total_up = 10 WHERE feedback_id = ?', post);
	expect(await ofEvent()).toMatchObject([{ feedback_id: post }]);
});

test('no event ID is that of a real item', async () => {
	const [post] = sandbox.createPosts(1, { status: 'planned' });
	sandbox.createComments(1, { post });
	sandbox.createUsers(1);
	sandbox.createUpdates(1);
	sandbox.createResponses(1);
	sandbox.createDocuments(1);
	const shown = await byHand({ events: events.map(({ value }) => value), votesToGain: 1 });
	expect(new Set(shown.map(({ event }) => event)).size).toBeGreaterThan(12);
	const [, end] = /of a sample ends in `(\S+)`/.exec(readPage('docs/trigger.md'))!;
	expect(shown.filter(({ eventId }) => !String(eventId).endsWith(end))).toEqual([]);
});

test('says which event could not be read', async () => {
	sandbox.createPosts(1);
	sandbox.fault({ path: '/v1/updates', times: 2, action: { type: 'forbidden' } });
	await expect(byHand({ events: ['newPost', 'newChangelogUpdate'] })).rejects.toThrow(
		'New Changelog Update',
	);
});

test('returns the newest three comments of the posts that have any, each with its post', async () => {
	const posts = sandbox.createPosts(10, {}).toReversed();
	const made = posts.flatMap((post, n) => (n % 2 ? sandbox.createComments(2, { post }) : []));
	const before = sandbox.requests.length;
	const shown = await byHand({ events: ['newComment'] });
	expect(shown).toHaveLength(3);
	expect(commentIds(shown).filter((id) => !made.includes(id as number))).toEqual([]);
	for (const { eventId, comment_id: id, feedback_id: post, postTitle } of shown) {
		expect(eventId).toBe(`newComment:${String(id)}:test`);
		const [{ title }] = sandbox.rows('SELECT title FROM posts WHERE feedback_id = ?', Number(post));
		expect(postTitle).toBe(title);
	}
	const created = shown.map((item) => String(item.created));
	expect(created).toEqual(created.toSorted());
	// The posts, and the comments of the newest three that have any.
	expect(sandbox.requests.length - before).toBe(1 + 3);
});

test('a manual test leaves out posts and comments without an ID', async () => {
	const listing = listed(2, { itemsAsArray: true });
	const [post, nobody] = listing.posts.values();
	const [first, second] = [10, 11].map((at) => listing.comment(post, at));
	Object.assign(first, { comment_id: undefined });
	listing.comment(nobody, 12);
	const page = listing.page.bind(listing);
	listing.page = (query) => page(query).replace(`"feedback_id":"${nobody.feedback_id}",`, '');
	const { now } = watching(listing, { events: ['newComment', 'newPost'] }, { mode: 'manual' });
	const shown = (await now()).map(({ eventId }) => eventId);
	expect(shown).toEqual([
		`newComment:${second.comment_id}:test`,
		`newPost:${post.feedback_id}:test`,
	]);
});

describe('a manual test where the service fails or is slow', () => {
	ownTimeInEachTest();

	test('a service that takes four seconds is waited for', async () => {
		const listing = listed(1);
		slow(listing, 4_000);
		expect(await watching(listing, {}, { mode: 'manual' }).now()).toHaveLength(1);
	});

	test.each([
		['fails', 503, {}, 3],
		['is at its rate limit', 429, { 'retry-after': '2' }, 3],
		['asks to wait for an hour', 429, { 'retry-after': '3600' }, 1],
	])(
		'a service that %s is given up within five seconds',
		async (_what, status, headers, requests) => {
			const listing = listed(1);
			listing.before = () => ({ status, headers, body: '{"status":"error"}' });
			const { now } = watching(listing, {}, { mode: 'manual' });
			const start = time.now();
			await expect(now()).rejects.toMatchObject({ httpCode: String(status) });
			expect(time.now() - start).toBeLessThanOrEqual(5_000);
			expect(listing.paths).toEqual(Array(requests).fill('/v1/posts'));
		},
	);
});
