// A comment from before the list was begun is never news, however its post comes into view.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, type Listing, type Post, refuse } from './listing.mts';
import { commentIds, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const YEAR = 31_536_000;

describe('comments of last year', () => {
	const commented = (listing: Listing, post: Post) => {
		for (let made = 0; made < 20; made++) listing.comment(post, made - YEAR);
	};
	const ways: ReadonlyArray<readonly [string, (listing: Listing) => Post]> = [
		['an end-user joins the watched segment', (listing) => listing.create(-YEAR)],
		[
			'a post is restored',
			(listing) => {
				const [post] = listing.posts.values();
				return post;
			},
		],
		[
			'two posts are merged',
			(listing) => {
				const target = [...listing.posts.values()].at(-1)!;
				for (let made = 0; made < 3; made++) listing.comment(target, made - YEAR);
				return target;
			},
		],
	];

	test.each(ways)('do not fire when %s, and later ones do', async (_what, comesIntoView) => {
		const listing = listed(5);
		const trigger = watching(listing, { events: ['newComment'] });
		await trigger.poll();
		const post = comesIntoView(listing);
		commented(listing, post);
		expect(await trigger.polls(25)).toEqual([]);
		trigger.restart();
		const { comment_id: id } = listing.comment(post, 100);
		expect(commentIds(await trigger.polls(25))).toEqual([id]);
	});
});

test('where there was no post at activation, a comment fires that one poll cannot read, although a newer post exists', async () => {
	const listing = listed(0);
	const trigger = watching(listing, { events: ['newComment'] });
	await trigger.poll();
	const { comment_id: id } = listing.comment(listing.create(10), 20);
	listing.create(30);
	refuse(listing, '/comments');
	expect(await trigger.poll()).toEqual([]);
	listing.before = () => undefined;
	expect(commentIds(await trigger.poll())).toEqual([id]);
});
