// Within how many polls each missing record has its turn, while others are new and change.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, timeOf } from './listing.mts';
import { watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

/** What goes on between two polls. */
interface Changes {
	created: number;
	changed: number;
}
const QUIET: Changes = { created: 0, changed: 0 };

/** The time and the lots of a test are its own. */
const drawn = <T,>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)];

/** Posts are created and changed before each poll, and one is deleted before every fifth. */
async function found(size: number, events: string[], deleted: number, changes: Changes) {
	const listing = listed(size);
	const trigger = watching(listing, { events });
	let second = 100_000;
	const poll = async () => {
		second++;
		const posts = [...listing.posts.values()];
		for (let count = 0; count < changes.created; count++) listing.create(second);
		for (let count = 0; count < changes.changed; count++) drawn(posts).updated = timeOf(second);
		listing.paths.length = 0;
		return await trigger.poll();
	};
	for (let polls = 0; polls < 45; polls++) await poll();
	const goneAt = new Map<unknown, number>();
	const waits: number[] = [];
	let questions = 0;
	let polls = 0;
	for (; polls < 5 * deleted + 100; polls++) {
		if (polls % 5 === 0 && polls < 5 * deleted) {
			const post = drawn([...listing.posts.values()]);
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
])(
	'each deletion of %i posts under %j is found within %i polls, with %j',
	async (size, events, within, changes) => {
		const { found: all, longest, questions } = await found(size, events, 40, changes);
		expect(all).toBe(40);
		expect(longest).toBeLessThanOrEqual(within);
		expect(questions).toBeLessThanOrEqual(1);
	},
);
