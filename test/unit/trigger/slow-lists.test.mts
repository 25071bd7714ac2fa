// Lists that are long or slow: how soon each record is found.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { answer, listed, type Listing, refusal, refuse, refusePage, slow } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

test('a list of which a poll can read two pages is read to its end, and then audited', async () => {
	const listing = listed(900);
	const trigger = watching(listing);
	slow(listing, 12_000);
	for (let polls = 0; polls < 30; polls++) expect(await trigger.poll()).toEqual([]);
	const { feedback_id: old } = listing.create(450);
	const found: unknown[] = [];
	for (let polls = 0; polls < 25; polls++) {
		found.push(...ids(await trigger.poll()));
		trigger.restart();
	}
	expect(found).toEqual([old]);
});

test('a deletion fires where an answer takes nine seconds', async () => {
	const listing = listed(250, { perPage: 10 });
	const trigger = watching(listing, { events: ['postDeleted'] });
	await trigger.polls(30);
	slow(listing, 9_000);
	listing.delete(listing.posts.get(160)!);
	expect(await trigger.polls(120)).toHaveLength(1);
});

test('what is left and never read is said in the third poll in a row, also where each poll has news', async () => {
	const listing = listed(900);
	const trigger = await begun(listing);
	for (let made = 0; made < 300; made++) listing.create(1_000 + made);
	slow(listing, 30_000);
	const failed: number[] = [];
	for (let poll = 1; poll <= 14; poll++) {
		listing.create(2_000 + poll);
		await trigger.poll().catch(() => failed.push(poll));
	}
	expect(failed).toEqual([4]);
});

const never = new Promise<never>(() => undefined);

test.each<[string, number, string, (listing: Listing) => void]>([
	['page 1, and a page of posts comes', 1, 'postStatusChanged', (all) => void all.createMany(150)],
	['page 4, and an event is added', 4, 'postVotesChanged', () => undefined],
])(
	'%s never answers: it is said, and then left out until its turn',
	async (_what, page, added, happens) => {
		const listing = listed(900);
		const trigger = await begun(listing, ['newPost', 'postStatusChanged']);
		await trigger.polls(25);
		happens(listing);
		refusePage(listing, page, never);
		trigger.choose({ events: ['newPost', 'postStatusChanged', added] });
		const [fired, failed, waited]: [unknown[], number[], number[]] = [[], [], []];
		const old = [...listing.posts.values()].slice(0, 100);
		for (let poll = 1; poll <= 80; poll++) {
			if (poll % 20 === 0 && poll < 80) old[poll].status = `planned ${poll}`;
			const start = time.now();
			fired.push(...(await trigger.poll().catch(() => (failed.push(poll), []))));
			if (time.now() - start > 90_000) waited.push(poll);
		}
		const changed = fired as Array<Record<string, unknown>>;
		expect(changed.filter(({ event }) => event === 'postStatusChanged')).toHaveLength(3);
		// Three failures in a row, one to pass it over, and its turn in each round.
		expect(waited.length).toBeLessThanOrEqual(12);
		expect(failed).toHaveLength(1);
	},
);

test('a page that the poll has no time to ask for has not failed', async () => {
	const listing = listed(900);
	const trigger = await begun(listing, ['newPost', 'newEndUser']);
	const days = async (count: number) => {
		for (let day = 0; day < count; day++) {
			await time.sleep(24 * 3_600_000);
			expect(await trigger.now()).toEqual([]);
		}
	};
	for (let round = 0; round < 3; round++) {
		refuse(listing, '/v1/posts', refusal(500));
		// One failure is not said.
		await days(1);
		slow(listing, 9_000);
		await days(1);
	}
});

test.each([
	['is never answered', 1, never],
	['is never answered', 60, never],
	['is never answered', 24 * 60, never],
	['is refused', 24 * 60, refusal(403)],
])(
	'what is left below a page that %s fires soon, with a poll every %i minutes, and so does the page itself later',
	async (_what, minutes, how) => {
		const listing = listed(0, { perPage: 2, hasMore: false });
		const trigger = await begun(listing);
		refusePage(listing, 1, how);
		const polls = async (count: number) => {
			const fired: unknown[] = [];
			for (let polled = 0; polled < count; polled++) {
				await time.sleep(minutes * 60_000);
				fired.push(...ids(await trigger.now().catch(() => [])));
			}
			return fired.toSorted();
		};
		const [first, second, third] = listing.createMany(3, 100);
		expect(await polls(1)).toEqual([second, third]);
		const [fourth, fifth] = listing.createMany(2, 200);
		expect(await polls(6)).toEqual([first, fourth, fifth]);
		const next = listing.createMany(2, 300);
		expect(await polls(2)).toEqual(next);
		answer(listing);
		const late = listing.create(50).feedback_id;
		expect(await polls(minutes === 1 ? 25 : 3)).toEqual([late]);
	},
);
