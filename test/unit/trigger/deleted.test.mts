// Post Deleted and End-User Deleted: what no page shows any more is asked for, and fires on a 404 of the service alone.
import { describe, expect, test, vi } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { expectFigure } from '../../figures.mts';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import {
	limit,
	limited,
	listed,
	type Listing,
	refusal,
	refusePage,
	slow,
	timeOf,
} from './listing.mts';
import { eventsOf, watching } from './n8n.mts';

const event = 'postDeleted';
/** Polls within which a deletion is found in a quiet list of up to 2,000 records: one and a half rounds of the audit. */
const ROUND = 30;
/** As many pages as of a tenth of the posts, to which the service answers faster. */
const byTen = { perPage: 10 };

ownTimeAndChanceInEachTest();

async function begun(listing: Listing, parameters: object = {}) {
	const trigger = watching(listing, { events: [event], ...parameters });
	const posts = [...listing.posts.values()];
	expect(await trigger.polls(ROUND)).toEqual([]);
	return Object.assign(trigger, { posts, asked: () => askedSince(listing) });
}

/** What was asked for by its ID since this was called last. */
function askedSince(listing: Listing): string[] {
	const single = listing.paths.filter((path) => /^\/v1\/(?:post|user)\/[^/]+$/.test(path));
	listing.paths.length = 0;
	listing.requests.length = 0;
	return single;
}

/** From now on a request for one thing is answered with this. */
const answerSingle = (
	listing: Listing,
	answer?: { status: number; body: string },
	one = /^\/v1\/(?:post|user)\//,
) => {
	listing.before = () => (one.test(listing.paths.at(-1)!) ? answer : undefined);
};

test('docs/trigger.md says how soon', async () => {
	const says = /Deletions fire within (\S+) minutes,/;
	await expectFigure({ page: 'docs/trigger.md', says, is: () => [ROUND] });
});

describe('one post of five pages that is deleted', () => {
	test.each([
		[0, 0],
		[4, 9],
		[10, 25],
		[16, 40],
		[21, 49],
	])(
		'fires once within 30 polls, %i polls after a round began, in place %i from the end',
		async (polls, place) => {
			const listing = listed(50, byTen);
			const { posts, ...trigger } = await begun(listing);
			await trigger.polls(polls);
			const { feedback_id: id } = posts[place];
			listing.delete(posts[place]);
			expect(await trigger.polls(ROUND)).toEqual([
				{
					event,
					feedback_id: id,
					foundAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
					eventId: expect.stringMatching(`^postDeleted:${id}:`) as string,
				},
			]);
			expect(await trigger.polls(2 * ROUND)).toEqual([]);
			// And one that a page shows.
			const asked = trigger.asked();
			expect(asked.filter((path) => path === `/v1/post/${id}`)).toHaveLength(1);
			expect(asked.length).toBeLessThanOrEqual(2);
		},
	);

	test.each([12_345_678, 123_456_789, 9_876_543_210])('fires for the ID %i', async (id) => {
		const listing = listed(3);
		const post = listing.create(5, { feedback_id: id });
		const { poll } = await begun(listing);
		listing.delete(post);
		expect(await poll()).toMatchObject([{ feedback_id: id }]);
	});

	test('with Simplify off, says no more than is known, and when by the clock of the machine', async () => {
		const listing = listed(3);
		const { posts, poll } = await begun(listing, { simplify: false });
		listing.delete(posts[1]);
		vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 1, 2, 3) });
		const [item] = await poll();
		vi.useRealTimers();
		expect(item.foundAt).toBe('2031-02-02T03:00:00.000Z');
		expect(Object.keys(item)).toEqual(['event', 'feedback_id', 'foundAt', 'eventId']);
	});

	test('fires under the same eventId after a crash, and under another one when it is deleted again', async () => {
		const listing = listed(3);
		const { posts, ...trigger } = await begun(listing);
		const saved = trigger.memory;
		listing.delete(posts[1]);
		const [first] = await trigger.poll();
		trigger.restart('init', saved);
		expect(await trigger.poll()).toMatchObject([{ eventId: first.eventId }]);
		listing.revive(posts[1]);
		expect(await trigger.polls(3)).toEqual([]);
		listing.delete(posts[1]);
		const [again] = await trigger.poll();
		expect(again.feedback_id).toEqual(first.feedback_id);
		expect(again.eventId).not.toEqual(first.eventId);
	});
});

