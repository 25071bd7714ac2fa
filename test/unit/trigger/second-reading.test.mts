// What a second reader of the trigger broke, each as a story of polls.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { readCursor } from '../../../nodes/FeedbackTrigger/snapshot/cursor';
import { Snapshot } from '../../../nodes/FeedbackTrigger/snapshot/snapshot';
import { Listing, registration, timeOf } from './listing.mts';
import { clock, listed, slow, watching } from './watching.mts';

const ids = (items: IDataObject[]) => items.map(({ feedback_id: id }) => id);
const commentIds = (items: IDataObject[]) => items.map(({ comment_id: id }) => id);

const LIMITED = {
	status: 429,
	headers: { 'retry-after': '60' },
	body: '{"status":"error","data":{"key":"rate_limit"}}',
};

/** All but the first request are refused. */
function limit(listing: Listing): void {
	let left = 1;
	listing.before = () => (left-- > 0 ? undefined : LIMITED);
}

function commented(listing: Listing, count: number) {
	const post = listing.create(1);
	for (let made = 0; made < count; made++) listing.comment(post, 10 + made);
	return post;
}

async function polls(trigger: ReturnType<typeof watching>, count: number): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let polled = 0; polled < count; polled++) items.push(...(await trigger.poll()));
	return items;
}

describe('after a change of settings, until the list was read to its end, old items do not fire', () => {
	test('posts, where the first poll is cut short by a limit', async () => {
		const listing = listed(50);
		const events = ['newPost', 'postStatusChanged'];
		const trigger = watching(listing, { events, parameters: { postFilters: { type: 'bug' } } });
		await trigger.poll();
		const saved = trigger.memory;
		for (let second = 100; second < 600; second++) listing.create(second);
		expect(await polls(trigger, 5)).toEqual([]);
		limit(listing);
		trigger.choose({ postFilters: {} }, saved);
		expect(await trigger.poll()).toEqual([]);
		listing.before = () => undefined;
		expect(await polls(trigger, 5)).toEqual([]);
		const { feedback_id: id } = listing.create(1_000);
		expect(ids(await trigger.poll())).toEqual([id]);
	});

	test('posts, where an event is added and the service is slow', async () => {
		const listing = listed(50);
		const trigger = watching(listing, { events: ['postStatusChanged'] });
		await trigger.poll();
		const saved = trigger.memory;
		for (let second = 100; second < 600; second++) listing.create(second);
		expect(await polls(trigger, 5)).toEqual([]);
		slow(listing, 12_000);
		trigger.choose({ events: ['newPost', 'postStatusChanged'] }, saved);
		expect(await polls(trigger, 20)).toEqual([]);
		listing.before = () => undefined;
		const { feedback_id: id } = listing.create(1_000);
		expect(ids(await trigger.poll())).toEqual([id]);
	});

	test('votes far down in the list', async () => {
		const listing = listed(300);
		const [deep] = listing.posts.values();
		const parameters = { postFilters: { type: 'bug' } };
		const trigger = watching(listing, { events: ['postVotesChanged'], parameters });
		await trigger.poll();
		const saved = trigger.memory;
		deep.total_sum = 5;
		expect(await polls(trigger, 25)).toEqual([]);
		trigger.choose({ postFilters: {} }, saved);
		expect(await polls(trigger, 25)).toEqual([]);
		deep.total_sum = 6;
		expect(await polls(trigger, 25)).toMatchObject([{ from: 5, to: 6 }]);
	});

	test('comments on a post far down in the list', async () => {
		const listing = listed(300);
		const [deep] = listing.posts.values();
		const parameters = { postFilters: { type: 'bug' } };
		const trigger = watching(listing, { events: ['newComment'], parameters });
		await trigger.poll();
		const saved = trigger.memory;
		for (let made = 0; made < 30; made++) listing.comment(deep, 400 + made);
		expect(await polls(trigger, 25)).toEqual([]);
		trigger.choose({ postFilters: {} }, saved);
		expect(await polls(trigger, 25)).toEqual([]);
		const { comment_id: id } = listing.comment(deep, 500);
		expect(commentIds(await polls(trigger, 25))).toEqual([id]);
	});

	test('replies that the first poll could not read', async () => {
		const listing = listed(3);
		const parameters = { commentFilters: { replies: false } };
		const trigger = watching(listing, { events: ['newComment'], parameters });
		await trigger.poll();
		const saved = trigger.memory;
		for (const post of listing.posts.values()) listing.comment(post, 100, { parent: 1 });
		expect(await polls(trigger, 3)).toEqual([]);
		limit(listing);
		trigger.choose({ commentFilters: {} }, saved);
		expect(await trigger.poll()).toEqual([]);
		listing.before = () => undefined;
		expect(await polls(trigger, 5)).toEqual([]);
	});

	test('a post whose comments are refused does not hold it up', async () => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		const trigger = watching(listing, { events: ['newComment'] });
		await trigger.poll();
		listing.comment(post, 100);
		listing.before = () =>
			listing.paths.at(-1)!.endsWith('/comments')
				? { status: 403, body: '{"status":"error","message":"no"}' }
				: undefined;
		trigger.choose({ events: ['newComment', 'newPost'] });
		for (let polled = 0; polled < 5; polled++) await trigger.poll().catch(() => []);
		const { feedback_id: id } = listing.create(200);
		expect(ids(await trigger.poll())).toEqual([id]);
	});
});

