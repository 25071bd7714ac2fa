// What is new while the first reading of a list is not at its end: by where a post stands, and by when it was created.
import { expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { emptyOnce, listed, Listing, refusal, slow, timeOf } from './listing.mts';
import { begun, ids, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

type Row = readonly [id: number, second: number];

/** Three to a page; the id of each says when it was created. The newest is not on top. */
const known: readonly Row[] = [18, 19, 17, 16, 15, 14, 13, 12, 11].map((at) => [at, at]);
const [first, second, third, ...below] = known;

const rows: Array<[what: string, list: readonly Row[], fires: number[]]> = [
	['newer than all', [[99, 20], ...known], [99]],
	['two that are newer than all', [[99, 21], [98, 20], ...known], [98, 99]],
	['of the same second as the newest, above it', [[99, 19], ...known], [99]],
	[
		'of the same second as the newest, below a known one',
		[first, [99, 19], second, third, ...below],
		[],
	],
	['newer than all, below a known one', [first, [99, 20], second, third, ...below], []],
	['older than one of the known ones below', [[99, 18], ...known], []],
	['older than one that is pinned below', [[99, 17], first, third, ...below], []],
	['older than one further down', [[99, 17], third, first, ...below], []],
	[
		'newer than all, below older ones on a page that was never read',
		[first, second, third, [99, 30], ...below],
		[],
	],
	['newer than all, below one with an odd date', [[97, 1], [99, 30], ...known], [99]],
];

/** Polls once, while the key may read no page but the first. */
async function beginReading() {
	const listing = new Listing();
	const served = { list: known, readable: 1 };
	listing.before = () => {
		const page = Number(listing.requests.at(-1)!.get('page'));
		const { list, readable } = served;
		if (page >= readable) return refusal(403);
		const items = list
			.slice(3 * page, 3 * page + 3)
			.map(([id, at]) => ({ feedback_id: id, created: timeOf(at) }));
		const data = { items, has_more: list.length > 3 * page + 3 };
		return { status: 200, body: JSON.stringify({ status: 'success', data }) };
	};
	const { now: poll, logged } = await begun(listing);
	expect(logged).toEqual([
		'New Post could not be read completely: The API key is not allowed to read what New Post needs',
	]);
	return { served, poll };
}

test.each(rows)('a post %s', async (_what, list, fires) => {
	const { served, poll } = await beginReading();
	for (let polls = 0; polls < 4; polls++) await poll().catch(() => []);
	Object.assign(served, { list, readable: 9 });
	expect(ids(await poll())).toEqual(fires);
	for (let polls = 0; polls < 25; polls++) expect(await poll()).toEqual([]);
});

test('a post that was held back fires, though a newer one has fired already', async () => {
	const { served, poll } = await beginReading();
	const newer: Row = [99, 21];
	served.list = [newer, ...known];
	expect(ids(await poll())).toEqual([99]);
	Object.assign(served, { list: [[98, 20], newer, ...known], readable: 9 });
	expect(ids(await poll())).toEqual([98]);
});

test('a first reading of several polls starts over where n8n keeps nothing of polls without news', async () => {
	const listing = listed(300);
	const trigger = watching(listing);
	slow(listing, 20_000);
	for (let polls = 0; polls < 3; polls++) {
		listing.requests.length = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(Number(listing.requests[0].get('page'))).toBe(0);
		trigger.restart('update', {});
	}
});

test.each([0, 1, 2])(
	'page %s of a first reading is empty by mistake: no existing post fires',
	async (page) => {
		const listing = listed(250);
		const wasEmpty = emptyOnce(listing, page, false);
		const trigger = await begun(listing);
		expect(wasEmpty()).toBe(true);
		expect(await trigger.polls(30)).toEqual([]);
		const { feedback_id: fresh } = listing.create(9_000);
		expect(ids(await trigger.poll())).toEqual([fresh]);
	},
);
