// What is new, in whatever order a list comes.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, Listing, pin } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('where no post has a date, new posts fire once the audit meets them', async () => {
	const listing = new Listing({ perPage: 10, shuffled: true });
	for (let made = 0; made < 45; made++) listing.create(made, { created: undefined });
	const trigger = await begun(listing);
	for (let made = 0; made < 10; made++) {
		const { feedback_id: id } = listing.create(made, { created: undefined });
		expect(ids(await trigger.polls(20))).toEqual([id]);
	}
});

test.each([
	['pinned on top', { updated: '2000-01-01 00:00:00' }, true],
	['without a date', { updated: null as never }, false],
])(
	'%s costs an idle poll of 5,000 posts no more than two requests',
	async (_what, values, isPinned) => {
		const listing = listed(5_000);
		const [odd] = listing.posts.values();
		const trigger = watching(listing, { events: ['postChanged'] });
		Object.assign(odd, values);
		if (isPinned) pin(listing, odd);
		await trigger.polls(3);
		listing.requests.length = 0;
		expect(await trigger.polls(20)).toEqual([]);
		expect(listing.requests.length).toBeLessThanOrEqual(40);
		expect(trigger.logged).toEqual([]);
	},
);