test('posts and end-users share the three requests of a poll', async () => {
	const listing = listed(20);
	for (let second = 0; second < 20; second++) listing.join(second);
	const people = [...listing.people.values()];
	const trigger = await begun(listing, { events: [event, 'endUserDeleted'] });
	for (const post of trigger.posts.slice(0, 4)) listing.delete(post);
	for (const person of people.slice(0, 4)) listing.leave(person);
	const found = [];
	for (let polls = 0; polls < ROUND; polls++) {
		trigger.asked();
		found.push(...(await trigger.poll()));
		expect(trigger.asked().length).toBeLessThanOrEqual(5);
	}
	expect(eventsOf(found)).toEqual([
		...Array.from({ length: 4 }, () => 'endUserDeleted'),
		...Array.from({ length: 4 }, () => event),
	]);
	// As its description says.
	const gone = found.find((item) => item.event === 'endUserDeleted')!;
	expect(Object.keys(gone)).toEqual(['event', 'user_id', 'foundAt', 'eventId']);
	const { description } = events.find(({ value }) => value === gone.event)!;
	expect(description).toBe('Fires once for each end-user who is deleted, with the ID');
});

test('a post fires that the pages missed by mistake, and that is deleted before one shows it', async () => {
	const listing = listed(30, byTen);
	const { posts, ...trigger } = await begun(listing);
	const [post] = posts;
	listing.delete(post);
	answerSingle(listing, {
		status: 200,
		body: JSON.stringify({ status: 'success', data: { feedback_id: post.feedback_id } }),
	});
	let polls = 0;
	while (trigger.asked().length === 0 && polls++ < ROUND) expect(await trigger.poll()).toEqual([]);
	answerSingle(listing);
	expect(eventsOf(await trigger.polls(2 * ROUND))).toEqual([event]);
});