describe('New Comment', () => {
	test('with Re-Deliver After Crash and without replies, old comments do not fire after a restart', async () => {
		const listing = new Listing({ perPage: 100 });
		const post = commented(listing, 5);
		const parameters = { commentFilters: { replies: false }, options: { redeliver: true } };
		const trigger = watching(listing, { events: ['newComment', 'newPost'], parameters });
		expect(await trigger.poll()).toEqual([]);
		listing.comment(post, 100, { parent: 50_000 });
		const { feedback_id: id } = listing.create(101);
		expect(ids(await trigger.poll())).toEqual([id]);
		trigger.restartProcess();
		expect(ids(await trigger.poll())).toEqual([id]);
		const { comment_id: late } = listing.comment(post, 200);
		expect(commentIds(await trigger.poll())).toEqual([late]);
	});

	test.each([1, 3])(
		'of a post that lists %i more than it counts, only the new one fires, and idle polls ask once',
		async (more) => {
			const listing = new Listing({ perPage: 100 });
			const posts = Array.from({ length: 30 }, (_, at) => listing.create(at));
			for (const post of posts) {
				for (let made = 0; made < 5; made++) listing.comment(post, 100 + made);
				post.total_comments -= more;
			}
			const trigger = watching(listing, { events: ['newComment'] });
			await trigger.poll();
			const made = posts.map((post) => listing.comment(post, 200).comment_id);
			expect(commentIds(await polls(trigger, 6))).toEqual(made);
			listing.paths.length = 0;
			expect(await polls(trigger, 10)).toEqual([]);
			expect(listing.paths.filter((path) => path.endsWith('/comments'))).toEqual([]);
		},
	);

	test('of two polls at once, the one that ends later leaves what it has read to the next', async () => {
		const listing = new Listing({ perPage: 100 });
		const post = commented(listing, 5);
		const trigger = watching(listing, { events: ['newComment'] });
		expect(await trigger.poll()).toEqual([]);
		const { comment_id: one } = listing.comment(post, 100);
		const held = Promise.withResolvers<undefined>();
		let reads = 0;
		listing.before = async () => {
			const isFirst = listing.paths.at(-1)!.endsWith('/comments') && ++reads === 1;
			return isFirst ? await held.promise : undefined;
		};
		const both = [trigger.now(), trigger.now()];
		const first = await Promise.race(both.map(async (poll, at) => ({ at, items: await poll })));
		expect(commentIds(first.items)).toEqual([one]);
		const { comment_id: other } = listing.comment(post, 101);
		held.resolve(undefined);
		const later = [...(await both[1 - first.at]), ...(await polls(trigger, 3))];
		expect(commentIds(later)).toEqual([other]);
	});
});

test('with Re-Deliver After Crash, another change after the restart has another ID', async () => {
	const listing = listed(3);
	const [post] = listing.posts.values();
	const parameters = { options: { redeliver: true } };
	const trigger = watching(listing, { events: ['postStatusChanged'], parameters });
	await trigger.poll();
	Object.assign(post, { status: 'planned', updated: timeOf(100) });
	const [first] = await trigger.poll();
	trigger.restartProcess();
	Object.assign(post, { status: 'done', updated: timeOf(101) });
	const [again] = await trigger.poll();
	expect([first, again]).toMatchObject([
		{ from: 'open', to: 'planned' },
		{ from: 'open', to: 'done' },
	]);
	expect(again.eventId).not.toBe(first.eventId);
});

test('one record of the future does not make the snapshot too long to be read', () => {
	const entry = (id: string, at: string) => ({ id, at, values: {} });
	let snapshot = Snapshot.empty([]).with([
		...Array.from({ length: 1_200 }, (_, at) => entry(`post-${at}`, timeOf(at))),
		entry('post-of-2062', '2062-01-01 00:00:00'),
	]);
	for (let at = 10_000; at < 13_000; at++)
		snapshot = snapshot.with([entry(`post-${at}`, timeOf(at))]);
	const stored = {
		...{ v: 1, serial: 1, scope: '', account: '', settings: '', texts: [], latest: '', depth: 0 },
		...{ isComplete: true, isUnordered: false, snapshot: snapshot.encoded() },
	};
	const read = readCursor(stored);
	expect(read?.snapshot.get('post-12999', timeOf(12_999))).toBeDefined();
	expect(read?.snapshot.get('post-of-2062', '2062-01-01 00:00:00')).toBeDefined();
});

