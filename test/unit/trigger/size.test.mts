// Rows S14 and E11: what is remembered, and what is held, stays small, whatever happens, and forgetting repeats nothing.
import type { IDataObject } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ids } from '../../../nodes/FeedbackTrigger/keeping';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import { StaticData } from '../n8n-context.mts';
import { noChance } from './elapsing.mts';
import { type IdForm, idForms, Listing, registration, timeOf } from './listing.mts';

beforeEach(noChance);

const newPosts = { events: ['newPost'] };
/** Of a service that puts more on a page than it is asked for: to the memory it is all one, and reading takes less time. */
const largePages = { perPage: 1_000 };
const KB = 1024;
const sizeOf = (data: StaticData) => JSON.stringify(data.node).length;

/**
 * A trigger that remembers 100,000 posts, with so much room between their ids, as 200 polls have told them. The oldest
 * are deleted, so that the listing stays small.
 */
async function after100_000(gap: () => number) {
	const listing = new Listing({ perPage: 25 });
	const staticData = new StaticData();
	const poll = registration(listing, { parameters: newPosts, staticData });
	await poll();
	let id = 1_000_000;
	let seen = Seen.none(ids);
	for (let round = 0; round < 200; round++) {
		const batch = Array.from({ length: 500 }, () => ({
			id: String((id += gap())),
			print: '',
			at: timeOf(round),
		}));
		seen = seen.with(batch);
	}
	staticData.node.newPost = {
		...(staticData.node.newPost as IDataObject),
		seen: seen.encoded(),
	};
	let largest = sizeOf(staticData);
	/** Polls of 20 new posts each: each of them comes once. */
	const goOn = async (polls: number) => {
		for (let round = 0; round < polls; round++) {
			const created = Array.from({ length: 20 }, () =>
				listing.create(200 + round, { feedback_id: (id += gap()) }),
			);
			const told = (await poll()).map((item) => item.feedback_id);
			expect(told).toEqual(created.map((post) => post.feedback_id));
			largest = Math.max(largest, sizeOf(staticData));
			for (const old of [...listing.posts.keys()].slice(0, -50)) listing.posts.delete(old);
		}
		return largest;
	};
	return { listing, poll, goOn };
}

describe('S14: the memory of New Post after 100,000 posts', () => {
	test('ids in a row take next to nothing', async () => {
		const { goOn } = await after100_000(() => 1);
		expect(await goOn(50)).toBeLessThan(KB);
	});

	test('ids far apart stay under 32 KB, and none comes twice', async () => {
		let step = 0;
		const { listing, poll, goOn } = await after100_000(() => 2 + ((step++ * 7919) % 5_000));
		const largest = await goOn(50);
		expect(largest).toBeLessThan(32 * KB);
		expect(largest).toBeGreaterThan(20 * KB);
		// One that was forgotten long ago shows again.
		listing.create(1, { feedback_id: 1_000_002 });
		expect(await poll()).toEqual([]);
	});
});

describe('ids of any form', () => {
	async function baseline(form: IdForm, count: number) {
		const listing = new Listing({ perPage: 100, ids: form });
		for (let made = 0; made < count; made++) listing.create(made);
		const staticData = new StaticData();
		const parameters = { events: ['newPost', 'postChanged'] };
		const poll = registration(listing, { parameters, staticData });
		while (JSON.stringify(staticData.node).match(/"(?:owed|baseline)":/) !== null || count > 0) {
			expect(await poll()).toEqual([]);
			count = 0;
		}
		return { listing, staticData, poll };
	}

	test.each(idForms)('%s: of 600 posts, none is delivered by 30 idle polls', async (form) => {
		const { poll } = await baseline(form, 600);
		for (let polls = 0; polls < 30; polls++) expect(await poll()).toEqual([]);
	});

	test.each(idForms)(
		'%s: after 6,000 posts, new ones come once, and old ones never',
		async (form) => {
			const { listing, staticData, poll } = await baseline(form, 6_000);
			// Each of three stretches is looked through once.
			for (let polls = 0; polls < 65; polls++) {
				const { feedback_id: id } = listing.create(10_000 + polls);
				const delivered = await poll();
				expect(delivered.map((item) => listing.numberOf(item.feedback_id))).toEqual([id]);
			}
			expect(JSON.stringify(staticData.node.newPost).length).toBeLessThan(32 * KB);
			expect(JSON.stringify(staticData.node.postChanged).length).toBeLessThan(256 * KB);
		},
	);

	test.each(idForms)('%s: ids that do not rise are new, far apart or not', async (form) => {
		const listing = new Listing({ perPage: 100, ids: form });
		const random = (at: number) => ((at * 7_919_777) % 1_000_003) * 1_009 + 1;
		for (let at = 0; at < 7_000; at++) listing.create(at, { feedback_id: random(at) });
		const poll = registration(listing, {
			parameters: newPosts,
			staticData: new StaticData(),
		});
		for (let polls = 0; polls < 3; polls++) expect(await poll()).toEqual([]);
		for (let at = 7_000; at < 7_040; at++) {
			listing.create(at, { feedback_id: random(at) });
			const delivered = await poll();
			expect(delivered.map((item) => listing.numberOf(item.feedback_id))).toEqual([random(at)]);
		}
	});
});

