// The figures in docs/trigger.md that a few polls show. Those of the size and of the requests stand in tests of their own.
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { fingerprint } from '../../../nodes/FeedbackTrigger/snapshot/encoding';
import { commented } from './commented.mts';
import { listed, ownTimeAndChanceInEachTest, refusal, watching } from './watching.mts';

ownTimeAndChanceInEachTest();

const DIGITS_OF_FINGERPRINT = 64;
const figures: ReadonlyArray<[says: RegExp, is: () => Promise<number[]>]> = [
	[/is named in the (\S+) poll in a row, and then in every (\S+)th/, failedPolls],
	[/The newest (\S+) records of a list are read in each poll/, async () => [await pageSize()]],
	[/A list of up to (\S+) records is read\s+through within (\S+) polls/, auditOfLongList],
	[/up to (\S+) records in a poll/, async () => [await recordsOfFirstPoll()]],
	[/It is not listed within (\S+) polls/, async () => [await pollsInVain()]],
	[/more than (\S+) pages of comments in no order/, async () => [await pagesOfComments()]],
	[
		/One change in (\S+) goes unnoticed/,
		async () => [DIGITS_OF_FINGERPRINT ** (await Promise.resolve(fingerprint('any'))).length],
	],
];

const ORDINALS = 'zeroth first second third fourth fifth'.split(' ');

test.each(figures)('docs/trigger.md: %s', async (says, is) => {
	const page = readFileSync(new URL('../../../docs/trigger.md', import.meta.url), 'utf8');
	const found = says.exec(page)?.slice(1).map(valueOf);
	expect(
		found,
		`docs/trigger.md says nothing like ${says}: correct the page or this test`,
	).toBeDefined();
	const measured = await is();
	const advice = `docs/trigger.md says ${found!.join(' and ')}, and it is ${measured.join(' and ')}: correct the page`;
	for (const [at, value] of measured.entries())
		expect(Math.abs(value - found![at]), advice).toBeLessThanOrEqual(roundingOf(found![at]));
});

function valueOf(written: string): number {
	const ordinal = ORDINALS.indexOf(written);
	return ordinal >= 0 ? ordinal : Number(written.replaceAll(',', ''));
}

/** Large figures are rounded. */
const roundingOf = (figure: number) => (figure > 100_000 ? figure / 20 : 0);

/** In which poll a list that fails beside another one is named, and after how many it is named again. */
async function failedPolls(): Promise<number[]> {
	const listing = listed(5);
	const trigger = watching(listing, { events: ['newPost', 'newEndUser'] });
	await trigger.poll();
	listing.before = () => (listing.paths.at(-1) === '/v1/users' ? refusal(403) : undefined);
	const named: number[] = [];
	for (let polls = 1; polls <= 50; polls++)
		await trigger.poll().catch(() => void named.push(polls));
	return [named[0], named[1] - named[0]];
}

async function pageSize(): Promise<number> {
	const listing = listed(5);
	await watching(listing).poll();
	return Number(listing.requests[0].get('per_page'));
}

/** The records of a list, and the most polls in which all its pages were read. */
async function auditOfLongList(): Promise<number[]> {
	const records = 2_000;
	// The place behind the last page comes first, so that it takes longest.
	vi.spyOn(Math, 'random').mockReturnValue(0.99);
	const listing = listed(records);
	const trigger = watching(listing);
	await trigger.poll();
	listing.requests = [];
	const pagesRead = () => new Set(listing.requests.map((query) => query.get('page'))).size;
	let polls = 0;
	for (; pagesRead() < records / 100 && polls < 100; polls++) await trigger.poll();
	return [records, polls];
}

async function recordsOfFirstPoll(): Promise<number> {
	const listing = listed(12_000);
	await watching(listing).poll();
	return 100 * listing.requests.length;
}

/** Polls in which a comment is looked for that its post counts and does not list. */
async function pollsInVain(): Promise<number> {
	const { listing, posts, poll, asked } = await commented([2]);
	listing.comment(posts[0], 9_000);
	await poll();
	posts[0].total_comments++;
	asked();
	const read = async () => {
		await poll();
		return asked().some((path) => path.endsWith('/comments'));
	};
	let polls = 0;
	while (polls < 30 && (await read())) polls++;
	return polls;
}

/** The most pages of comments for which a post is read to its end: of a longer one few are read. */
async function pagesOfComments(): Promise<number> {
	const pages: number[] = [];
	for (const count of [99, 199, 209, 299]) {
		const { listing, posts, poll, asked } = await commented([count], { comments: 'in no order' });
		listing.comment(posts[0], 9_000);
		asked();
		await poll();
		pages.push(asked().filter((path) => path.endsWith('/comments')).length);
	}
	return Math.max(...pages);
}
