// What n8n's engine and a failing service do to a poll.
import { describe, expect, test } from 'vitest';
import { StaticData } from '../n8n-static-data.mts';
import { elapse, ownChance, ownTime, stopTime } from '../own-time.mts';
import { answer, listed } from './listing.mts';
import {
	begun,
	ids,
	ownSandboxInEachTest,
	registration,
	reloaded,
	sandbox,
	watching,
} from './n8n.mts';

ownSandboxInEachTest();

describe('two polls at once', () => {
	test('what came while the first one was answered late is no part of the baseline that the second one took', async () => {
		const listing = listed(5);
		const { now: poll } = watching(listing);
		const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		listing.before = async () => {
			listing.before = () => undefined;
			isAsked.resolve();
			await mayAnswer.promise;
			return undefined;
		};
		const first = poll();
		await isAsked.promise;
		expect(await poll()).toEqual([]);
		const { feedback_id: id } = listing.create(1_000);
		mayAnswer.resolve();
		expect(await first).toEqual([]);
		expect(ids(await poll())).toEqual([id]);
	});

	describe("each on a copy of its own, as of n8n's scheduler after a restart", () => {
		/** A listing that is known, and what n8n has stored of it. */
		async function known(workflow: string) {
			stopTime();
			ownChance();
			const listing = listed(5);
			const scheduled = (staticData: StaticData) =>
				registration(listing, {
					parameters: { events: ['newPost', 'newEndUser'] },
					workflow,
					staticData,
					pollBudgetMs: 36_000,
					activationMode: 'update',
				})();
			const stored = new StaticData();
			await scheduled(stored);
			const { feedback_id: id } = listing.create(1_000);
			return { listing, scheduled, id, copy: () => reloaded(stored.node) };
		}

		test('one of them delivers what is new, and nothing is lost after it', async () => {
			const { listing, scheduled, id, copy } = await known('copies');
			const copies = Array.from({ length: 5 }, copy);
			const found = await Promise.all(copies.map(scheduled));
			expect(found.flatMap(ids)).toEqual([id]);
			// n8n reads what is stored before the poll begins, and stores what came out after it has ended.
			expect(await scheduled(copy())).toEqual([]);
			const saved = reloaded(copies[found.findIndex(({ length }) => length > 0)].node);
			const late = copy();
			const { feedback_id: next } = listing.create(1_001);
			expect(ids(await scheduled(saved))).toEqual([next]);
			expect(await scheduled(late)).toEqual([]);
		});

		test('an older copy does not take the place of a newer one, whatever else is new', async () => {
			const { listing, scheduled, id, copy } = await known('older');
			const older = copy();
			expect(ids(await scheduled(copy()))).toEqual([id]);
			listing.join(1_001);
			elapse(44_000);
			expect(await scheduled(older)).toEqual([]);
			expect(older.node).toEqual(copy().node);
		});

		test('what n8n could not store comes again, with the same ID', async () => {
			const { scheduled, copy } = await known('unsaved');
			const items = await scheduled(copy());
			expect(items).toHaveLength(1);
			elapse(45_000);
			expect(await scheduled(copy())).toEqual(items);
		});
	});
});

test('a service that never answers fails the poll, and the next one works', async () => {
	ownTime();
	const listing = listed(5);
	const trigger = await begun(listing);
	const { feedback_id: id } = listing.create(1_000);
	listing.before = async () => await new Promise(() => undefined);
	await expect(trigger.now()).rejects.toThrow('New Post');
	answer(listing);
	expect(ids(await trigger.now())).toEqual([id]);
});

const limited = { type: 'rateLimit', retryAfter: 120 } as const;

test('after a 429 the next polls ask nothing until the service said so, or for 170 seconds', async () => {
	stopTime();
	sandbox.addKey('limited');
	const trigger = await begun({ baseUrl: sandbox.baseUrl, apiKey: 'limited' });
	const created = sandbox.createPosts(1);
	sandbox.fault({ action: limited });
	expect(await trigger.poll()).toEqual([]);
	const asked = sandbox.requests.length;
	expect(await trigger.poll()).toEqual([]);
	elapse(84_000);
	await expect(trigger.poll()).rejects.toThrow(/rate limit/);
	elapse(84_000);
	expect(sandbox.requests.length).toBe(asked);
	elapse(3_000);
	expect(ids(await trigger.poll())).toEqual(created);
});
