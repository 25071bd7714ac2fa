// Every recipe on a bad day: three events at once, each outside step fails for one of them, and everything comes twice.
import { afterAll, afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { needs } from '../versions/needs.mts';
import { sharedN8n } from '../e2e/session.mts';
import { BadDays } from './bad-days.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { days } from './days.mts';

/** What a story leaves in the service. */
const HELD = [
	'votes',
	'comments',
	'post_metadata',
	'promoters',
	'updates',
	'queue_items',
	'group_members',
	'groups',
	'posts',
];

const n8n = await sharedN8n();
let kitchen: Kitchen;

beforeAll(async () => {
	kitchen = await openKitchen(n8n);
});
afterAll(async () => await kitchen?.close());
afterEach(async () => {
	await kitchen.clear();
	for (const table of HELD) kitchen.sandbox.run(`DELETE FROM ${table}`);
	kitchen.sandbox.run('DELETE FROM users WHERE admin_id = 0');
});

describe.each(Object.entries(days))('%s', (name, day) => {
	const { recipe = name } = day;

	const has = (context: TestContext) =>
		needs(day.needs ?? '1', 'which lacks a node of this recipe', context);

	test('serves three events at once, and adds no double when they come again', async (context) => {
		has(context);
		const story = await BadDays.begin(n8n, kitchen, recipe, day);
		await story.run();
		expect(story.seen).toEqual(story.everything);
		expect(await story.failed()).toEqual([]);
		await story.run();
		expect(story.seen).toEqual(story.everythingTwice);
	});

	test.for(day.odd ? [day.odd] : [])(
		'passes on odd and empty texts, and holds nothing up',
		async ({ events, expected, failed = 0 }, context) => {
			has(context);
			const story = await BadDays.begin(n8n, kitchen, recipe, { ...day, events, expected });
			await story.run();
			expect(story.seen).toEqual(story.everything);
			expect(await story.failed()).toHaveLength(failed);
		},
	);

	test.for(Object.entries(day.steps))(
		'serves the others when %s fails for one of three, and shows the failure',
		async ([, failing], context) => {
			has(context);
			const story = await BadDays.begin(n8n, kitchen, recipe, day);
			story.refuse(failing);
			await story.run();
			expect(await story.failed()).not.toEqual([]);
			expect(story.complete).toBe(failing.all ? 0 : 2);
			story.recover();
			const before = story.seen;
			if (failing.remedy === 'retry') await story.retry();
			if (failing.remedy === 'run again') {
				await story.run();
				expect(story.complete).toBe(3);
				expect(surplus(story.seen, story.everythingTwice)).toEqual([]);
			} else {
				expect(story.seen).toEqual(failing.remedy === 'by hand' ? before : story.everything);
			}
		},
	);
});

/** What there is more of than there should be. */
function surplus(all: string[], among: string[]): string[] {
	const left = [...among];
	return all.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