describe('nothing fires', () => {
	test('for a post that the service still has: it is asked for twice, until a page shows it again', async () => {
		const listing = listed(30, byTen);
		const { posts, ...trigger } = await begun(listing, { events: [event, 'postStatusChanged'] });
		const [post] = posts;
		listing.delete(post);
		answerSingle(listing, {
			status: 200,
			body: JSON.stringify({ status: 'success', data: { feedback_id: 100 } }),
		});
		expect(await trigger.polls(5 * ROUND)).toEqual([]);
		expect(trigger.asked()).toHaveLength(2);
		answerSingle(listing);
		listing.revive(Object.assign(post, { status: 'planned' }));
		expect(await trigger.polls(ROUND)).toMatchObject([{ from: 'open', to: 'planned' }]);
		listing.delete(post);
		expect(eventsOf(await trigger.polls(ROUND))).toEqual([event]);
	});

	test.each([
		['a failure of the service', refusal(500)],
		['a proxy that knows no such page', { status: 404, body: '<html>Not found</html>' }],
		['a 404 for each post, also for those that a page has just shown', refusal(404)],
		['a missing permission for each post', refusal(403)],
		[
			'a success that says not found',
			{ status: 200, body: '{"status":"error","data":{"key":"not_found"}}' },
		],
	])(
		'for %s: it is asked for again, other events fire, and the third poll says so',
		async (what, answer) => {
			const listing = listed(3);
			const trigger = await begun(listing, { events: ['newPost', event, 'newComment'] });
			const [, { feedback_id: gone }] = trigger.posts;
			listing.delete(trigger.posts[1]);
			const one = what.includes('each post') ? undefined : new RegExp(`/post/${gone}$`);
			answerSingle(listing, answer, one);
			listing.create(1_000);
			expect(eventsOf(await trigger.poll())).toEqual(['newPost']);
			expect(await trigger.poll()).toEqual([]);
			listing.create(1_001);
			const said = await trigger.poll().catch((error: Error) => error.message);
			expect(said).toMatch(/Post Deleted/);
			expect(said).not.toMatch(/New Post|New Comment/);
			// What that poll found comes with the next one.
			expect(eventsOf(await trigger.poll())).toEqual(['newPost']);
			expect(trigger.asked().length).toBeGreaterThanOrEqual(4);
			answerSingle(listing);
			expect(eventsOf(await trigger.poll())).toEqual([event]);
		},
	);

	test.each([
		['hides it', refusal(403)],
		['refuses its ID', refusal(400)],
		[
			'says 404 for another reason',
			{ status: 404, body: '{"status":"error","data":{"key":"forbidden"}}' },
		],
		[
			'says not found under another status',
			{ status: 400, body: '{"status":"error","data":{"key":"not_found"}}' },
		],
	])(
		'for a post where the service %s: the log names it once, and it is not requested again',
		async (_what, answer) => {
			const listing = listed(3);
			const trigger = await begun(listing, { events: ['newPost', event] });
			const [, { feedback_id: gone }, other] = trigger.posts;
			listing.delete(trigger.posts[1]);
			answerSingle(listing, answer, new RegExp(`/post/${gone}$`));
			expect(await trigger.polls(2 * ROUND)).toEqual([]);
			expect(trigger.asked().filter((path) => path.endsWith(`/${gone}`))).toHaveLength(1);
			expect(trigger.logged).toEqual([
				expect.stringMatching(
					`^Not requested again, as the service does not say whether it was deleted: .*[^.] \\(post ${gone}\\)$`,
				),
			]);
			listing.delete(other);
			expect(await trigger.poll()).toMatchObject([{ feedback_id: other.feedback_id }]);
		},
	);

	test('for a post whose request fails, which the third poll names, and others fire meanwhile', async () => {
		const listing = listed(9);
		const trigger = await begun(listing);
		const [first, second, third] = trigger.posts;
		for (const post of [first, second, third]) listing.delete(post);
		answerSingle(listing, refusal(500), new RegExp(`/post/${first.feedback_id}$`));
		const found: unknown[] = [];
		const said: string[] = [];
		for (let polls = 0; polls < 8; polls++) {
			const items = await trigger.poll().catch((error: Error) => {
				said.push(error.message);
				return [];
			});
			found.push(...items.map(({ feedback_id: id }) => id));
		}
		expect(found.toSorted()).toEqual([second.feedback_id, third.feedback_id]);
		expect(said).toHaveLength(1);
		expect(said[0]).toMatch(`(post ${first.feedback_id})`);
	});

	test('where no answer comes in time, which the third poll says', async () => {
		const listing = listed(3);
		const trigger = await begun(listing);
		listing.delete(trigger.posts[1]);
		answerSingle(listing, limited(60));
		await trigger.polls(2);
		await expect(trigger.poll()).rejects.toThrow('rate limit');
		answerSingle(listing);
		expect(eventsOf(await trigger.poll())).toEqual([event]);
	});

	test('for a list that is empty for some polls', async () => {
		const listing = listed(50, byTen);
		const { posts, ...trigger } = await begun(listing);
		for (const post of posts) listing.delete(post);
		expect(await trigger.polls(ROUND)).toEqual([]);
		expect(trigger.asked()).toEqual([]);
	});

	test('for a post with a field of the name foundAt', async () => {
		const listing = listed(3);
		const trigger = await begun(listing);
		Object.assign(listing.create(1_000), { foundAt: 'a fair' });
		Object.assign(trigger.posts[0], { foundAt: 'a fair', updated: timeOf(1_001) });
		expect(await trigger.polls(3)).toEqual([]);
	});

	test('for changes, and an event that is added before it was found to be deleted changes nothing', async () => {
		const listing = listed(30);
		const trigger = await begun(listing);
		listing.delete(trigger.posts[1]);
		trigger.choose({ events: [event, 'postChanged', 'postGainingTraction'] });
		expect(eventsOf(await trigger.polls(3))).toEqual([event]);
		listing.revive(trigger.posts[1]);
		expect(await trigger.polls(3)).toEqual([]);
	});

	test.each<[string, (trigger: ReturnType<typeof watching>) => void]>([
		['before the event was added', (trigger) => trigger.choose({ events: ['newPost', event] })],
		['and only another key had met', (trigger) => trigger.move({ apiKey: 'rotated' })],
	])('for what was deleted %s, and what is deleted later fires', async (what, change) => {
		const listing = listed(30);
		const trigger = await begun(listing, what.includes('key') ? {} : { events: ['newPost'] });
		listing.delete(trigger.posts[1]);
		change(trigger);
		expect(await trigger.polls(ROUND)).toEqual([]);
		expect(trigger.asked()).toEqual([]);
		listing.delete(trigger.posts[2]);
		expect(await trigger.poll()).toMatchObject([{ event, feedback_id: 102 }]);
	});

	test.each(['16 digits', '19 digits', 'text'] as const)('for IDs of %s', async (ids) => {
		const listing = listed(30, { ids });
		const trigger = await begun(listing);
		listing.delete(trigger.posts[1]);
		expect(await trigger.polls(ROUND)).toEqual([]);
		expect(trigger.asked()).toEqual([]);
	});
});

/** Polls once a day. */
async function days(trigger: ReturnType<typeof watching>, count: number) {
	const items = [];
	for (let day = 0; day < count; day++) {
		await time.sleep(24 * 3_600_000);
		items.push(...(await trigger.now()));
	}
	return items;
}

