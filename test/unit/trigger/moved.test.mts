// What fires and what the log says after a node was renamed, or the service has another address.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, timeOf } from './listing.mts';
import { begun, ids } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('another Base URL of the same workspace loses and repeats nothing, and the log says nothing', async () => {
	const listing = listed(250);
	const [post] = listing.posts.values();
	const trigger = await begun(listing, ['newPost', 'newComment', 'postStatusChanged']);
	trigger.move({ baseUrl: 'https://feedback.example.org/api' });
	const { feedback_id: id } = listing.create(1_000);
	Object.assign(post, { status: 'done', updated: timeOf(1_001) });
	listing.comment(post, 1_002);
	const items = await trigger.poll();
	expect(items.map(({ event }) => event)).toEqual(['newPost', 'postStatusChanged', 'newComment']);
	expect(ids(items)).toEqual([id, post.feedback_id, post.feedback_id]);
	expect(await trigger.polls(25)).toEqual([]);
	expect(trigger.logged).toEqual([]);
});

test('a renamed node ignores existing items once more, and the log says so', async () => {
	const listing = listed(5);
	const trigger = await begun(listing);
	listing.create(100);
	// n8n stores what a node remembers under its name.
	trigger.restart('update', {});
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.logged).toEqual([
		'New Post starts and ignores existing items. It is new, was renamed, reads another workspace or other posts, or its stored data cannot be read.',
	]);
	const { feedback_id: id } = listing.create(101);
	expect(ids(await trigger.poll())).toEqual([id]);
	expect(trigger.logged).toHaveLength(1);
});
