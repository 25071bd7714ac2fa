// What n8n's engine, a slow service and sheer numbers do to a poll.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { ownTime } from '../own-time.mts';
import { elapse, ownChance, stopTime } from './elapsing.mts';
import { Listing, registration, reloaded } from './listing.mts';
import { ownSandboxInEachTest, sandbox } from './own-sandbox.mts';
import { polling } from './polling.mts';

ownSandboxInEachTest();

const newPosts = { events: ['newPost'] };
const ids = (items: IDataObject[]) => items.map(({ feedback_id }) => feedback_id);

describe('two polls at once', () => {
	test('what the second one found beside the first one comes with the next poll', async () => {
		const listing = new Listing({ perPage: 30 });
		for (let count = 0; count < 50; count++) listing.create(count);
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		const created = [...listing.posts.keys()].length;
		const more = () => {
			for (let count = 0; count < 70; count++) listing.create(1_000);
		};
		more();
		const second = Promise.withResolvers<void>();
		const reached = Promise.withResolvers<void>();
		let heads = 0;
		listing.before = async () => {
			if (listing.requests.at(-1)!.get('page') !== '1' || heads++ > 0) return undefined;
			reached.resolve();
			await second.promise;
			return undefined;
		};
		const first = poll();
		await reached.promise;
		more();
		const delivered = ids(await poll());
		expect(delivered).toHaveLength(140);
		second.resolve();
		expect(await first).toEqual([]);
		more();
		delivered.push(...ids(await poll()));
		expect(delivered).toEqual([...listing.posts.keys()].slice(created));
		expect(await poll()).toEqual([]);
	});

	test('what came while the first one was answered late is no part of the baseline that the second one took', async () => {
		const listing = new Listing({ perPage: 10 });
		for (let count = 0; count < 5; count++) listing.create(count);
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
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
			const listing = new Listing();
			for (let count = 0; count < 5; count++) listing.create(count);
			const scheduled = (staticData: StaticData) =>
				registration(listing, {
					parameters: { events: ['newPost', 'newEndUser'] },
					...{ workflow, staticData },
					...{ budgetMs: 36_000, activationMode: 'update' },
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

describe('time', () => {
	test('a service that never answers fails the poll, and the next one works', async () => {
		ownTime();
		const listing = new Listing();
		const poll = registration(listing, { parameters: newPosts, staticData: new StaticData() });
		await poll();
		const { feedback_id: id } = listing.create(1);
		listing.before = async () => await new Promise(() => undefined);
		await expect(poll()).rejects.toThrow('New Post');
		listing.before = () => undefined;
		expect(ids(await poll())).toEqual([id]);
	});

	/** Each request takes so long, by the clock that the trigger goes by. */
	function slow(listing: Listing, ms: number) {
		stopTime();
		listing.before = () => void elapse(ms) as undefined;
	}

	for (const ms of [500, 2_000, 4_000, 9_000]) {
		test(`5,000 posts at once arrive completely at ${ms} ms a page, each once`, async () => {
			const listing = new Listing({ perPage: 100 });
			for (let count = 0; count < 150; count++) listing.create(count);
			let staticData = new StaticData();
			const poll = async () => {
				const items = await registration(listing, {
					parameters: newPosts,
					staticData,
					workflow: `slow ${ms}`,
					budgetMs: 36_000,
				})();
				staticData = reloaded(JSON.parse(JSON.stringify(staticData.node)) as IDataObject);
				return items;
			};
			await poll();
			for (let count = 0; count < 5_000; count++) listing.create(1_000);
			slow(listing, ms);
			const delivered: unknown[] = [];
			let polls = 0;
			while (delivered.length < 5_000 && polls < 60) {
				const batch = ids(await poll());
				expect(batch).toEqual((batch as number[]).toSorted((a, b) => a - b));
				delivered.push(...batch);
				polls++;
			}
			expect(delivered.toSorted()).toEqual([...listing.posts.keys()].slice(150).toSorted());
			expect(new Set(delivered).size).toBe(5_000);
		});
	}
});

describe('failures', () => {
	const limited = { type: 'rateLimit', retryAfter: 120 } as const;

	test('after a 429 the next polls ask nothing until the service said so, or for 170 seconds', async () => {
		stopTime();
		sandbox.addKey('limited');
		const trigger = polling({ baseUrl: sandbox.baseUrl, apiKey: 'limited' }, newPosts);
		await trigger.poll();
		const created = sandbox.createPosts(1);
		sandbox.fault({ action: limited });
		await expect(trigger.poll()).rejects.toThrow(/rate limit/);
		const asked = sandbox.requests.length;
		for (let half = 0; half < 2; half++) {
			await expect(trigger.poll()).rejects.toThrow(/rate limit/);
			elapse(84_000);
		}
		expect(sandbox.requests.length).toBe(asked);
		elapse(3_000);
		expect(ids(await trigger.poll())).toEqual(created);
	});

	const answers = [
		{ type: 'unauthorized' },
		{ type: 'forbidden' },
		{ type: 'upgradeRequired' },
		{ type: 'html', status: 200 },
		{ type: 'truncatedJson' },
		{ type: 'envelopeWithoutData' },
		{ type: 'redirect', location: 'https://elsewhere.example.com/' },
		{ type: 'status', status: 404 },
	] as const;
	for (const action of answers) {
		test(`${action.type} is thrown, each time, without the key and the word that ends retries`, async () => {
			const trigger = polling(sandbox, newPosts);
			await trigger.poll();
			sandbox.fault({ times: 2, action });
			for (let polls = 0; polls < 2; polls++) {
				const error = await trigger.poll().then(
					() => undefined,
					(thrown: Error) => thrown,
				);
				expect(error).toBeInstanceOf(Error);
				const text = JSON.stringify({ ...error, message: error!.message });
				expect(text).not.toContain(sandbox.apiKey);
				expect(text).not.toMatch(/authorization/i);
			}
			const created = sandbox.createPosts(1);
			expect(ids(await trigger.poll())).toEqual(created);
		});
	}
});
