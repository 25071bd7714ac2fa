// Which items share an event ID: those of one occurrence, whatever became of the memory meanwhile.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, type Post, timeOf } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

type Trigger = ReturnType<typeof watching>;
let second = 1_000;

/** Changes the status and back so often. @returns the event IDs of the changes */
async function flipped(trigger: Trigger, post: Post, times: number): Promise<unknown[]> {
	const seen: unknown[] = [];
	for (let at = 0; at < times; at++) {
		const status = post.status === 'open' ? 'planned' : 'open';
		Object.assign(post, { status, updated: timeOf(second++) });
		const items = await trigger.poll();
		expect(items).toMatchObject([{ event: 'postStatusChanged', to: status }]);
		seen.push(items[0].eventId);
	}
	return seen;
}

const ways: ReadonlyArray<readonly [string, (trigger: Trigger) => Promise<void>]> = [
	[
		'after Ignore Items While Inactive',
		async (trigger) => {
			trigger.choose({ options: { ignoreWhileInactive: true } });
			trigger.restart('activate');
			expect(await trigger.poll()).toEqual([]);
		},
	],
	[
		'after the event was removed and added again',
		async (trigger) => {
			trigger.choose({ events: ['newEndUser'] });
			expect(await trigger.poll()).toEqual([]);
			trigger.choose({ events: ['postStatusChanged'] });
			expect(await trigger.poll()).toEqual([]);
		},
	],
	[
		'after the event was removed and added again beside another one of posts',
		async (trigger) => {
			trigger.choose({ events: ['newPost'] });
			expect(await trigger.poll()).toEqual([]);
			trigger.choose({ events: ['newPost', 'postStatusChanged'] });
			expect(await trigger.poll()).toEqual([]);
		},
	],
	[
		'after another segment was chosen and then the first one again',
		async (trigger) => {
			trigger.choose({ postFilters: { segment: 'pro' } });
			expect(await trigger.poll()).toEqual([]);
			trigger.choose({ postFilters: {} });
			expect(await trigger.poll()).toEqual([]);
		},
	],
];

test.each(ways)('another change has another event ID %s', async (_way, interrupt) => {
	const listing = listed(5);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, 'postStatusChanged');
	const seen = await flipped(trigger, post, 5);
	await interrupt(trigger);
	seen.push(...(await flipped(trigger, post, 5)));
	expect(new Set(seen).size).toBe(10);
});

describe('the same occurrence has the same event ID', () => {
	test.each([
		['votes are added meanwhile', { total_sum: 14 }],
		['the title changes meanwhile', { title: 'Another' }],
	])('when n8n crashes and repeats the batch, where %s', async (_what, edit) => {
		const listing = listed(5);
		const [post] = listing.posts.values();
		const events = ['newPost', 'postReachedVoteThreshold'];
		const trigger = await begun(listing, events, { votes: 10 });
		const saved = trigger.memory;
		Object.assign(post, { total_sum: 12, updated: timeOf(100) });
		listing.create(101);
		const first = await trigger.poll();
		const idsOf = (items: IDataObject[]) => items.map(({ eventId }) => eventId).sort();
		expect(idsOf(first)).toEqual(['newPost:105', 'postReachedVoteThreshold:100:10']);
		Object.assign(post, { ...edit, updated: timeOf(102) });
		trigger.restart('init', saved);
		const again = await trigger.poll();
		expect(idsOf(again)).toEqual(idsOf(first));
		expect(await trigger.poll()).toEqual([]);
	});

	test('where a record fires again because a filter was set, removed and set again', async () => {
		const listing = listed(5);
		const trigger = await begun(listing, 'newPost', { postFilters: { filter: 'planned' } });
		const post = listing.create(100, { status: 'planned' });
		const [first] = await trigger.poll();
		trigger.choose({ postFilters: {} });
		expect(await trigger.poll()).toEqual([]);
		Object.assign(post, { status: 'open', updated: timeOf(101) });
		trigger.choose({ postFilters: { filter: 'planned' } });
		expect(await trigger.poll()).toEqual([]);
		Object.assign(post, { status: 'planned', updated: timeOf(102) });
		const [again] = await trigger.poll();
		expect(ids([first, again])).toEqual([post.feedback_id, post.feedback_id]);
		expect(again.eventId).toBe(first.eventId);
	});
});

test('of two processes that have found other changes before, each fires a change under an event ID of its own', async () => {
	const listing = listed(5);
	const [post] = listing.posts.values();
	const one = watching(listing, { events: ['postStatusChanged'] });
	const other = watching(listing, { events: ['postStatusChanged'] });
	await one.poll();
	other.restart('init', one.memory);
	const [first] = await flipped(one, post, 1);
	const [same] = await other.poll();
	expect(same.eventId).toBe(first);
	const [second] = await flipped(one, post, 1);
	const [again] = await other.poll();
	expect(again).toMatchObject({ to: 'open' });
	expect(again.eventId).not.toBe(second);
});

test('where a memory older by several batches is brought back, only the first batch after it has the event IDs of an earlier one', async () => {
	const listing = listed(5);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, 'postStatusChanged');
	const saved = trigger.memory;
	const seen = await flipped(trigger, post, 4);
	trigger.restart('init', saved);
	const [same] = await flipped(trigger, post, 1);
	expect(same).toBe(seen[0]);
	const later = await flipped(trigger, post, 6);
	expect(later.filter((id) => seen.includes(id))).toEqual([]);
});
