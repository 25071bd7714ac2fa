// How far ahead pages are asked for, and how many without need.
import { expect, test } from 'vitest';
import type { Selection } from '../../../nodes/shared/client/period';
import { collect, pagesOf } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { numbers, parameters } from './scripted-list.mts';
import { ok, scene } from './scripted-transport.mts';

/** Rounds of requests, each as long as one request takes, and how many requests it were. */
async function reading(count: number, only?: Selection, total = count, from = 0) {
	const one = scene(async ({ url }) => {
		await one.clock.sleep(100);
		const page = Number(parameters(url).page);
		const items = page < total ? [{ feedback_id: page }] : [];
		return ok({ items, has_more: page < total - 1 });
	});
	const start = one.clock.now();
	const limit = from === 0 ? undefined : count - from;
	const records = await collect(one.client, { list: postList, query: {}, only, limit });
	expect(records.map(({ feedback_id }) => feedback_id)).toEqual(numbers(from, count));
	return { rounds: (one.clock.now() - start) / 100, requests: one.sent.length };
}

test.each([
	[1, 1, 1],
	[2, 2, 4],
	[3, 2, 6],
	[10, 3, 20],
	[15, 4, 30],
	[20, 4, 35],
	[100, 9, 115],
	[1000, 66, 1015],
])(
	'reading ahead takes for %i pages at most %i rounds and %i requests',
	async (count, rounds, requests) => {
		const took = await reading(count);
		expect(took.rounds).toBeLessThanOrEqual(rounds);
		expect(took.requests).toBeLessThanOrEqual(requests);
	},
);

test('reading ahead asks for as many pages as were read, up to seven, if not all may be needed', async () => {
	const everyOne: Selection = { takes: () => true, pagesLeft: () => Infinity };
	expect(await reading(20, everyOne)).toEqual({ rounds: 5, requests: 27 });
});

/** The first pages of the list, as far as they were changed since a time. */
const first = (count: number): Selection => ({
	takes: ({ feedback_id }) => Number(feedback_id) < count,
	pagesLeft: ([{ feedback_id }]) => (Number(feedback_id) < count ? Infinity : 0),
});

test.each([
	[5, 3, 13],
	[20, 5, 29],
	[100, 15, 109],
	[1000, 127, 1009],
])(
	'reading ahead takes for the first %i pages of 2,000 at most %i rounds and %i requests',
	async (count, rounds, requests) => {
		const took = await reading(count, first(count), 2_000);
		expect(took.rounds).toBeLessThanOrEqual(rounds);
		expect(took.requests).toBeLessThanOrEqual(requests);
	},
);

test('few large pages are asked for ahead, and all are read', async () => {
	const count = 20;
	const title = 'x'.repeat(10 * 1024 * 1024);
	let unread = 0;
	let most = 0;
	const one = scene(({ url }) => {
		const page = Number(parameters(url).page);
		most = Math.max(most, ++unread);
		return ok({
			items: page < count ? [{ feedback_id: page, title }] : [],
			has_more: page < count - 1,
		});
	});
	const ids: unknown[] = [];
	for await (const records of pagesOf(one.client, { list: postList, query: {} })) {
		unread--;
		ids.push(...records.map(({ feedback_id }) => feedback_id));
	}
	expect(ids).toEqual(numbers(0, count));
	// Six of these pages are 60 MB; those that were asked for twice or without need were let go.
	expect(most).toBeLessThanOrEqual(6 + one.sent.length - count);
	expect(one.sent.length - count).toBeLessThan(10);
});