test.each<[string, number, (listing: Listing) => void]>([
	['1 second a page', 30, (listing) => slow(listing, 1_000)],
	['2 seconds a page', 20, (listing) => slow(listing, 2_000)],
	['20 requests a minute', 30, (listing) => limit(listing, 20)],
	['3 requests a minute', 5, (listing) => limit(listing, 3)],
	['3 requests a minute', 2, (listing) => limit(listing, 3)],
	['3 requests a minute', 1, (listing) => limit(listing, 3)],
	['4 requests a minute', 5, (listing) => limit(listing, 4)],
])(
	'where a poll a day cannot read all that is due, for %s and %i pages, a deletion fires',
	async (_what, pages, hamper) => {
		const listing = listed(10 * pages, byTen);
		const trigger = watching(listing, { events: [event] });
		await days(trigger, 1);
		hamper(listing);
		expect(await days(trigger, 10)).toEqual([]);
		const [post] = listing.posts.values();
		listing.delete(post);
		expect(await days(trigger, 20)).toMatchObject([{ feedback_id: post.feedback_id }]);
		expect(trigger.logged).toEqual([]);
	},
);

test.each([1, 60])(
	'while an older page never answers, a deletion fires, with a poll every %i minutes',
	async (minutes) => {
		const listing = listed(50, byTen);
		const { posts, ...trigger } = await begun(listing, { events: ['newPost', event] });
		refusePage(listing, 3, new Promise<never>(() => undefined));
		listing.delete(posts[45]);
		const fired: unknown[] = [];
		for (let minute = 0; minute < 60 * 6; minute += minutes) {
			await time.sleep(minutes * 60_000);
			fired.push(...eventsOf(await trigger.now().catch(() => [])));
		}
		expect(fired).toEqual([event]);
	},
);

test.each([5, 6, 7, 8])(
	'so it does with %i requests a poll, which the older pages of posts would use up',
	async (requests) => {
		const listing = listed(50, byTen);
		for (const at of [1, 2]) listing.join(at);
		const events = ['postChanged', 'endUserChanged', 'endUserDeleted'];
		const trigger = watching(listing, { events });
		await days(trigger, 1);
		limit(listing, requests);
		const [user] = listing.people.values();
		listing.leave(user);
		const fired: unknown[] = [];
		// A poll that says that the service limits it delivers nothing.
		for (let day = 0; day < 30; day++)
			fired.push(...eventsOf(await days(trigger, 1).catch(() => [])));
		expect(fired).toEqual(['endUserDeleted']);
	},
);

test.each([
	[2, 2],
	[30, 1],
	[100, 1],
	[101, 2],
])('of %i deletions at once, all fire within %i polls of a day', async (count, polls) => {
	const listing = listed(count + 5);
	const trigger = watching(listing, { events: [event] });
	await days(trigger, 3);
	for (const post of [...listing.posts.values()].slice(0, count)) listing.delete(post);
	const found: number[] = [];
	for (let day = 0; day < 5; day++) found.push((await days(trigger, 1)).length);
	const fired = found.filter((length) => length > 0);
	expect(fired.reduce((all, one) => all + one, 0)).toBe(count);
	expect(fired.length).toBeLessThanOrEqual(polls);
});

test.each([0.1, 1, 2])(
	'with %d new posts a minute, none that moves to a later page is asked for, also after n8n started again',
	async (created) => {
		const listing = listed(200, byTen);
		const trigger = await begun(listing);
		trigger.asked();
		for (let polls = 1; polls <= 120; polls++) {
			if (polls === 60) trigger.restartProcess();
			const more = Math.floor(polls * created) - Math.floor((polls - 1) * created);
			listing.createMany(more, 10_000 + polls);
			await trigger.poll();
		}
		expect(trigger.asked()).toEqual([]);
	},
);

test('under Post Filters, a post fires if it matched when it was met last', async () => {
	const listing = listed(6);
	const { posts, ...trigger } = await begun(listing, { postFilters: { filter: 'planned' } });
	for (const post of posts.slice(0, 3)) {
		Object.assign(post, { status: 'planned', updated: timeOf(1_000) });
	}
	await trigger.poll();
	Object.assign(posts[0], { status: 'open', updated: timeOf(1_001) });
	await trigger.poll();
	for (const post of [posts[0], posts[1], posts[5]]) listing.delete(post);
	expect(await trigger.polls(3)).toMatchObject([{ feedback_id: 101 }]);
});

test('a segment is refused as a filter', async () => {
	const parameters = { postFilters: { segment: 'pro' } };
	const trigger = watching(listed(3), { events: ['newPost', event], ...parameters });
	await expect(trigger.poll()).rejects.toThrow("'Segment' cannot be used with Post Deleted");
});
