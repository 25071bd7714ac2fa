import { expect, test } from 'vitest';
import { numbers, pages, type Said, walk } from './scripted-list.mts';

test.each<[string, (page: number) => Said]>([
	['the same page', () => ({ ids: [2, 1], more: true })],
	['empty pages', () => ({ ids: [], more: true })],
	['empty pages after two', (page) => ({ ids: page < 2 ? [page] : [], more: true })],
	['pages in a circle', (page) => ({ ids: [page % 3, 7], more: true })],
])('a list that returns %s for ever fails after at most 70 requests', async (_what, said) => {
	let requests = 0;
	const endless = walk((page) => {
		requests++;
		return said(page);
	});
	await expect(endless).rejects.toMatchObject({ problem: { kind: 'endless' } });
	expect(requests).toBeLessThanOrEqual(70);
});

test('a repeated page is the end if the service does not say that there are more', async () => {
	const same = await walk(() => ({ ids: [2, 1] }));
	expect(same).toMatchObject({ ids: [2, 1], asked: [0, 1, 2, 3] });
});

test('empty pages are not the end while the service says that there are more', async () => {
	const seldom = await walk((page) => ({ ids: page % 12 === 0 ? [page] : [], more: page < 72 }));
	expect(seldom.ids).toEqual([0, 12, 24, 36, 48, 60, 72]);
});

test.each([
	['all that it counts, and a page that is not full', 5, [[5, 4, 3, 2, 1]], [0]],
	['fewer than it counts', 9, [[5, 4, 3, 2, 1]], [0, 1]],
	['all that it counts, and a page that may be full', 10, [numbers(0, 10)], [0, 1]],
	['more than it counts', 2, [numbers(0, 10), [10, 11]], [0, 1]],
])('a list that returns %s is read no further than needed', async (_what, count, table, asked) => {
	const said = pages(...table.map((ids) => ({ ids })));
	const one = await walk(said, undefined, count);
	expect(one.ids).toEqual(table.flat());
	expect(one.asked).toEqual(asked);
	// What it says itself is believed first.
	const more = await walk((page) => ({ ...said(page), more: page < 2 }), undefined, count);
	expect(more.asked).toEqual(expect.arrayContaining([0, 1, 2]));
});

test('a list of many pages is read to its end', async () => {
	const { ids } = await walk((page) => ({ ids: [page], more: page < 1_200 }));
	expect(ids).toEqual(numbers(0, 1_201));
});

test('new records without end are read up to the limit', async () => {
	const endless = (page: number) => ({ ids: numbers(page * 10, page * 10 + 10), more: true });
	const { ids, asked } = await walk(endless, 45);
	expect(ids).toEqual(numbers(0, 45));
	expect(asked).toEqual([0, 1, 2, 3, 4]);
});

test('new records without end and without a limit fail', async () => {
	const endless = (page: number) => ({ ids: [page], more: true });
	await expect(walk(endless)).rejects.toMatchObject({ problem: { kind: 'endless' } });
});
