// Existing Items: what the first activation delivers, and that nothing of it comes again.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { answer, limited, listed, refusal, refuse, refusePage, slow } from './listing.mts';
import { durablePolling, eventsOf, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const options = { existingItems: 'newest' };

test.each([
	[0, 100],
	[1, 100],
	[99, 100],
	[100, 100],
	[101, 100],
	[450, 100],
	[250, 30],
])(
	'of %i posts the newest 100 are delivered, %i a page, oldest first, each once',
	async (posts, perPage) => {
		const listing = listed(posts, { perPage });
		const trigger = watching(listing, { options });
		const newest = [...listing.posts.keys()].slice(-100);
		const items = await trigger.poll();
		expect(ids(items)).toEqual(newest);
		expect(items.map(({ eventId }) => eventId)).toEqual(newest.map((id) => `newPost:${id}`));
		expect(await trigger.polls(25)).toEqual([]);
		const { feedback_id: id } = listing.create(10_000);
		expect(ids(await trigger.poll())).toEqual([id]);
	},
);

test.each([
	[250, 100],
	[450, 30],
	[2_000, 100],
])(
	'of %i posts the newest 100 are delivered where the oldest come first, %i a page',
	async (posts, perPage) => {
		const listing = listed(posts, { perPage });
		listing.inOrder = () => [...listing.posts.values()];
		const trigger = watching(listing, { options });
		expect(ids(await trigger.poll())).toEqual([...listing.posts.keys()].slice(-100));
		expect(await trigger.polls(25)).toEqual([]);
	},
);

test('each event of new records has its own, and an event of changes has none', async () => {
	const listing = listed(150);
	for (const post of listing.posts.values()) {
		post.total_sum = 50;
		listing.comment(post, 5_000);
	}
	for (let at = 0; at < 150; at++) listing.join(at);
	const events = [
		'newPost',
		'newEndUser',
		'newComment',
		'postChanged',
		'postDeleted',
		'postReachedVoteThreshold',
		'postGainingTraction',
		'endUserChanged',
		'endUserDeleted',
	];
	const trigger = watching(listing, { events, options });
	const found = eventsOf(await trigger.poll());
	expect(found).toEqual([
		...Array.from({ length: 100 }, () => 'newEndUser'),
		...Array.from({ length: 100 }, () => 'newPost'),
	]);
	expect(await trigger.polls(25)).toEqual([]);
});

test('filters hold for existing items, and the newest 100 that match are delivered', async () => {
	const listing = listed(300);
	const posts = [...listing.posts.values()];
	for (const post of posts.slice(0, 150)) post.status = 'planned';
	const trigger = watching(listing, { options, postFilters: { filter: 'planned' } });
	expect(ids(await trigger.poll())).toEqual(posts.slice(50, 150).map(({ feedback_id: id }) => id));
});

test.each<[string, (trigger: ReturnType<typeof watching>) => void]>([
	['a restart', (trigger) => trigger.restartProcess()],
	['another publish', (trigger) => trigger.restart('activate')],
	['a new event', (trigger) => trigger.choose({ events: ['newPost', 'newEndUser'] })],
	['another filter', (trigger) => trigger.choose({ postFilters: { filter: 'open' } })],
	['another segment', (trigger) => trigger.choose({ postFilters: { segment: 'pro' } })],
	['the option that is turned on later', (trigger) => trigger.choose({ options })],
])('%s delivers none of them again', async (what, happens) => {
	const listing = listed(150);
	for (let at = 0; at < 150; at++) listing.join(at);
	const trigger = watching(listing, what.includes('later') ? {} : { options });
	expect(await trigger.poll()).toHaveLength(what.includes('later') ? 0 : 100);
	happens(trigger);
	expect(await trigger.polls(25)).toEqual([]);
});

test('without it, existing items are ignored', async () => {
	for (const existingItems of ['ignore', undefined]) {
		const trigger = watching(listed(50), { options: { existingItems } });
		expect(await trigger.polls(3)).toEqual([]);
	}
});

test('where the first reading takes several polls, they come with the first one', async () => {
	const listing = listed(900);
	const trigger = watching(listing, { options });
	slow(listing, 12_000);
	expect(await trigger.poll()).toHaveLength(100);
	expect(await trigger.polls(30)).toEqual([]);
});

test.each([refusal(500), limited(5)])(
	'where a later page of them fails, those above are delivered, and the others never: %o',
	async (how) => {
		const listing = listed(150, { perPage: 20 });
		const trigger = watching(listing, { options });
		refusePage(listing, 2, how);
		expect(ids(await trigger.poll())).toEqual([...listing.posts.keys()].slice(-40));
		answer(listing);
		expect(await trigger.polls(30)).toEqual([]);
	},
);

test('where a list cannot be read, the activation fails, and all come once it can', async () => {
	const listing = listed(5);
	const trigger = watching(listing, { events: ['newPost', 'newEndUser'], options });
	listing.join(1);
	refuse(listing, '/v1/users', refusal(403));
	await expect(trigger.poll()).rejects.toThrow('New End-User');
	listing.before = () => undefined;
	expect(eventsOf(await trigger.poll())).toEqual([
		'newEndUser',
		...Array<string>(5).fill('newPost'),
	]);
	expect(await trigger.polls(3)).toEqual([]);
});

test('a service that answers each page with the same records delivers each once', async () => {
	const listing = listed(10);
	const page = listing.page.bind(listing);
	listing.page = () => page(new URLSearchParams({ page: '0' }));
	expect(await watching(listing, { options }).poll()).toHaveLength(10);
});

test('with durable cursors they come once, and nothing between the two polls of the start is lost', async () => {
	const listing = listed(5);
	const trigger = durablePolling(listing, { events: ['newPost'], options });
	expect(await trigger.register()).toHaveLength(5);
	const { feedback_id: id } = listing.create(1_000);
	expect(ids(await trigger.poll())).toEqual([id]);
	expect(await trigger.poll()).toEqual([]);
});
