// What docs/trigger.md says a snapshot takes, beside what it takes.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { byKey, StaticData } from '../n8n-context.mts';
import { noChance } from './elapsing.mts';
import { type IdForm, Listing, registration } from './listing.mts';

beforeEach(noChance);

const { properties } = new FeedbackTrigger().description;
const ofPosts = properties
	.find(({ name }) => name === 'events')!
	.options!.map((option) => String((option as { value: string }).value))
	.filter((event) => /post|newComment/i.test(event));

interface Watched {
	events?: string[];
	postFilters?: object;
	ids?: IdForm;
}

/** Bytes that n8n stores for a trigger over this number of posts. */
async function bytesOf(count: number, { ids, ...chosen }: Watched = {}): Promise<number> {
	const listing = new Listing({ perPage: 1_000, ...(ids && { ids }) });
	for (let made = 0; made < count; made++) {
		listing.create(made, { total_sum: made % 300, type: ['idea', 'bug'][made % 2] });
	}
	const staticData = new StaticData();
	const parameters = { events: ofPosts, votes: 1_000, votesCounted: 'total_sum', ...chosen };
	const poll = registration(listing, { parameters, staticData });
	for (let polls = 0; polls < 3; polls++) await poll();
	return JSON.stringify(staticData.node).length;
}

const POSTS = 4_000;
const LONG: Watched = { ids: '19 digits' };

test.each<[says: RegExp, is: () => Promise<number[]>]>([
	[
		/([\d,]+) KB: (?:about )?([\d,]+) posts with all events of posts/,
		async () => {
			const most = await bytesOf(20_000, LONG);
			return [most / 1000, (most * POSTS) / (await bytesOf(POSTS, LONG))];
		},
	],
	[
		/([\d,]+) posts take about ([\d,]+) KB/,
		async () => {
			const filtered = { events: ['newPost'], postFilters: { filter: byKey('planned') } };
			return [25_000, (await bytesOf(25_000, filtered)) / 1000];
		},
	],
	[
		/([\d,]+) triggers with ([\d,]+) posts each take about ([\d,]+) MB/,
		async () => [1_000, 10_000, (1_000 * (await bytesOf(10_000))) / 1_000_000],
	],
])('docs/trigger.md: %s, to a fifth', async (says, is) => {
	const page = readFileSync(new URL('../../../docs/trigger.md', import.meta.url), 'utf8');
	const found = says
		.exec(page)
		?.slice(1)
		.map((figure) => Number(figure.replaceAll(',', '')));
	expect(
		found,
		`docs/trigger.md says nothing like ${says}: correct the page or this test`,
	).toBeDefined();
	const measured = await is();
	const advice = `docs/trigger.md says ${found!.join(' and ')}, and it is ${measured.join(' and ')}: correct the page`;
	for (const [at, figure] of found!.entries()) {
		expect(Math.abs(measured[at] - figure), advice).toBeLessThanOrEqual(figure / 5);
	}
});
