// What a manual test of the trigger shows, and what it asks for.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { sample } from '../../../nodes/FeedbackTrigger/sample';
import { PATIENT } from '../../../nodes/shared/client/retry';
import { Listing, timeOf } from './listing.mts';

/** The items that a listing shows by hand. */
async function shown(
	listing: Listing,
	parameters: Record<string, unknown>,
): Promise<IDataObject[]> {
	const context = {
		getNode: () => ({ id: 'node', name: 'Trigger', parameters: {} }),
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
		getCredentials: async () => ({ baseUrl: 'https://feedback.example.com', apiKey: 'key' }),
		logger: {},
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url }: { url: string }) =>
				await listing.answer(url),
		},
	} as unknown as IPollFunctions;
	const items = await sample(context, { patience: PATIENT, timeoutMs: 10_000 });
	return items.map(({ json }) => json);
}

const ids = (items: IDataObject[]) => items.map(({ feedback_id: id }) => Number(id));
const byKey = (value: unknown) => ({ __rl: true, mode: 'key', value });

describe('posts', () => {
	test.each([false, true])(
		'the newest three by their time, oldest first; in no order: %s',
		async (shuffled) => {
			const listing = new Listing({ perPage: 10, shuffled });
			for (const second of [5, 9, 1, 7, 3]) listing.create(second);
			const items = await shown(listing, { events: ['newPost'] });
			expect(items.map(({ created }) => created)).toEqual([5, 7, 9].map(timeOf));
			expect(listing.paths).toEqual(['/v1/posts']);
		},
	);

	test('those that pass the filters, also where the service does not know them', async () => {
		const listing = new Listing({ perPage: 10, ignoresFilters: true });
		listing.create(9, { type: 'idea' });
		const { feedback_id: bug } = listing.create(5, { type: 'bug' });
		const items = await shown(listing, {
			events: ['newPost'],
			postFilters: { type: byKey('bug') },
		});
		expect(ids(items)).toEqual([bug]);
	});

	test('of those that are news when they are first seen, the ones that would be told', async () => {
		const listing = new Listing({ perPage: 10 });
		const { feedback_id: many } = listing.create(1, { total_sum: 10 });
		listing.create(2, { total_sum: 9 });
		expect(ids(await shown(listing, { events: ['postReachedVotes'] }))).toEqual([many]);
	});

	test('of those whose changes are news, all, each with what it is as what it was', async () => {
		const listing = new Listing({ perPage: 10 });
		const posts = ['open', 'done'].map((status, at) => listing.create(at, { status }));
		const items = await shown(listing, {
			events: ['postStatusChanged'],
			statusFilters: { from: 'planned' },
		});
		expect(items.map(({ feedback_id: id, from, to }) => [Number(id), from, to])).toEqual(
			posts.map(({ feedback_id: id, status }) => [id, status, status]),
		);
		expect(items[0].eventId).toMatch(/^postStatusChanged:\d+:[\w-]{3}$/);
	});

	test('none that says no ID', async () => {
		const listing = new Listing();
		listing.before = () => ({
			status: 200,
			body: '{"status":"success","data":{"items":[{"title":"None"},{"feedback_id":7}]}}',
		});
		expect(ids(await shown(listing, { events: ['newPost'] }))).toEqual([7]);
	});
});

describe('comments', () => {
	test('the newest three of the newest three posts that have any, oldest first', async () => {
		const listing = new Listing({ perPage: 10, comments: 'oldest first' });
		const posts = [1, 2, 3, 4, 5].map((second) =>
			listing.create(second, { title: `Post ${second}` }),
		);
		const made = [0, 1, 2, 4].map((at, n) => listing.comment(posts[at], 1_000 - n));
		made.push(listing.comment(posts[1], 2_000));
		const items = await shown(listing, { events: ['newComment'] });
		expect(items.map(({ comment_id: id }) => id)).toEqual(
			[made[2], made[1], made[4]].map(({ comment_id: id }) => id),
		);
		expect(items.map(({ postTitle }) => postTitle)).toEqual(['Post 3', 'Post 2', 'Post 2']);
		const ofPosts = [1, 2, 4].map((at) => `/v1/post/${posts[at].feedback_id}/comments`);
		expect(listing.paths).toEqual(['/v1/posts', ...ofPosts]);
	});

	test('none that says no ID, and those first that do not say when they were made', async () => {
		const listing = new Listing({ perPage: 10 });
		const post = listing.create(1);
		listing.comment(post, 5);
		const comments = [
			{ comment_id: 1, created: timeOf(3) },
			{ comment_id: 9, created: 7 },
			{ comment: 'None', created: timeOf(9) },
		];
		listing.before = (request) =>
			request === 2
				? { status: 200, body: JSON.stringify({ status: 'success', data: { comments } }) }
				: undefined;
		const items = await shown(listing, { events: ['newComment'] });
		expect(items.map(({ comment_id: id }) => id)).toEqual([9, 1]);
	});
});

test('several events, in the order of the menu', async () => {
	const listing = new Listing({ perPage: 10 });
	listing.comment(listing.create(1), 5);
	const items = await shown(listing, { events: ['newPost', 'newComment'] });
	expect(items.map(({ event }) => event)).toEqual(['newComment', 'newPost']);
});