describe('S14: the memory of Post Changed', () => {
	async function watching(count: number, gap: number) {
		const listing = new Listing(largePages);
		for (let made = 0; made < count; made++) {
			listing.create(made, { feedback_id: 1_000_000 + made * gap });
		}
		const staticData = new StaticData();
		const parameters = { events: ['postChanged'] };
		const poll = registration(listing, { parameters, staticData, workflow: `size ${count}` });
		for (let polls = 0; polls < 4; polls++) await poll();
		return { listing, staticData, poll };
	}

	test('stays under 256 KB with 10,000 posts, each of them watched', async () => {
		const { listing, staticData, poll } = await watching(10_000, 3);
		expect(sizeOf(staticData)).toBeLessThan(256 * KB);
		const [oldest] = listing.posts.values();
		Object.assign(oldest, { title: 'Another', updated: '2099-01-01 00:00:00' });
		expect(await poll()).toMatchObject([{ changedFields: ['title'] }]);
	});

	test('stays under 256 KB with 20,000, of which the newest are watched', async () => {
		const { listing, staticData, poll } = await watching(20_000, 1_000);
		expect(sizeOf(staticData)).toBeLessThan(256 * KB);
		const posts = [...listing.posts.values()];
		for (const post of [posts[0], posts[19_999]]) {
			Object.assign(post, { title: 'Another', updated: '2099-01-01 00:00:00' });
		}
		const told = (await poll()).map(({ feedback_id: id }: IDataObject) => id);
		expect(told).toEqual([posts[19_999].feedback_id]);
		// A change of one that is no longer watched does not make the polls to come longer.
		const asked = listing.requests.length;
		await poll();
		expect(listing.requests.length - asked).toBe(1);
	});
});

describe('S14: the memory of the other events of posts', () => {
	const watched = ['postStatusChanged', 'postVotesChanged', 'postReachedVotes', 'newComment'];

	async function watching(count: number, gap: number) {
		const listing = new Listing(largePages);
		for (let made = 0; made < count; made++) {
			listing.create(made, { feedback_id: 1_000_000 + made * gap, total_sum: made % 300 });
		}
		const staticData = new StaticData();
		const parameters = { events: watched, votes: 1_000 };
		const poll = registration(listing, { parameters, staticData, workflow: `others ${count}` });
		for (let polls = 0; polls < 4; polls++) expect(await poll()).toEqual([]);
		return { listing, staticData, poll };
	}
	const change = { status: 'done', total_sum: 2_000, total_comments: 1 };

	test('stays under 120 KB for each, with 15,000 posts, of which each is watched', async () => {
		const { listing, staticData, poll } = await watching(15_000, 3);
		for (const event of watched) {
			expect(JSON.stringify(staticData.node[event]).length).toBeLessThan(120 * KB);
		}
		const [oldest] = listing.posts.values();
		listing.comment(oldest, 20_000);
		Object.assign(oldest, change, { updated: '2099-01-01 00:00:00' });
		expect((await poll()).map(({ event }) => event).toSorted()).toEqual(watched.toSorted());
		expect(await poll()).toEqual([]);
	});

	test('stays under 120 KB for each with 40,000, of which the newest are watched, and floods nothing', async () => {
		const { listing, staticData, poll } = await watching(40_000, 1_000);
		for (const event of watched) {
			expect(JSON.stringify(staticData.node[event]).length).toBeLessThan(120 * KB);
		}
		const posts = [...listing.posts.values()];
		for (const post of [posts[0], posts[39_999]]) {
			listing.comment(post, 50_000);
			Object.assign(post, change, { updated: '2099-01-01 00:00:00' });
		}
		const told = (await poll()).map(({ feedback_id: id }: IDataObject) => id);
		expect(told).toEqual(watched.map(() => posts[39_999].feedback_id));
	});

	test('10,000 comments over 50 polls stay under 32 KB, and none comes twice', async () => {
		const { listing, staticData, poll } = await watching(10, 1);
		const posts = [...listing.posts.values()];
		let told = 0;
		for (let polls = 0; polls < 50; polls++) {
			for (let made = 0; made < 200; made++) {
				listing.comment(posts[made % 10], 20_000 + polls, {
					comment_id: 1_000_000 + polls * 700_000 + made * 3_499,
				});
			}
			const items = await poll();
			told += items.filter(({ event }) => event === 'newComment').length;
			const { comments } = staticData.node.newComment as IDataObject;
			expect(String(comments).length).toBeLessThan(32 * KB);
			// The oldest go, so that the listing stays small.
			for (const old of listing.commentsOf().slice(0, -200)) listing.uncomment(old);
			expect(await poll()).toEqual([]);
		}
		expect(told).toBe(10_000);
		expect(await poll()).toEqual([]);
	});
});

test(
	'E11: a baseline of 20,000 posts of 20 KB grows the heap by less than 50 MB',
	{ timeout: 60_000 },
	async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const description = 'x'.repeat(20_000);
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		const heap: number[] = [];
		listing.before = (request) => {
			if (request % 20 === 1) {
				collectGarbage();
				heap.push(process.memoryUsage().heapUsed);
			}
			const page = Number(listing.requests.at(-1)!.get('page'));
			const rows = Array.from({ length: 100 }, (_, at) => ({
				feedback_id: 30_000 - page * 100 - at,
				created: timeOf(30_000 - page * 100 - at),
				description,
			}));
			const body = { status: 'success', data: { items: rows, has_more: page < 199 } };
			return { status: 200, body: JSON.stringify(body) };
		};
		// How many polls it takes depends on the machine.
		for (let polls = 0; polls < 50 && heap.length < 11; polls++) expect(await poll()).toEqual([]);
		expect(heap.length).toBeGreaterThan(9);
		expect(Math.max(...heap) - heap[0]).toBeLessThan(50 * 1024 * 1024);
	},
);
