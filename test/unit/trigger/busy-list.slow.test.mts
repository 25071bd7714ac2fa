// What polls of a busy list ask for: posts change without a new date, which is what costs most.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed } from './listing.mts';
import { watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const POSTS = 5_000;
const POLLS = 60;
/** By changes in a minute: the requests of a poll each minute, on average and at most. */
const requests: Readonly<Record<number, readonly [average: number, most: number]>> = {
	0: [2, 2],
	3: [2, 2],
	10: [2, 2],
};

test.each(Object.entries(requests))(
	'%s changes in a minute',
	{ timeout: 300_000 },
	async (changes, [average, most]) => {
		const listing = listed(POSTS);
		const trigger = watching(listing, { events: ['newPost', 'postVotesChanged'] });
		await trigger.polls(55);
		const posts = [...listing.posts.values()];
		const counts: number[] = [];
		for (let poll = 0; poll < POLLS; poll++) {
			for (let vote = 0; vote < Number(changes); vote++)
				posts[(poll * 7_919 + vote * 1_009) % POSTS].total_sum++;
			listing.requests.length = 0;
			await trigger.poll();
			counts.push(listing.requests.length);
		}
		const mean = counts.reduce((all, one) => all + one) / POLLS;
		expect([Number(mean.toFixed(1)), Math.max(...counts)]).toEqual([average, most]);
	},
);
