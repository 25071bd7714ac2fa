// Posts with comments, and a trigger that has begun to watch them.
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { Listing, type ListingSettings, registration, reloaded } from './listing.mts';

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
	let staticData = new StaticData();
	const registered = () => {
		const workflow = randomUUID();
		const parameters = { events: ['newComment'] };
		return registration(listing, { parameters, staticData, workflow, apiKey: workflow });
	};
	let poll = registered();
	expect(await poll()).toEqual([]);
	return {
		listing,
		posts,
		poll: async () => await poll(),
		restart() {
			staticData = reloaded(staticData.node);
			poll = registered();
		},
		get memory() {
			return JSON.parse(JSON.stringify(staticData.node['/v1/posts'])) as IDataObject;
		},
		asked: () => listing.paths.splice(0).map((path) => path.replace(/^\/v1\//, '')),
	};
}
