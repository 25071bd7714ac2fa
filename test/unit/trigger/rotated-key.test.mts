// A new key of the same workspace: no item created before is lost, however the first poll with it goes.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import {
	answer,
	emptyOnce,
	limited,
	listed,
	Listing,
	type ListingAnswer,
	refusal,
} from './listing.mts';
import { begun, commented, commentIds, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

/** End-users of which no record says its workspace, and a trigger that knows them. */
async function nobodySaysWhose(count = 50) {
	const listing = new Listing({ perPage: 100, product: undefined });
	for (let at = 0; at < count; at++) listing.join(at);
	const trigger = await begun(listing, 'newEndUser');
	const join = (joining: number) =>
		Array.from({ length: joining }, (_, at) => listing.join(1_000 + at).user_id);
	return { listing, trigger, join };
}

const users = (items: ReadonlyArray<{ user_id?: unknown }>) =>
	items.map(({ user_id: id }) => Number(id)).toSorted((a, b) => a - b);

test.each([1, 99, 100, 101, 250, 2_400])(
	'%i new records all fire, each once, with the first poll of the new key',
	async (count) => {
		const { trigger, join } = await nobodySaysWhose();
		const joined = join(count);
		trigger.move({ apiKey: randomUUID() });
		expect(users(await trigger.poll())).toEqual(joined);
		expect(await trigger.polls(25)).toEqual([]);
	},
);

test('10,000 new records all fire, each once', async () => {
	const { trigger, join } = await nobodySaysWhose();
	const joined = join(10_000);
	trigger.move({ apiKey: randomUUID() });
	expect(users(await trigger.polls(25))).toEqual(joined);
});

test('the first poll of the new key delivers new comments, too', async () => {
	const { listing, posts, poll, move } = await commented([2, 2]);
	const { comment_id: id } = listing.comment(posts[0], 5_000);
	move(randomUUID());
	expect(commentIds(await poll())).toEqual([id]);
});

test('the first poll of the new key requests one page more, and no other poll does', async () => {
	const listing = listed(50, { product: undefined });
	const trigger = await begun(listing);
	const asked: number[] = [];
	const poll = async () => {
		listing.requests.length = 0;
		expect(await trigger.poll()).toEqual([]);
		asked.push(listing.requests.length);
	};
	await poll();
	trigger.move({ apiKey: randomUUID() });
	await poll();
	await poll();
	expect(asked).toEqual([1, 2, 1]);
});

test.each<[string, () => ListingAnswer | Promise<never>]>([
	['meets the rate limit', () => limited(60)],
	['is refused', () => refusal(500)],
	['says that the key is missing', () => refusal(401)],
	['is never answered', async () => await new Promise<never>(() => undefined)],
])(
	'where the second page %s, nothing is decided or stored, the third poll says so, and then all fire',
	async (_how, fails) => {
		const { listing, trigger, join } = await nobodySaysWhose();
		const joined = join(101);
		trigger.move({ apiKey: randomUUID() });
		const stored = trigger.memory;
		listing.before = () => (listing.requests.at(-1)!.get('page') === '1' ? fails() : undefined);
		for (let polls = 0; polls < 2; polls++)
			expect(await trigger.poll().catch(() => [])).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow('New End-User');
		expect(trigger.memory).toEqual(stored);
		answer(listing);
		expect(users(await trigger.poll())).toEqual(joined);
		expect(await trigger.polls(25)).toEqual([]);
	},
);

test('beside a list that says its workspace, the other one fails in the third poll, and both lose nothing', async () => {
	const listing = new Listing({ perPage: 100 });
	for (let at = 0; at < 50; at++) Object.assign(listing.join(at), { product_id: undefined });
	for (let at = 0; at < 50; at++) listing.create(at);
	const trigger = await begun(listing, ['newEndUser', 'newPost']);
	for (let at = 0; at < 150; at++) {
		Object.assign(listing.join(1_000 + at), { product_id: undefined });
		listing.create(1_000 + at);
	}
	trigger.move({ apiKey: randomUUID() });
	listing.before = () =>
		listing.paths.at(-1) === '/v1/users' && listing.requests.at(-1)!.get('page') === '1'
			? refusal(500)
			: undefined;
	expect(await trigger.poll()).toHaveLength(150);
	expect(await trigger.poll()).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow('New End-User');
	answer(listing);
	expect(users(await trigger.poll())).toHaveLength(150);
});

test.each([0, 30, 101, 2_600])(
	'a key of another workspace with %i records that say no workspace fires nothing that was there',
	async (count) => {
		const { listing, trigger } = await nobodySaysWhose();
		listing.people.clear();
		for (let at = 0; at < count; at++) listing.join(100 + at);
		trigger.move({ apiKey: randomUUID() });
		expect(await trigger.polls(3)).toEqual([]);
		const { user_id: id } = listing.join(100_000);
		expect(users(await trigger.poll())).toEqual([id]);
	},
);

test('what changed meanwhile fires, too, where no first page has a known record', async () => {
	const listing = new Listing({ perPage: 10, product: undefined });
	const [old] = Array.from({ length: 20 }, (_, at) => listing.create(at));
	const trigger = watching(listing, { events: ['postStatusChanged', 'newPost'] });
	await trigger.poll();
	const created = listing.createMany(35);
	Object.assign(old, { status: 'planned' });
	trigger.move({ apiKey: randomUUID() });
	await time.sleep(1);
	const items = await trigger.polls(25);
	expect(items.filter(({ event }) => event === 'newPost')).toHaveLength(created.length);
	expect(items.filter(({ event }) => event === 'postStatusChanged')).toHaveLength(1);
});

describe('a page that is empty by mistake in the first poll of a new key', () => {
	test.each([
		[101, 0, undefined],
		[101, 1, undefined],
		[250, 2, undefined],
		[101, 0, true],
		[101, 1, true],
		[250, 2, true],
	])('loses none of %i new records: page %i, has_more %s', async (count, page, more) => {
		const { listing, trigger, join } = await nobodySaysWhose();
		const joined = join(count);
		trigger.move({ apiKey: randomUUID() });
		emptyOnce(listing, page, more);
		const fired: Array<{ user_id?: unknown }> = [];
		for (let polls = 0; polls < 25; polls++) fired.push(...(await trigger.poll().catch(() => [])));
		expect(users(fired)).toEqual(joined);
	});

	test.each([
		['without', undefined],
		['with', 8],
	])(
		'fires nothing that was there in another workspace: %s a product_id',
		async (_what, product) => {
			const listing = new Listing({ perPage: 100, product: product && 7 });
			for (let at = 0; at < 5; at++) listing.join(at);
			const trigger = await begun(listing, 'newEndUser');
			listing.people.clear();
			listing.settings.product = product;
			for (let at = 0; at < 30; at++) listing.join(100 + at);
			trigger.move({ apiKey: randomUUID() });
			emptyOnce(listing, 0);
			expect(await trigger.polls(3)).toEqual([]);
			const { user_id: id } = listing.join(100_000);
			expect(users(await trigger.poll())).toEqual([id]);
		},
	);
});
