// What a reader says of the next page, whichever pages are read, and where it gives up.
import { describe, expect, test } from 'vitest';
import { type ListOptions, ListReader } from '../../../nodes/shared/client/list-reader';
import { path } from '../../../nodes/shared/client/path';
import type { Page } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import { numbers } from './scripted-list.mts';

type Said = Partial<Page> & { ids: readonly number[] };

/** A reader of a list that answers each page as the script says. */
function reading(script: (number: number) => Said, options?: ListOptions) {
	const asked: number[] = [];
	const page = async (_list: unknown, number: number): Promise<Page> => {
		asked.push(number);
		const { ids, ...said } = script(number);
		const records = ids.map((id) => ({ feedback_id: id }));
		return await Promise.resolve({ size: 1_000, ...said, records });
	};
	return { reader: new ListReader({ page }, postList, options), asked };
}

const refusal = new Error('No such page');

describe('whether there is another page', () => {
	test.each<[what: string, Said, more: string]>([
		['of one that says so', { ids: [1], hasMore: true }, 'yes'],
		['of an empty one that says so', { ids: [], hasMore: true }, 'yes'],
		['of one that denies it', { ids: [1], hasMore: false }, 'no'],
		['of one that does not say so', { ids: [1] }, 'unknown'],
		['of an empty one that does not say so', { ids: [] }, 'no'],
	])('%s', async (_what, said, more) => {
		expect((await reading(() => said).reader.read(0)).more).toBe(more);
	});

	test.each([
		[1, 1, 'no'],
		[0, 1, 'no'],
		[9, 9, 'no'],
		[2, 1, 'unknown'],
		[10, 10, 'unknown'],
	])('where %i records are expected, of a page of %i', async (count, length, more) => {
		const { reader } = reading(() => ({ ids: numbers(0, length) }), { count });
		expect((await reader.read(0)).more).toBe(more);
	});

	test('of a page that comes again and again: not after the third time', async () => {
		const { reader } = reading(() => ({ ids: [2, 1] }));
		const said = [];
		for (const number of [0, 1, 2, 3]) said.push(await reader.read(number));
		expect(said.map(({ more }) => more)).toEqual(['unknown', 'unknown', 'unknown', 'no']);
		expect(said.map(({ repeats }) => repeats)).toEqual([0, 1, 2, 3]);
		expect(said.map(({ fresh }) => fresh.length)).toEqual([2, 0, 0, 0]);
	});

	test('of a page that comes twice, once under each of two numbers, where one more was added', async () => {
		const table = [[3, 2], [3, 2], [3, 2], [1], []];
		const { reader } = reading((number) => ({ ids: table[number] }));
		const found = [];
		for (const number of table.keys()) found.push(...(await reader.read(number)).fresh);
		expect(found.map(({ feedback_id }) => feedback_id)).toEqual([3, 2, 1]);
	});
});

describe('pages in any order', () => {
	test('are compared with the page before them, whatever was read in between', async () => {
		const { reader } = reading((number) => ({ ids: number < 2 ? [2, 1] : [number] }));
		await reader.read(0);
		expect((await reader.read(7)).repeats).toBe(0);
		expect((await reader.read(1)).repeats).toBe(1);
		expect((await reader.read(8)).fresh).toEqual([{ feedback_id: 8 }]);
	});

	test('bring each record once', async () => {
		const { reader } = reading((number) => ({ ids: [number, 5], hasMore: true }));
		expect((await reader.read(9)).ids).toEqual(['9', '5']);
		const { fresh, records } = await reader.read(3);
		expect(fresh).toEqual([{ feedback_id: 3 }]);
		expect(records).toHaveLength(2);
		expect([reader.has({ feedback_id: 9 }), reader.has({ feedback_id: 4 })]).toEqual([true, false]);
	});

	test('may be refused beyond the end, but not behind a page that says that there are more', async () => {
		const { reader } = reading((number) =>
			number < 2 ? { ids: [number], hasMore: true } : { ids: [], hasMore: false, refusal },
		);
		expect(await reader.read(9)).toMatchObject({ records: [], more: 'no' });
		await reader.read(1);
		await expect(reader.read(2)).rejects.toBe(refusal);
	});

	test('go on after a page that was read earlier', async () => {
		const script = (number: number) => ({ ids: number < 2 ? [2, 1] : [2, 3] });
		const { records, fresh, ...after } = await reading(script).reader.read(0);
		expect([records.length, fresh.length]).toEqual([2, 2]);
		const { reader } = reading(script, { after });
		expect(await reader.read(1)).toMatchObject({ repeats: 1, fresh: [] });
		expect(await reader.read(2)).toMatchObject({ repeats: 0, fresh: [{ feedback_id: 3 }] });
	});

	test('are requested together as far as pages have brought new records, and as far as they are wanted', async () => {
		const { reader, asked } = reading((number) => ({ ids: [number], hasMore: true }));
		await reader.read(0, 5);
		expect(asked).toEqual([0]);
		await reader.read(1, 5);
		expect(asked).toEqual([0, 1, 2]);
		await reader.read(2, 2);
		expect(asked).toEqual([0, 1, 2, 3]);
	});

	test('are requested again after one that failed', async () => {
		let isBroken = true;
		const { reader, asked } = reading((number) => {
			if (number === 1 && isBroken) throw refusal;
			return { ids: [number], hasMore: true };
		});
		await reader.read(0);
		await expect(reader.read(1, 2)).rejects.toBe(refusal);
		isBroken = false;
		expect((await reader.read(1)).ids).toEqual(['1']);
		expect(asked).toEqual([0, 1, 2, 1]);
	});
});

describe('a list that is too large', () => {
	const MEGABYTE = 1024 * 1024;
	/** Pages of 100 records and this many characters. */
	const pages = (size: number, last = Infinity, options?: ListOptions) =>
		reading(
			(number) => ({
				ids: numbers(number * 100, number * 100 + 100),
				hasMore: number < last,
				size,
			}),
			options,
		).reader;

	async function readAll(reader: ListReader): Promise<number> {
		let records = 0;
		for (let more = 'yes'; more === 'yes'; ) {
			const page = await reader.read(reader.pages);
			({ more } = page);
			records += page.fresh.length;
		}
		return records;
	}

	test.each([
		['256 MB', undefined, 8 * MEGABYTE, 33],
		['64 MB, to look something up', 64 * MEGABYTE, 8 * MEGABYTE, 9],
		['10,000 pages', undefined, 1, 10_000],
	])('fails beyond %s', async (_what, mostCharacters, size, tries) => {
		const reader = pages(size, Infinity, { mostCharacters, path: path`/v1/post/${5}/comments` });
		await expect(readAll(reader)).rejects.toMatchObject({
			problem: { kind: 'endless', size: size * tries },
			call: { path: { text: '/v1/post/5/comments' } },
			tries,
		});
	});

	test('is returned where it ends just below: 50,000 posts of 5 KB', async () => {
		expect(await readAll(pages(100 * 5 * 1024, 499))).toBe(50_000);
	});

	test('is not one of which the same page comes again and again', async () => {
		const same = reading(() => ({ ids: [1], size: 100 * MEGABYTE })).reader;
		for (const number of [0, 1, 2]) await same.read(number);
		expect((await same.read(3)).more).toBe('no');
	});
});
