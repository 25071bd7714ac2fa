// What is remembered, and what is held, stays small, whatever happens, and forgetting repeats nothing.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { events as allEvents } from '../../../nodes/FeedbackTrigger/events';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { type IdForm, idForms, listed, timeOf, varied } from './listing.mts';
import { eventsOf, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const KB = 1024;
const sizeOf = ({ memory }: { memory: object }) => JSON.stringify(memory).length;
const ofPosts = allEvents.filter(({ list }) => list.path === '/v1/posts').map(({ value }) => value);

async function begun(count: number, form?: IdForm, events = ofPosts) {
	const listing = varied(count, form);
	const trigger = watching(listing, { events, votes: 1_000 }, { writtenByHand: true });
	expect(await trigger.polls(3)).toEqual([]);
	return { listing, trigger };
}
const change = { status: 'done', total_subscriber: 40, total_sum: 2_000 };

test.each(idForms)(
	'%s: the changes of the oldest of 14,000 posts fire, with all events of posts',
	async (form) => {
		const { listing, trigger } = await begun(14_000, form);
		expect(sizeOf(trigger)).toBeLessThan(480_000);
		const [oldest] = listing.posts.values();
		listing.comment(oldest, 20_000);
		Object.assign(oldest, change, { title: 'Another', updated: '2099-01-01 00:00:00' });
		const changes = ofPosts.filter((event) => !['newPost', 'postDeleted'].includes(event));
		expect(eventsOf(await trigger.poll())).toEqual(changes.toSorted());
		expect(await trigger.polls(25)).toEqual([]);
	},
);

test('of 40,000 posts the newest are watched, and what was forgotten floods nothing', async () => {
	const { listing, trigger } = await begun(40_000);
	expect(sizeOf(trigger)).toBeLessThan(480_000);
	const posts = [...listing.posts.values()];
	for (const post of [posts[0], posts[39_999]]) {
		listing.comment(post, 50_000);
		Object.assign(post, change, { title: 'Another', updated: '2099-01-01 00:00:00' });
	}
	expect(new Set(ids(await trigger.poll()))).toEqual(new Set([posts[39_999].feedback_id]));
	const asked = listing.requests.length;
	await trigger.poll();
	// A change of one that is no longer watched does not make the polls to come longer.
	expect(listing.requests.length - asked).toBeLessThanOrEqual(2);
});

test.each(idForms)('%s: ids that do not rise are new, far apart or not', async (form) => {
	const listing = listed(0, { ids: form });
	const random = (at: number) => ((at * 7_919_777) % 1_000_003) * 1_009 + 1;
	for (let at = 0; at < 7_000; at++) listing.create(at, { feedback_id: random(at) });
	const trigger = watching(listing);
	expect(await trigger.polls(3)).toEqual([]);
	for (let at = 7_000; at < 7_040; at++) {
		listing.create(at, { feedback_id: random(at) });
		const delivered = ids(await trigger.poll());
		expect(delivered.map((id) => listing.numberOf(id))).toEqual([random(at)]);
	}
	expect(sizeOf(trigger)).toBeLessThan(100_000);
});

test('of the comments of 70,000 posts, none of those is read that were forgotten', async () => {
	const listing = listed(0, { perPage: 10_000 });
	for (let at = 0; at < 70_000; at++) listing.create(at, { total_comments: 1 });
	const trigger = watching(listing, { events: ['newComment'] });
	await trigger.poll();
	// The list is read once more.
	trigger.choose({ commentFilters: { replies: false } });
	expect(await trigger.poll()).toEqual([]);
	expect(new Set(listing.paths)).toEqual(new Set(['/v1/posts']));
});

test('10,000 comments over 50 polls stay under 60 KB, and none comes twice', async () => {
	const { listing, trigger } = await begun(10, 'short', ['newComment']);
	const posts = [...listing.posts.values()];
	let delivered = 0;
	for (let polls = 0; polls < 50; polls++) {
		for (let made = 0; made < 200; made++) {
			listing.comment(posts[made % 10], 20_000 + polls, {
				comment_id: 1_000_000 + polls * 700_000 + made * 3_499,
			});
		}
		delivered += (await trigger.poll()).length;
		expect(sizeOf(trigger)).toBeLessThan(60 * KB);
		// The oldest go, so that the listing stays small.
		for (const old of listing.commentsOf().slice(0, -200)) listing.uncomment(old);
		expect(await trigger.poll()).toEqual([]);
	}
	expect(delivered).toBe(10_000);
});

test(
	'a first reading of 20,000 posts of 20 KB grows the heap by less than 50 MB',
	{ timeout: 60_000 },
	async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const description = 'x'.repeat(20_000);
		const listing = listed(0);
		const trigger = watching(listing);
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
		expect(await trigger.polls(2)).toEqual([]);
		expect(heap.length).toBeGreaterThan(9);
		expect(Math.max(...heap) - heap[0]).toBeLessThan(50 * 1024 * 1024);
	},
);
