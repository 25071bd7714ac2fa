// What the snapshot knows does not fire because a setting changed, also while the list is read once more.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { limit, listed } from './listing.mts';
import { begun, commentIds, ids } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('does not fire where a rate limit ends the first poll early', async () => {
	const listing = listed(50);
	const events = ['newPost', 'postStatusChanged'];
	const trigger = await begun(listing, events, { postFilters: { type: 'bug' } });
	for (let second = 100; second < 600; second++) listing.create(second);
	expect(await trigger.polls(5)).toEqual([]);
	limit(listing, 1);
	trigger.choose({ postFilters: {} });
	expect(await trigger.poll()).toEqual([]);
	listing.before = () => undefined;
	expect(await trigger.polls(5)).toEqual([]);
	const { feedback_id: id } = listing.create(1_000);
	expect(ids(await trigger.poll())).toEqual([id]);
});

test('does not fire as comments on a post on a later page', async () => {
	const listing = listed(300);
	const [deep] = listing.posts.values();
	const trigger = await begun(listing, 'newComment', { postFilters: { type: 'bug' } });
	for (let made = 0; made < 30; made++) listing.comment(deep, 400 + made);
	expect(await trigger.polls(25)).toEqual([]);
	trigger.choose({ postFilters: {} });
	expect(await trigger.polls(25)).toEqual([]);
	const { comment_id: id } = listing.comment(deep, 500);
	expect(commentIds(await trigger.polls(25))).toEqual([id]);
});

test.each([
	[9, 0],
	[1, 2],
	[2, 2],
])(
	'does not fire as comments of an event that is added, and the next comment on any post fires, where the first poll has %i requests, and %i more come before it',
	async (requests, polls) => {
		const listing = listed(300);
		const [deep] = listing.posts.values();
		listing.comment(deep, 310);
		const trigger = await begun(listing);
		trigger.choose({ events: ['newComment', 'newPost'] });
		limit(listing, requests);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged).toEqual([]);
		listing.before = () => undefined;
		expect(await trigger.polls(polls)).toEqual([]);
		const { comment_id: id } = listing.comment(deep, 400);
		expect(commentIds(await trigger.polls(25))).toEqual([id]);
	},
);

test('does not fire as replies that the first poll could not read', async () => {
	const listing = listed(3);
	const trigger = await begun(listing, 'newComment', { commentFilters: { replies: false } });
	for (const post of listing.posts.values()) listing.comment(post, 100, { parent: 1 });
	expect(await trigger.polls(3)).toEqual([]);
	limit(listing, 1);
	trigger.choose({ commentFilters: {} });
	expect(await trigger.poll()).toEqual([]);
	listing.before = () => undefined;
	expect(await trigger.polls(5)).toEqual([]);
});