test('a date of any length can be stored while a list is read for the first time', async () => {
	const listing = listed(3, { perPage: 1 });
	for (const post of listing.posts.values())
		post.created = `2026-01-01 00:00:00 ${'(UTC) '.repeat(9)}`;
	slow(listing, 20_000);
	const trigger = watching(listing);
	await trigger.poll();
	trigger.restart('init');
	await trigger.poll();
	expect(trigger.logged.filter((message) => message.includes('cannot be read'))).toEqual([]);
	expect(trigger.memory['/v1/posts']).toMatchObject({ isComplete: false });
});

test.each([0, '', 8])(
	'a record with %j as its product_id is news like any other',
	async (product) => {
		const listing = listed(5);
		const trigger = watching(listing);
		await trigger.poll();
		const made = [listing.create(100, { product_id: product as number })];
		const found = ids(await trigger.poll());
		made.push(listing.create(101));
		found.push(...ids(await trigger.poll()));
		expect(found).toEqual(made.map(({ feedback_id: id }) => id));
		expect(trigger.logged).toEqual([]);
	},
);

test.each([null, ''])(
	'the first vote counts from none, which the post says as %j',
	async (none) => {
		const listing = listed(3);
		const [post] = listing.posts.values();
		for (const one of listing.posts.values()) Object.assign(one, { total_sum: none });
		const events = ['postReachedVotes', 'postVotesChanged'];
		const trigger = watching(listing, { events, parameters: { votes: 1 } });
		await trigger.poll();
		Object.assign(post, { total_sum: 1, updated: timeOf(100) });
		const items = await trigger.poll();
		expect(items.map(({ event }) => event).toSorted()).toEqual(events);
	},
);

describe('with durable cursors', () => {
	let workflows = 0;

	/** Each poll has a context of its own, and a copy of what was stored. What a poll that fails has stored is thrown away. */
	function durable(listing: Listing, events: string[], parameters: IDataObject = {}) {
		const workflow = `durable-${workflows++}`;
		const logged: string[] = [];
		const global: IDataObject = {};
		let node: IDataObject = {};
		const poll = async (chosen: string[], budgetMs: number) => {
			await clock.sleep(60_000);
			const copy = structuredClone(node);
			const items = await registration(listing, {
				...{
					parameters: { ...parameters, events: chosen },
					staticData: { node: copy, global },
					logged,
					workflow,
				},
				...{ apiKey: workflow, activationMode: 'update', budgetMs },
			})();
			if (budgetMs < 300_000 || items.length > 0) node = copy;
			return items;
		};
		return {
			logged,
			get memory() {
				return node as Record<string, IDataObject>;
			},
			register: async (chosen = events) => await poll(chosen, 300_000),
			poll: async (chosen = events) => await poll(chosen, 36_000),
		};
	}

	test('that a list comes in no order is logged once', async () => {
		const trigger = durable(listed(500, { shuffled: true }), ['newPost']);
		await trigger.register();
		for (let polled = 0; polled < 10; polled++) await trigger.poll();
		expect(trigger.logged).toHaveLength(1);
	});

	test('a record with an old date is found within 20 polls', async () => {
		const listing = listed(1_500);
		const trigger = durable(listing, ['newPost']);
		await trigger.register();
		await trigger.poll();
		const { feedback_id: old } = listing.create(750);
		const found: unknown[] = [];
		for (let polled = 0; polled < 20; polled++) found.push(...ids(await trigger.poll()));
		expect(found).toEqual([old]);
	});

	test('a list that is refused is named, and keeps no other from being read to its end', async () => {
		const listing = listed(3_000);
		const trigger = durable(listing, ['newPost', 'newEndUser']);
		await trigger.register(['newEndUser']);
		await trigger.poll(['newEndUser']);
		listing.before = async () => {
			if (listing.paths.at(-1) === '/v1/users') return { status: 403, body: '{"status":"error"}' };
			await clock.sleep(6_000);
			return undefined;
		};
		const failures: string[] = [];
		for (let polled = 0; polled < 40; polled++) {
			await trigger.poll().catch((error: Error) => failures.push(error.message));
		}
		expect(trigger.memory['/v1/posts']).toMatchObject({ isComplete: true });
		expect(failures.length).toBeGreaterThan(5);
		expect(failures.every((message) => message.includes('New End-User'))).toBe(true);
	});

	test('a list that is refused beside New Comment is named in the third poll in a row', async () => {
		const listing = listed(3);
		const trigger = durable(listing, ['newComment', 'newEndUser']);
		await trigger.register();
		await trigger.poll();
		listing.before = () =>
			listing.paths.at(-1) === '/v1/users'
				? { status: 403, body: '{"status":"error"}' }
				: undefined;
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow('New End-User');
	});

	test('Re-Deliver After Crash stores nothing, since n8n stores a batch with its execution', async () => {
		const listing = listed(3);
		const trigger = durable(listing, ['newPost'], { options: { redeliver: true } });
		await trigger.register();
		await trigger.poll();
		listing.create(100);
		expect(await trigger.poll()).toHaveLength(1);
		expect(trigger.memory['/v1/posts']).not.toHaveProperty('unconfirmed');
	});
});
