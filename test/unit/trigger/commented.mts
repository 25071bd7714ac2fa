// Posts with comments, and a trigger that has begun to watch them.
import { expect } from 'vitest';
import { Listing, type ListingSettings } from './listing.mts';
import { watching } from './watching.mts';

/** A trigger over a listing whose posts have these numbers of comments. */
export async function commented(
	counts: readonly number[],
	settings: Partial<ListingSettings> = {},
) {
	const listing = new Listing({ perPage: 10, ...settings });
	const posts = counts.map((_, at) => listing.create(at));
	for (const [at, count] of counts.entries()) {
		for (let made = 0; made < count; made++) listing.comment(posts[at], 1_000 + made);
	}
	const trigger = watching(listing, { events: ['newComment'] });
	expect(await trigger.now()).toEqual([]);
	return {
		listing,
		posts,
		poll: trigger.now,
		/** In another process, with what n8n has stored. */
		restart: () => trigger.restartProcess(),
		asked: () => listing.paths.splice(0).map((path) => path.replace(/^\/v1\//, '')),
	};
}
