// What is new, whatever dates and IDs say.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, type Listing, timeOf } from './listing.mts';
import { begun, eventsOf, ids, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

test('a post with an old date fires at once on the first page', async () => {
	sandbox.createPosts(30);
	const trigger = await begun(sandbox);
	const created = sandbox.createPosts(1, { created: '2020-01-01 00:00:00' });
	expect(ids(await trigger.poll())).toEqual(created);
});

test('New Post does not fire for an edited title, date of change or date of creation', async () => {
	const [post] = sandbox.createPosts(3);
	const trigger = await begun(sandbox);
	for (const field of ['title', 'updated', 'created']) {
		sandbox.run(`UPDATE posts SET ${field} = '2026-11-11 11:11:11' WHERE feedback_id = ?`, post);
		expect(await trigger.poll()).toEqual([]);
	}
});

describe('dates in the future or in the past', () => {
	ownTimeAndChanceInEachTest();

	const events = ['newComment', 'postReachedVoteThreshold', 'newPost'];
	const happen = (listing: Listing, second: number) => {
		const post = listing.create(second, { total_sum: 20 });
		listing.comment(post, second);
	};

	test.each([
		['a post of 2062 in the first reading', { created: '2062-01-01 00:00:00' }, 5_000],
		['the same second', { created: timeOf(5_000) }, 5_000],
		['a date with a bar', { created: '2026|01' }, 5_000],
	])('%s keeps nothing from firing', async (_what, values, second) => {
		const listing = listed(5);
		listing.create(10, values);
		const trigger = await begun(listing, events, { votes: 10 });
		happen(listing, second);
		expect(eventsOf(await trigger.poll())).toEqual(events.toSorted());
		expect(await trigger.poll()).toEqual([]);
	});

	test('a post in the earliest time zone counts as the newest: no older comment fires', async () => {
		const listing = listed(5);
		const ahead = new Date(Date.now() + 14 * 3_600_000).toISOString();
		listing.create(10, { created: ahead.slice(0, 19).replace('T', ' ') });
		const trigger = await begun(listing, events, { votes: 10 });
		happen(listing, 100);
		expect(eventsOf(await trigger.poll())).toEqual(['newPost', 'postReachedVoteThreshold']);
	});

	test('a clock that was set back keeps comments from firing that are dated before the list was begun, and nothing else', async () => {
		const listing = listed(5);
		listing.create(10, { created: timeOf(9_000) });
		const trigger = await begun(listing, events, { votes: 10 });
		happen(listing, 100);
		expect(eventsOf(await trigger.poll())).toEqual(['newPost', 'postReachedVoteThreshold']);
		happen(listing, 9_000);
		expect(eventsOf(await trigger.poll())).toEqual(events.toSorted());
	});
});
