// Comment Edited: the comments of a post are compared when it is read, for a new comment or in its turn.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { Listing, refusal, refuse } from './listing.mts';
import { watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

/** A post with comments, of which a poll has learned what they say. */
async function begun(events: string[], parameters: IDataObject = {}) {
	const listing = new Listing({ perPage: 100 });
	const post = listing.create(1);
	const [first, second] = [10, 11].map((at) => listing.comment(post, at, { parent: at % 2 }));
	const trigger = watching(listing, { events, ...parameters });
	await trigger.polls(22);
	return { listing, post, first, second, trigger };
}

describe('Comment Edited', () => {
	test('fires with the next new comment of its post, each under its own event', async () => {
		const { listing, post, first, trigger } = await begun(['commentEdited', 'newComment']);
		first.comment = 'No';
		const { comment_id: id } = listing.comment(post, 20);
		const items = await trigger.poll();
		expect(items).toMatchObject([
			{
				event: 'commentEdited',
				comment_id: first.comment_id,
				comment: 'No',
				changedFields: ['comment'],
				postTitle: post.title,
			},
			{ event: 'newComment', comment_id: id, eventId: `newComment:${id}` },
		]);
		expect(await trigger.polls(25)).toEqual([]);
	});

	test('fires once within 20 polls where nothing else happens, for each edit under another event ID', async () => {
		const { first, trigger } = await begun(['commentEdited']);
		const seen = new Set<unknown>();
		for (const text of ['No', 'Yes', 'No']) {
			first.comment = text;
			const items = await trigger.polls(20);
			expect(items).toMatchObject([{ event: 'commentEdited', comment: text }]);
			seen.add(items[0].eventId);
		}
		expect(seen.size).toBe(3);
	});

	test('reads the comments of at most one post more in an idle poll', async () => {
		const { listing, trigger } = await begun(['commentEdited']);
		for (let made = 0; made < 30; made++) listing.comment(listing.create(100 + made), 100);
		await trigger.polls(60);
		for (let polls = 0; polls < 30; polls++) {
			listing.paths.length = 0;
			expect(await trigger.poll()).toEqual([]);
			const reads = listing.paths.filter((path) => path.endsWith('/comments'));
			expect(reads.length).toBeLessThanOrEqual(1);
		}
	});

	test('does not ask for a post whose failure was reported lately', async () => {
		const { listing, trigger } = await begun(['commentEdited']);
		refuse(listing, '/comments', refusal(500));
		for (let polls = 0; polls < 3; polls++) await trigger.poll().catch(() => undefined);
		listing.paths.length = 0;
		expect(await trigger.polls(19)).toEqual([]);
		expect(listing.paths.filter((path) => path.endsWith('/comments'))).toEqual([]);
	});

	test('does not fire for replies where they are filtered out', async () => {
		const filters = { commentFilters: { replies: false } };
		const { first, second, trigger } = await begun(['commentEdited'], filters);
		Object.assign(first, { comment: 'No' });
		Object.assign(second, { comment: 'No' });
		const items = await trigger.polls(20);
		expect(items.map(({ comment_id: id }) => id)).toEqual([first.comment_id]);
	});

	test('does not fire new comments, nor those that were there', async () => {
		const { listing, post, trigger } = await begun(['commentEdited']);
		listing.comment(post, 20);
		expect(await trigger.polls(25)).toEqual([]);
	});
});
