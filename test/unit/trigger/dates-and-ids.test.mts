// What is new, whatever dates and IDs say.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { eventsOf, ids } from './delivered.mts';
import { ownChance } from './elapsing.mts';
import { Listing, registration, timeOf } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';
import { listed, ownTimeAndChanceInEachTest, watching } from './watching.mts';

const newPosts = { events: ['newPost'] };

/** Polls until there is news, as often as a sweep of the whole list takes. */
async function eventually(poll: () => Promise<IDataObject[]>, polls = 20): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let count = 0; count < polls; count++) found.push(...(await poll()));
	return found;
}

describe('dates and IDs', () => {
	ownSandboxInEachTest();

	test('100 posts of one second, split over three polls at any place, come once each', async () => {
		for (const [first, second] of [
			[0, 1],
			[1, 2],
			[30, 31],
			[33, 66],
			[50, 50],
			[99, 100],
		]) {
			const listing = new Listing({ perPage: 100 });
			const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
			await poll();
			const delivered: unknown[] = [];
			for (const count of [first, second - first, 100 - second]) {
				for (let made = 0; made < count; made++) listing.create(5);
				delivered.push(...ids(await poll()));
			}
			expect(delivered).toEqual([...listing.posts.keys()]);
		}
	});

	test('a post with an old date fires at once on the first page', async () => {
		sandbox.createPosts(30);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(1, { created: '2020-01-01 00:00:00' });
		expect(ids(await trigger.poll())).toEqual(created);
	});

	test('on a later page, it fires within 20 polls for each 2,000 posts', async () => {
		sandbox.createPosts(2_500);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		const [{ created }] = sandbox.rows(
			'SELECT created FROM posts ORDER BY created DESC, feedback_id DESC LIMIT 1 OFFSET 1500',
		);
		sandbox.run('UPDATE posts SET created = ? WHERE feedback_id % 2', '2025-12-31 00:00:00');
		const near = sandbox.createPosts(1, { created: '2025-12-31 00:00:01' });
		// One sweep of 20 pages for each 2,000, wherever it begins.
		expect(ids(await eventually(trigger.poll, 40))).toEqual(near);
		const far = sandbox.createPosts(1, { created: '2020-01-01 00:00:00' });
		expect(ids(await eventually(trigger.poll, 40))).toEqual(far);
		// And after the last one the first again.
		const again = sandbox.createPosts(1, { created: '2025-12-31 00:00:02' });
		expect(ids(await eventually(trigger.poll, 40))).toEqual(again);
		expect(created).toBeTruthy();
	});

	test('where n8n restarts every 10 polls, it fires nearly always within five times as many', async () => {
		ownChance();
		const listing = new Listing({ perPage: 100 });
		for (let made = 0; made < 4_500; made++) listing.create(made);
		const staticData = new StaticData();
		const started = () => registration(listing, { parameters: newPosts, staticData });
		let poll = started();
		await poll();
		const waits: number[] = [];
		// In the last of three stretches, each of which has the same chance.
		for (let round = 0; round < 8; round++) {
			listing.create(100, { feedback_id: 90_000 + round });
			for (let polls = 1; polls <= 600; polls++) {
				if (polls % 10 === 0) poll = started();
				if ((await poll()).length === 0) continue;
				waits.push(polls);
				break;
			}
		}
		expect(waits).toHaveLength(8);
		expect(waits.filter((polls) => polls > 5 * 20 * 3)).toEqual([]);
	});

	test('a hidden post fires when it shows, also after a newer one', async () => {
		const trigger = polling(sandbox, { ...newPosts, postFilters: { filter: 'open' } });
		await trigger.poll();
		const [late] = sandbox.createPosts(1, { status: 'hidden' });
		const [early] = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual([early]);
		sandbox.run(`UPDATE posts SET status = 'open' WHERE feedback_id = ?`, late);
		expect(ids(await trigger.poll())).toEqual([late]);
	});

	test('New Post does not fire for an edited title, date of change or date of creation', async () => {
		const [post] = sandbox.createPosts(3);
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		for (const field of ['title', 'updated', 'created']) {
			sandbox.run(`UPDATE posts SET ${field} = '2026-11-11 11:11:11' WHERE feedback_id = ?`, post);
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test('posts fire also where IDs do not rise', async () => {
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		for (const [second, id] of [5, 3, 4].entries()) {
			listing.create(second, { feedback_id: id });
			expect(ids(await poll())).toEqual([id]);
		}
	});
});

describe('the clock of this machine', () => {
	ownSandboxInEachTest();
	afterEach(() => {
		vi.useRealTimers();
	});

	test('posts fire once each where it jumps by days, also while a poll reads', async () => {
		vi.useFakeTimers({ toFake: ['Date'] });
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		const delivered: unknown[] = [];
		for (const [round, days] of [2, -2, -2, 2].entries()) {
			for (let count = 0; count < 8; count++) listing.create(round);
			const jumpAt = listing.requests.length + 2;
			listing.before = (request) => {
				if (request === jumpAt) vi.setSystemTime(Date.now() + days * 86_400_000);
				return undefined;
			};
			delivered.push(...ids(await poll()), ...ids(await poll()));
		}
		expect(delivered.toSorted()).toEqual([...listing.posts.keys()].toSorted());
	});

	test('timestamps come out as the service sent them', async () => {
		const trigger = polling(sandbox, newPosts);
		await trigger.poll();
		// A time that New York, and most of Europe, did not have.
		sandbox.createPosts(1, { created: '2026-03-08 02:30:00' });
		const [item] = await trigger.poll();
		expect(item.created).toBe('2026-03-08 02:30:00');
	});
});

describe('dates in the future or in the past', () => {
	ownTimeAndChanceInEachTest();

	const events = ['newComment', 'postReachedVotes', 'newPost'];
	const happen = (listing: Listing, second: number) => {
		const post = listing.create(second, { total_sum: 20 });
		listing.comment(post, second);
	};

	test.each([
		['a post of 2062 in the first reading', { created: '2062-01-01 00:00:00' }, 5_000],
		['the same second', { created: timeOf(5_000) }, 5_000],
	])('%s keeps nothing from firing', async (_what, values, second) => {
		const listing = listed(5);
		listing.create(10, values);
		const trigger = watching(listing, { events, parameters: { votes: 10 } });
		expect(await trigger.poll()).toEqual([]);
		happen(listing, second);
		expect(eventsOf(await trigger.poll())).toEqual(events.toSorted());
		expect(await trigger.poll()).toEqual([]);
	});

	test('a clock that was set back keeps comments from firing that are dated before the list was begun, and nothing else', async () => {
		const listing = listed(5);
		listing.create(10, { created: timeOf(9_000) });
		const trigger = watching(listing, { events, parameters: { votes: 10 } });
		expect(await trigger.poll()).toEqual([]);
		happen(listing, 100);
		expect(eventsOf(await trigger.poll())).toEqual(['newPost', 'postReachedVotes']);
		happen(listing, 9_000);
		expect(eventsOf(await trigger.poll())).toEqual(events.toSorted());
	});
});
