// Within how many polls each page, each commented post and each missing record has its turn, while others are new and change.
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, type Listing, timeOf } from './listing.mts';
import { watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const PER_PAGE = 100;

/** Numbers that look random, and are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** What goes on between two polls. */
interface Changes {
	created: number;
	changed: number;
}
const QUIET: Changes = { created: 0, changed: 0 };

/** A trigger over a list in which posts are created and changed before each poll. */
function changing(listing: Listing, events: string[], { created, changed }: Changes) {
	const draw = numbersFrom(listing.posts.size);
	const trigger = watching(listing, { events });
	let second = 100_000;
	return {
		draw,
		async poll() {
			second++;
			const posts = [...listing.posts.values()];
			for (let count = 0; count < created; count++) listing.create(second);
			for (let count = 0; count < changed; count++) {
				posts[draw(posts.length)].updated = timeOf(second);
			}
			listing.paths.length = 0;
			return await trigger.poll();
		},
	};
}

describe('Comment Edited compares each commented post', () => {
	/** The polls until it has compared all of these, and the most of them that a page had at first. */
	async function compared(size: number, isCommented: (at: number) => boolean, changes: Changes) {
		const listing = listed(size);
		const posts = [...listing.posts.values()].toReversed();
		const commented = posts.filter((_, at) => isCommented(at));
		for (const post of commented) listing.comment(post, 10);
		const onPage = (page: number) =>
			posts.slice(page * PER_PAGE, (page + 1) * PER_PAGE).filter((post) => post.total_comments > 0)
				.length;
		const pages = Math.ceil(size / PER_PAGE);
		const most = Math.max(...Array.from({ length: pages }, (_, page) => onPage(page)));
		const trigger = changing(listing, ['commentEdited'], changes);
		const waiting = new Set(commented.map(({ feedback_id: id }) => `/v1/post/${id}/comments`));
		let polls = 0;
		for (; waiting.size > 0 && polls < 3_000; polls++) {
			await trigger.poll();
			for (const path of listing.paths) waiting.delete(path);
		}
		return { polls, most };
	}

	test.each([
		[640, 3, 1],
		[1_370, 2, 1],
		[2_000, 4, 1],
		[640, 3, 1.5],
		[2_000, 4, 1.5],
	])(
		'of %i posts with every %ith commented at random, within 20 polls for each of a page, times %d where others change',
		async (size, share, times) => {
			const draw = numbersFrom(size * share);
			const changes = times === 1 ? QUIET : { created: 1, changed: 5 };
			const { polls, most } = await compared(size, () => draw(share) === 0, changes);
			expect(polls).toBeLessThanOrEqual(20 * (most + 1) * times);
		},
	);
});

describe('each deletion is found', () => {
	/** Deletes a post before every fifth poll. */
	async function found(size: number, events: string[], deleted: number, changes: Changes) {
		const listing = listed(size);
		const { draw, poll } = changing(listing, events, changes);
		for (let polls = 0; polls < 45; polls++) await poll();
		const goneAt = new Map<unknown, number>();
		const waits: number[] = [];
		let questions = 0;
		let polls = 0;
		for (; polls < 5 * deleted + 100; polls++) {
			if (polls % 5 === 0 && polls < 5 * deleted) {
				const posts = [...listing.posts.values()];
				const post = posts[draw(posts.length)];
				listing.delete(post);
				goneAt.set(post.feedback_id, polls);
			}
			for (const { event, feedback_id: id } of await poll())
				if (event === 'postDeleted') waits.push(polls + 1 - goneAt.get(id)!);
			questions += listing.paths.filter((path) => /^\/v1\/post\/\d+$/.test(path)).length;
		}
		return { found: waits.length, longest: Math.max(...waits), questions: questions / polls };
	}

	test.each([
		[2_000, ['postDeleted'], 60, { created: 2, changed: 20 }],
		[2_000, ['postDeleted', 'postChanged'], 60, { created: 2, changed: 20 }],
		[900, ['postDeleted', 'postChanged'], 60, { created: 2, changed: 20 }],
		[300, ['postDeleted', 'postChanged'], 60, { created: 1, changed: 7 }],
		[2_000, ['postDeleted', 'postChanged'], 40, QUIET],
		[500, ['postDeleted'], 40, QUIET],
	])('of %i posts under %j within %i polls, with %j', async (size, events, within, changes) => {
		const { found: all, longest, questions } = await found(size, events, 40, changes);
		expect(all).toBe(40);
		expect(longest).toBeLessThanOrEqual(within);
		expect(questions).toBeLessThanOrEqual(1);
	});
});
