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

/** The rows of the table in docs/trigger-limits.md, with all that each stands for. */
const rows: Array<readonly [row: string, chosen: string[][]]> = [
	['New Post', [['newPost']]],
	['any other event of posts or comments', ofPosts.map((event) => [event])],
	['all of these together', [ofPosts]],
	['any event of another list, with up to 100 records', others.map((event) => [event])],
	['all events together', [all]],
];
/** Requests of 20 idle polls, one a minute. */
const asked: Readonly<Record<number, readonly number[]>> = {
	50: [20, 20, 20, 20, 100],
	500: [24, 24, 24, 20, 104],
	5_000: [40, 40, 40, 20, 120],
};
/** Polls in which each page of a list has its turn. */
const POLLS = 20;

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

	const table = rows.flatMap(([row, chosen], at) =>
		chosen.map((one) => [row, one.join(), asked[posts][at]] as const),
	);

	test.each(table)('%s: %s', async (_row, chosen, expected) => {
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
		sandbox.requests.length = 0;
		for (let polls = 0; polls < POLLS; polls++) {
			elapse(60_000);
			expect(await trigger.poll()).toEqual([]);
		}
		// This list does not say that it has no more pages: one of the polls looks for one more.
		const more = chosen.includes('newNpsResponse') ? 1 : 0;
		expect(sandbox.requests).toHaveLength(expected + more);
		// In an idle poll, nothing is written.
		expect(trigger.staticData.changed).toBe(false);
	});
});

test('docs/trigger-limits.md has these figures', async () => {
	const page = await readFile(new URL('../../../docs/trigger-limits.md', import.meta.url), 'utf8');
	const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	for (const [at, [row]] of rows.entries()) {
		const told = Object.values(asked).map((requests) => String(requests[at] / POLLS));
		expect(lines).toContainEqual(['', row, ...told, '']);
	}
});
