// What an idle poll asks for: each event alone, and all together. docs/trigger-limits.md says the same.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { clock } from '../../../nodes/shared/node/n8n-transport';
import { postList } from '../../../nodes/shared/service/posts';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { elapse, noChance, stopTime } from '../own-time.mts';
import { watching } from './n8n.mts';

beforeEach(noChance);
beforeEach(stopTime);
afterEach(() => {
	vi.restoreAllMocks();
});

const all = events.map(({ value }) => value);
const onPosts = events.filter(({ list }) => list === postList).map(({ value }) => value);
const ofPosts = onPosts.filter((event) => event !== 'newPost');
const others = all.filter((event) => !onPosts.includes(event));

const rows: Array<readonly [row: string, chosen: string[][]]> = [
	['New Post', [['newPost']]],
	['any other event of posts or comments', ofPosts.map((event) => [event])],
	['all of these together', [ofPosts]],
	['any event of another list, with up to 100 records', others.map((event) => [event])],
	['all events together', [all]],
];
const POLLS = 20;
/** Requests of 20 idle polls: one a minute, of each row. And by the minutes between two polls, of all that reads posts alone. */
const asked: Readonly<Record<number, readonly number[]>> = {
	50: [20, 20, 20, 20, 100],
	500: [24, 24, 24, 20, 104],
	5_000: [40, 40, 40, 20, 120],
};
const ofPostsBy: Readonly<Record<number, Readonly<Record<number, number>>>> = {
	50: { 1: 20, 5: 20, 60: 20 },
	500: { 1: 24, 5: 40, 60: 100 },
	5_000: { 1: 40, 5: 118, 60: 1_000 },
};

describe.each([50, 500, 5_000])('in a workspace of %i posts', (posts) => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox();
		sandbox.createPosts(posts);
		sandbox.createUpdates(100);
		sandbox.createUsers(100);
		sandbox.createResponses(100);
		sandbox.createDocuments(100);
	});
	afterAll(async () => {
		await sandbox.close();
	});

	const table = [
		...rows.flatMap(([row, chosen], at) =>
			chosen.map((one) => [row, 1, one.join(), asked[posts][at]] as const),
		),
		...[5, 60].flatMap((minutes) =>
			[['newPost'], ofPosts].map(
				(chosen) => ['posts alone', minutes, chosen.join(), ofPostsBy[posts][minutes]] as const,
			),
		),
	];

	test.each(table)('%s, every %i minutes: %s', async (_row, minutes, chosen, expected) => {
		const trigger = watching(sandbox, { events: chosen.split(',') });
		// What depends on the time is stored once in an hour.
		elapse(3_600_000 - (clock.now() % 3_600_000));
		// A first reading may take several polls; an idle one asks for two pages of a list at most.
		do {
			sandbox.requests.length = 0;
			elapse(60_000);
			expect(await trigger.poll()).toEqual([]);
		} while (sandbox.requests.length > 10);
		trigger.staticData.save();
		const pass = async () => {
			sandbox.requests.length = 0;
			for (let polls = 0; polls < POLLS; polls++) {
				elapse(minutes * 60_000);
				expect(await trigger.poll()).toEqual([]);
			}
		};
		// Pages that had their turn by the minute first have to find that of rarer polls.
		if (minutes > 1) await pass();
		await pass();
		// This list does not say that it has no more pages: one of the polls looks for one more.
		const more = chosen.includes('newNpsResponse') ? 1 : 0;
		expect(sandbox.requests).toHaveLength(expected + more);
		// In an idle poll, nothing is written; but once in an hour, what depends on the time.
		if (minutes === 1) expect(trigger.staticData.changed).toBe(false);
	});
});

test('docs/trigger-limits.md has these figures', async () => {
	const page = await readFile(new URL('../../../docs/trigger-limits.md', import.meta.url), 'utf8');
	const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	for (const [posts, byMinutes] of Object.entries(ofPostsBy)) {
		const inAMinute = Object.entries(byMinutes).map(([minutes, requests]) =>
			String(Math.round((100 * requests) / (POLLS * Number(minutes))) / 100),
		);
		expect(lines).toContainEqual(['', Number(posts).toLocaleString('en'), ...inAMinute, '']);
	}
	for (const [ofNewPost, ...others] of Object.values(asked)) {
		const [ofOtherEvents, ofAllOfPosts, ofAnotherList, ofAllEvents] = others;
		expect([ofOtherEvents, ofAllOfPosts]).toEqual([ofNewPost, ofNewPost]);
		expect(page).toContain(`${ofAnotherList / POLLS} more in each poll`);
		expect(page).toContain(`All events together take ${(ofAllEvents - ofNewPost) / POLLS} more`);
	}
});
