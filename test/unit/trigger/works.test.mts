// Which pages the events of one poll ask for, and how those that read the same list share them.
import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../../nodes/FeedbackTrigger/cursor';
import { events, type Watched } from '../../../nodes/FeedbackTrigger/events';
import { ids } from '../../../nodes/FeedbackTrigger/keeping';
import type { Looks } from '../../../nodes/FeedbackTrigger/looks';
import { Reading } from '../../../nodes/FeedbackTrigger/reading';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';
import type { Work } from '../../../nodes/FeedbackTrigger/turns';
import { worksOf } from '../../../nodes/FeedbackTrigger/works';
import type { FeedbackClient } from '../../../nodes/shared/client/client';
import type { Page } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import { timeOf } from './listing.mts';

const newPost = events.find(({ option }) => option.value === 'newPost')!;

const watchedIn = (source: string): Watched => ({
	event: newPost,
	rule: { tellsFirst: true },
	query: { per_page: 100, sort: source },
	...{ filters: {}, scope: source, source, account: '' },
});

const nothing: Cursor = { scope: '', account: '', owed: [], depth: 0, seen: Seen.none(ids) };

/** A list of so many posts, newest first, ten to a page unless said otherwise. Says what is asked of it. */
function service(posts: number, perPage = 10) {
	const asked: Array<{ page: number; sort: unknown; former?: Page }> = [];
	let answer: () => void = () => {};
	const feedback = {
		async page(
			list: unknown,
			page: number,
			{ sort }: Record<string, unknown>,
			{ former }: { former?: Page },
		) {
			expect(list).toBe(postList);
			asked.push({ page, sort, ...(former && { former }) });
			answer();
			const numbers = Array.from({ length: perPage }, (_, at) => posts - page * perPage - at);
			const records = numbers
				.filter((number) => number > 0)
				.map((number) => ({ feedback_id: number, created: timeOf(number) }));
			return { records, hasMore: records.length === perPage, raw: '' };
		},
	} as unknown as FeedbackClient;
	return {
		...{ asked, feedback },
		fail: (error?: Error) => {
			answer = () => {
				if (error) throw error;
			};
		},
	};
}

async function send(work: Work): Promise<boolean> {
	const next = work.next();
	await next?.();
	return next !== undefined;
}

test('the newest page is asked for with what it was the last time, in the same registration', async () => {
	const { asked, feedback } = service(25);
	const [registration, another] = [{}, {}];
	for (const one of [registration, registration, another]) {
		const [work] = worksOf(one, feedback, [{ reading: new Reading(watchedIn('new'), nothing) }]);
		while (await send(work));
	}
	expect(asked.map(({ page, former }) => [page, former?.records.length])).toEqual([
		...[
			[0, undefined],
			[1, undefined],
			[2, undefined],
		],
		...[
			[0, 10],
			[1, undefined],
			[2, undefined],
		],
		...[
			[0, undefined],
			[1, undefined],
			[2, undefined],
		],
	]);
});

test('events that read the same list share its pages, each as far as it needs them', async () => {
	const { asked, feedback } = service(25);
	const all = new Reading(watchedIn('new'), nothing);
	// Knows the second page, and asks for no further one.
	const seen = Seen.none(ids).with(
		[15, 14, 13, 12, 11, 10, 9, 8, 7, 6].map((id) => ({ id: String(id), print: '' })),
	);
	const some = new Reading(watchedIn('new'), { ...nothing, seen });
	const other = new Reading(watchedIn('updated'), nothing);
	const works = worksOf(
		{},
		feedback,
		[all, some, other].map((reading) => ({ reading })),
	);
	while (await send(works[0]));
	expect(asked.map(({ sort, page }) => [sort, page])).toEqual([
		['new', 0],
		['new', 1],
		['new', 2],
	]);
	expect([...all.pages.keys()]).toEqual([0, 1, 2]);
	expect([...some.pages.keys()]).toEqual([0, 1]);
	expect(other.pages.size).toBe(0);
	expect(works[1].next()).toBeUndefined();
	expect(works[2].next()).toBeDefined();
	expect(works.map(({ event }) => event)).toEqual([newPost, newPost, newPost]);
});

test('what fails is not asked for again in the same poll', async () => {
	const { asked, feedback, fail } = service(25);
	const [work] = worksOf({}, feedback, [{ reading: new Reading(watchedIn('new'), nothing) }]);
	await send(work);
	fail(new Error('no'));
	await expect(send(work)).rejects.toThrow('no');
	fail();
	expect(await send(work)).toBe(false);
	expect(asked.map(({ page }) => page)).toEqual([0, 1]);
});

describe('what is to be looked into', () => {
	/** So many looks, each of which is asked for by its own. */
	const looksOf = (looks: number, said: string[]) =>
		({
			next: () =>
				looks === 0
					? undefined
					: async () => {
							looks--;
							said.push('look');
						},
		}) as unknown as Looks;

	test('comes after the newest page, and before the ones below it', async () => {
		const { asked, feedback } = service(25);
		const said: string[] = [];
		const reading = new Reading(watchedIn('new'), nothing);
		const [work] = worksOf({}, feedback, [{ reading, looks: looksOf(2, said) }]);
		const steps: string[] = [];
		while (await send(work)) steps.push([...said.splice(0), ...asked.splice(0)].map(String).join());
		expect(steps.map((step) => step === 'look')).toEqual([false, true, true, false, false]);
	});

	test('is looked into also where a page has failed', async () => {
		const { feedback, fail } = service(25);
		const said: string[] = [];
		fail(new Error('no'));
		const reading = new Reading(watchedIn('new'), nothing);
		const [work] = worksOf({}, feedback, [{ reading, looks: looksOf(1, said) }]);
		await expect(send(work)).rejects.toThrow('no');
		expect(await send(work)).toBe(true);
		expect(said).toEqual(['look']);
		expect(await send(work)).toBe(false);
	});
});

describe('one poll', () => {
	test.each<[string, number, number, Cursor | undefined, number]>([
		['reads 100 pages', 300, 2, undefined, 100],
		['reads until there are 2,500 news', 6_000, 100, nothing, 25],
		['reads on where there are fewer', 2_490, 83, nothing, 31],
	])('%s', async (_what, posts, perPage, cursor, pages) => {
		const { asked, feedback } = service(posts, perPage);
		const reading = new Reading(watchedIn('new'), cursor);
		const [work] = worksOf({}, feedback, [{ reading }]);
		while (await send(work));
		expect(asked).toHaveLength(pages);
		expect(reading.pages.size).toBe(pages);
	});
});
