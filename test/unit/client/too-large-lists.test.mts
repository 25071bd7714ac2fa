// A list that is too large is an error, never a part of it.
import { expect, test } from 'vitest';
import { type ListOptions, ListReader } from '../../../nodes/shared/client/list-reader';
import { path } from '../../../nodes/shared/client/path';
import { postList } from '../../../nodes/shared/service/posts';
import { numbers } from './scripted-list.mts';

const MEGABYTE = 1024 * 1024;
/** Pages of this many characters, with a record for each of the first 100. */
const pages = (size: number, last = Infinity, options?: ListOptions) =>
	new ListReader(
		{
			page: async (_list: unknown, number: number) =>
				await Promise.resolve({
					records: numbers(number * 100, number * 100 + Math.min(size, 100)).map((id) => ({
						feedback_id: id,
					})),
					hasMore: number < last,
					size,
				}),
		},
		postList,
		options,
	);

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
])('a list fails beyond %s', async (_what, mostCharacters, size, tries) => {
	const reader = pages(size, Infinity, { mostCharacters, path: path`/v1/post/${5}/comments` });
	await expect(readAll(reader)).rejects.toMatchObject({
		problem: { kind: 'endless', size: size * tries },
		call: { path: { text: '/v1/post/5/comments' } },
		tries,
	});
});

test('a list is returned where it ends just below: 50,000 posts of 5 KB', async () => {
	expect(await readAll(pages(100 * 5 * 1024, 499))).toBe(50_000);
});
