// What is remembered, and what is held, stays small, whatever happens, and forgetting repeats nothing.
import type { IDataObject } from 'n8n-workflow';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { events as allEvents } from '../../../nodes/FeedbackTrigger/events';
import { StaticData } from '../n8n-context.mts';
import { noChance } from './elapsing.mts';
import { type IdForm, idForms, Listing, registration, timeOf } from './listing.mts';

beforeEach(noChance);

const newPosts = { events: ['newPost'] };
/** Of a service that puts more on a page than it is asked for: to the memory it is all one, and reading takes less time. */
const largePages = { perPage: 1_000 };
const KB = 1024;
const sizeOf = (data: StaticData) => JSON.stringify(data.node).length;
const ofPosts = allEvents
	.filter(({ list, value }) => list.path === '/v1/posts' && value !== 'commentEdited')
	.map(({ value }) => value);

interface Watched {
	ids?: IdForm;
	events?: string[];
	postFilters?: IDataObject;
}

async function watching(
	count: number,
	{ ids = 'short', events = ofPosts, postFilters = {} }: Watched = {},
) {
	const listing = new Listing({ ...largePages, ids });
	for (let made = 0; made < count; made++) {
		listing.create(made, {
			total_subscriber: made % 40,
			total_sum: made % 300,
			type: ['idea', 'bug'][made % 2],
		});
	}
	const staticData = new StaticData();
	const parameters = { events, postFilters, votes: 1_000, votesCounted: 'total_sum' };
	const poll = registration(listing, { parameters, staticData });
	for (let polls = 0; polls < 3; polls++) expect(await poll()).toEqual([]);
	return { listing, staticData, poll };
}
const change = { status: 'done', total_subscriber: 40, total_sum: 2_000 };

describe('one bound for every form of ids', () => {
	test.each(idForms)(
		'%s: the changes of the oldest of 14,000 posts fire, with all events of posts',
		async (ids) => {
			const { listing, staticData, poll } = await watching(14_000, { ids });
			expect(sizeOf(staticData)).toBeLessThan(450_000);
			const [oldest] = listing.posts.values();
			listing.comment(oldest, 20_000);
			Object.assign(oldest, change, { title: 'Another', updated: '2099-01-01 00:00:00' });
			expect((await poll()).map(({ event }) => event).toSorted()).toEqual(
				ofPosts.filter((event) => event !== 'newPost').toSorted(),
			);
			for (let polls = 0; polls < 25; polls++) expect(await poll()).toEqual([]);
		},
	);

	test('of 40,000 posts the newest are watched, and what was forgotten floods nothing', async () => {
		const { listing, staticData, poll } = await watching(40_000);
		expect(sizeOf(staticData)).toBeLessThan(450_000);
		const posts = [...listing.posts.values()];
		for (const post of [posts[0], posts[39_999]]) {
			listing.comment(post, 50_000);
			Object.assign(post, change, { title: 'Another', updated: '2099-01-01 00:00:00' });
		}
		const found = new Set((await poll()).map(({ feedback_id: id }: IDataObject) => id));
		expect([...found]).toEqual([posts[39_999].feedback_id]);
		const asked = listing.requests.length;
		await poll();
		// A change of one that is no longer watched does not make the polls to come longer.
		expect(listing.requests.length - asked).toBeLessThanOrEqual(2);
	});

	test.each(idForms)('%s: ids that do not rise are new, far apart or not', async (form) => {
		const listing = new Listing({ perPage: 100, ids: form });
		const random = (at: number) => ((at * 7_919_777) % 1_000_003) * 1_009 + 1;
		for (let at = 0; at < 7_000; at++) listing.create(at, { feedback_id: random(at) });
		const staticData = new StaticData();
		const poll = registration(listing, { parameters: newPosts, staticData });
		for (let polls = 0; polls < 3; polls++) expect(await poll()).toEqual([]);
		for (let at = 7_000; at < 7_040; at++) {
			listing.create(at, { feedback_id: random(at) });
			const delivered = await poll();
			expect(delivered.map((item) => listing.numberOf(item.feedback_id))).toEqual([random(at)]);
		}
		expect(sizeOf(staticData)).toBeLessThan(100_000);
	});
});

describe('the comments that were read', () => {
	test('10,000 over 50 polls stay under 60 KB, and none comes twice', async () => {
		const { listing, staticData, poll } = await watching(10, { events: ['newComment'] });
		const posts = [...listing.posts.values()];
		let delivered = 0;
		for (let polls = 0; polls < 50; polls++) {
			for (let made = 0; made < 200; made++) {
				listing.comment(posts[made % 10], 20_000 + polls, {
					comment_id: 1_000_000 + polls * 700_000 + made * 3_499,
				});
			}
			delivered += (await poll()).length;
			expect(sizeOf(staticData)).toBeLessThan(60 * KB);
			// The oldest go, so that the listing stays small.
			for (const old of listing.commentsOf().slice(0, -200)) listing.uncomment(old);
			expect(await poll()).toEqual([]);
		}
		expect(delivered).toBe(10_000);
	});
});

test(
	'a first reading of 20,000 posts of 20 KB grows the heap by less than 50 MB',
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
