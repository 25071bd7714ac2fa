// Post Gaining Traction, over days of a virtual clock.
import { expect, test } from 'vitest';
import { noChance, ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { answer, listed, type Listing, refusal, refusePage, slow, timeOf } from './listing.mts';
import { watching } from './n8n.mts';

const HOUR_MS = 3_600_000;
const event = 'postGainingTraction';
/** As many pages as of a tenth of the posts, to which the service answers faster. */
const byTen = { perPage: 10 };

ownTimeAndChanceInEachTest();

function started(listing: Listing, parameters: Record<string, unknown> = {}) {
	const trigger = watching(listing, { events: [event], ...parameters });
	let second = 10_000;
	const [post] = listing.posts.values();
	return Object.assign(trigger, {
		post,
		/** Votes, which put the post on top or leave it where it stands. */
		vote(by: number, isOnTop = true) {
			post.total_sum += by;
			if (isOnTop) post.updated = timeOf(second++);
		},
		async hours(count: number, each = 1) {
			const items = [];
			for (let poll = 0; poll < count; poll++) {
				await time.sleep(each * HOUR_MS);
				items.push(...(await trigger.now()));
			}
			return items;
		},
	});
}

/** Votes one by one, with some hours after each. */
async function votes({ vote, hours }: ReturnType<typeof started>, count: number, each: number) {
	const items = [];
	for (let cast = 0; cast < count; cast++) {
		vote(1);
		items.push(...(await hours(each)));
	}
	return items;
}

test('10 votes in 2 days fire once, with the votes before and the present ones', async () => {
	const trigger = started(listed(3));
	trigger.post.total_sum = 30;
	await trigger.hours(30);
	const fired = await votes(trigger, 10, 5);
	expect(fired).toMatchObject([{ feedback_id: 100, event, from: 30, to: 40 }]);
	expect(await trigger.hours(24 * 30)).toEqual([]);
});

test.each([1, 6, 24])(
	'of 15 pages, 10 votes between two polls fire with a poll every %i hours',
	async (each) => {
		const trigger = started(listed(150, byTen), { withinDays: 2 });
		await trigger.hours(67, each);
		trigger.vote(10);
		expect(await trigger.hours(1, each)).toMatchObject([{ from: 0, to: 10 }]);
	},
);

test('with a poll a week, beside triggers with more, the votes of that week count, and no others', async () => {
	noChance();
	const [trigger, other] = [started(listed(30, byTen)), started(listed(1))];
	const weeks = async (count: number) => {
		const items = [];
		for (let week = 0; week < count; week++) {
			await other.hours(6, 24);
			items.push(...(await trigger.hours(1, 24)));
		}
		return items;
	};
	await weeks(3);
	for (let week = 0; week < 12; week++) {
		trigger.vote(1, false);
		expect(await weeks(1)).toEqual([]);
	}
	trigger.vote(3);
	expect(await weeks(1)).toEqual([]);
	trigger.vote(10);
	expect(await weeks(1)).toMatchObject([{ from: 15, to: 25 }]);
});

test('votes of 8 days that a daily poll finds at once, as the post was edited, do not fire', async () => {
	const trigger = started(listed(15, byTen));
	await trigger.hours(45, 24);
	for (let day = 0; day < 16; day++) {
		trigger.vote(day % 2 === 0 ? 1 : 0, false);
		expect(await trigger.hours(1, 24)).toEqual([]);
	}
	trigger.vote(2);
	expect(await trigger.hours(1, 24)).toEqual([]);
});

test('10 votes over 20 days on a page that the service refuses meanwhile do not fire', async () => {
	const listing = listed(25, byTen);
	const trigger = started(listing);
	await trigger.hours(50);
	const [post] = listing.posts.values();
	refusePage(listing, 2, refusal(500));
	for (let day = 0; day < 20; day++) {
		if (day % 2 === 0) post.total_sum++;
		await trigger.hours(24).catch(() => undefined);
	}
	answer(listing);
	expect(await trigger.hours(50)).toEqual([]);
});

test.each([
	[2, 1, 1],
	[5, 0, 1],
	[96, 0, 7],
])('10 votes, one each %i hours, make %i items within %i days', async (each, items, withinDays) => {
	const trigger = started(listed(3), { withinDays });
	await trigger.hours(30);
	expect(await votes(trigger, 10, each)).toHaveLength(items);
});

test.each([
	[23, 1],
	[26, 0],
])('a vote and 9 more after %i hours make %i items within 1 day', async (later, items) => {
	const trigger = started(listed(3), { withinDays: 1 });
	await trigger.hours(30);
	expect(await votes(trigger, 1, later)).toEqual([]);
	trigger.vote(9);
	expect(await trigger.hours(1)).toHaveLength(items);
});

test('it fires in any window, also where an earlier vote began one before', async () => {
	const trigger = started(listed(3));
	await trigger.hours(30);
	expect(await votes(trigger, 1, 24 * 6)).toEqual([]);
	expect(await votes(trigger, 5, 2)).toEqual([]);
	await trigger.hours(38);
	expect(await votes(trigger, 5, 2)).toMatchObject([{ to: 11 }]);
});

test('once a window: the next ten votes fire after as many days', async () => {
	const trigger = started(listed(3));
	await trigger.hours(30);
	expect(await votes(trigger, 30, 5)).toHaveLength(1);
	await trigger.hours(24 * 9);
	expect(await votes(trigger, 9, 2)).toEqual([]);
	expect(await votes(trigger, 1, 2)).toMatchObject([{ from: 30, to: 40 }]);
});

test('votes that are withdrawn do not count, and neither do those that come in their place', async () => {
	const trigger = started(listed(3));
	trigger.post.total_sum = 50;
	await trigger.hours(30);
	for (let times = 0; times < 12; times++) {
		trigger.vote(9);
		expect(await trigger.hours(1)).toEqual([]);
		trigger.vote(-9);
		expect(await trigger.hours(1)).toEqual([]);
	}
	trigger.vote(-50);
	expect(await trigger.hours(1)).toEqual([]);
	trigger.vote(50);
	expect(await trigger.hours(1)).toEqual([]);
	trigger.vote(10);
	expect(await trigger.hours(1)).toMatchObject([{ from: 50, to: 60 }]);
});

test('a new post fires for the votes that come after it was seen', async () => {
	const listing = listed(3);
	const trigger = started(listing);
	await trigger.hours(30);
	const post = listing.create(20_000, { total_sum: 40 });
	expect(await trigger.hours(1)).toEqual([]);
	Object.assign(post, { total_sum: 50, updated: timeOf(20_001) });
	expect(await trigger.hours(1)).toMatchObject([{ from: 40, to: 50 }]);
});

test('votes that a post leaves out for a while are no votes less', async () => {
	const trigger = started(listed(3));
	trigger.post.total_sum = 20;
	await trigger.hours(30);
	Object.assign(trigger.post, { total_sum: undefined, updated: timeOf(20_000) });
	expect(await trigger.hours(1)).toEqual([]);
	Object.assign(trigger.post, { total_sum: 29, updated: timeOf(20_001) });
	expect(await trigger.hours(1)).toEqual([]);
	Object.assign(trigger.post, { total_sum: 30, updated: timeOf(20_002) });
	expect(await trigger.hours(1)).toMatchObject([{ from: 20, to: 30 }]);
});

test('a post outside the filter does not fire, and fires with its next vote when it matches', async () => {
	const trigger = started(listed(3), { postFilters: { filter: 'planned' } });
	await trigger.hours(30);
	trigger.vote(12);
	expect(await trigger.hours(1)).toEqual([]);
	trigger.post.status = 'planned';
	trigger.vote(1);
	expect(await trigger.hours(1)).toMatchObject([{ from: 0, to: 13 }]);
});

test('votes before and after a restart count together', async () => {
	const trigger = started(listed(3));
	await trigger.hours(30);
	expect(await votes(trigger, 9, 3)).toEqual([]);
	trigger.restartProcess();
	expect(await votes(trigger, 1, 3)).toMatchObject([{ from: 0, to: 10 }]);
});

test('a crash neither loses it nor fires it under another eventId', async () => {
	const trigger = started(listed(3));
	await trigger.hours(30);
	const saved = trigger.memory;
	trigger.vote(10);
	const [first] = await trigger.hours(1);
	trigger.restart('init', saved);
	const [again] = await trigger.hours(1);
	expect(again.eventId).toBe(first.eventId);
});

test.each([1, 5])(
	'of %i pages, votes that came over 40 days in which n8n was stopped do not count',
	async (pages) => {
		const trigger = started(listed(10 * pages, byTen), { events: ['postChanged', event] });
		await trigger.hours(30);
		await time.sleep(40 * 24 * HOUR_MS);
		trigger.restartProcess();
		// Found by the audit, since nothing puts the post on top.
		trigger.vote(12, false);
		expect(await trigger.hours(60)).toEqual([]);
		trigger.vote(9, false);
		expect(await trigger.hours(60)).toEqual([]);
	},
);

test('nor do they where the process goes on and n8n has kept an old memory', async () => {
	const trigger = started(listed(20, byTen));
	await trigger.hours(30);
	const saved = trigger.memory;
	await time.sleep(40 * 24 * HOUR_MS);
	// Where a round of the audit has ended, whose start the old memory knows nothing of.
	await trigger.hours(42);
	trigger.vote(12, false);
	trigger.restart('update', saved);
	expect(await trigger.hours(60)).toEqual([]);
});

test('votes that were there before the event was added do not count', async () => {
	const listing = listed(30, byTen);
	const trigger = watching(listing);
	await trigger.polls(3);
	const [post] = listing.posts.values();
	post.total_sum = 40;
	trigger.choose({ events: ['newPost', event] });
	expect(await trigger.polls(30)).toEqual([]);
});

test('nor do those of posts that a slow first reading meets later', async () => {
	const listing = listed(500, byTen);
	for (const post of listing.posts.values()) post.total_sum = 40;
	slow(listing, 6_000);
	const trigger = watching(listing, { events: [event] });
	expect(await trigger.polls(40)).toEqual([]);
});
