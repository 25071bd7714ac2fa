// The figures in docs/trigger.md, beside what a few polls show. Those of the requests stand in a test of their own.
import { test, vi } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { fingerprint } from '../../../nodes/FeedbackTrigger/snapshot/encoding';
import { expectFigure } from '../../figures.mts';
import { commented } from './commented.mts';
import type { Listing } from './listing.mts';
import {
	listed,
	ownTimeAndChanceInEachTest,
	refuse,
	varied,
	type Watching,
	watching,
} from './watching.mts';

ownTimeAndChanceInEachTest();

const DIGITS_OF_FINGERPRINT = 64;
const A_FIFTH = 0.2;
const figures: ReadonlyArray<[says: RegExp, is: () => Promise<number[]>, rounding?: number]> = [
	[/is named in the (\S+) poll in a row, and then in every (\S+)th/, failedPolls],
	[/The newest (\S+) records of a list are read in each poll/, async () => [await pageSize()]],
	[/A list of up to (\S+) records is read\s+through within (\S+) polls/, auditOfLongList],
	[/up to (\S+) records in a poll/, async () => [await recordsOfFirstPoll()]],
	[/It is not listed within (\S+) polls/, async () => [await pollsInVain()]],
	[/more than (\S+) pages of comments in no order/, async () => [await pagesOfComments()]],
	[
		/One change in (\S+) goes unnoticed/,
		async () => [DIGITS_OF_FINGERPRINT ** (await Promise.resolve(fingerprint('any'))).length],
		0.05,
	],
	[/([\d,]+) KB: (?:about )?([\d,]+) posts with all events of posts/, mostPosts, A_FIFTH],
	[/([\d,]+) posts take about ([\d,]+) KB/, bytesOfFiltered, A_FIFTH],
	[/([\d,]+) triggers with ([\d,]+) posts each take about ([\d,]+) MB/, bytesOfTriggers, A_FIFTH],
];

const ofPosts = events
	.filter(({ list, value }) => list.path === '/v1/posts' && value !== 'commentEdited')
	.map(({ value }) => value);

test.each(figures)('docs/trigger.md: %s', async (says, is, rounding) => {
	await expectFigure({ page: 'docs/trigger.md', says, is, rounding });
});

/** In which poll a list that fails beside another one is named, and after how many it is named again. */
async function failedPolls(): Promise<number[]> {
	const listing = listed(5);
	const trigger = watching(listing, { events: ['newPost', 'newEndUser'] });
	await trigger.poll();
	refuse(listing, '/v1/users');
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

/** Bytes that n8n stores for a trigger over these posts. */
async function bytesOf(listing: Listing, watched: Watching = { events: ofPosts }): Promise<number> {
	const trigger = watching(listing, watched);
	await trigger.polls(3);
	return JSON.stringify(trigger.memory).length;
}

/** The most kilobytes of a snapshot, and how many posts with long IDs they hold. */
async function mostPosts(): Promise<number[]> {
	const posts = 4_000;
	const [most, some] = [
		await bytesOf(varied(20_000, '19 digits')),
		await bytesOf(varied(posts, '19 digits')),
	];
	return [most / 1_000, (most * posts) / some];
}

async function bytesOfFiltered(): Promise<number[]> {
	const posts = 25_000;
	const parameters = { postFilters: { filter: 'planned' } };
	return [posts, (await bytesOf(varied(posts), { parameters })) / 1_000];
}

async function bytesOfTriggers(): Promise<number[]> {
	const [triggers, posts] = [1_000, 10_000];
	return [triggers, posts, (triggers * (await bytesOf(varied(posts)))) / 1_000_000];
}
