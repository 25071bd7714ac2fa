// Every recipe on a bad day: events at once, odd ones among them, each outside step fails for one, and everything comes twice.
import { afterAll, afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { needs } from '../versions/needs.mts';
import { type N8nHost, startN8n } from '../n8n-host/host.mts';
import { BadDays } from './bad-days.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';
import { days } from './days.mts';
import { type Elsewhere, startElsewhere } from './elsewhere.mts';

/** What a story leaves in the service. */
const HELD = [
	...['votes', 'comments', 'post_metadata', 'promoters', 'updates', 'queue_items'],
	...['group_members', 'groups', 'posts'],
];

let elsewhere: Elsewhere;
let n8n: N8nHost;
let kitchen: Kitchen;

beforeAll(async () => {
	elsewhere = await startElsewhere();
	n8n = await startN8n({ env: elsewhere.env });
	kitchen = await openKitchen(n8n.rest);
	await elsewhere.leadTo(kitchen.others.url);
});
afterAll(async () => {
	await n8n?.stop();
	await kitchen?.close();
	await elsewhere?.close();
});
afterEach(async () => {
	await kitchen.clear();
	for (const table of HELD) kitchen.sandbox.run(`DELETE FROM ${table}`);
	kitchen.sandbox.run('DELETE FROM users WHERE admin_id = 0');
});

describe.each(Object.entries(days))('%s', (name, day) => {
	const { recipe = name, failed = 0, webhook, decision } = day;

	async function begin(context: TestContext, change = {}): Promise<BadDays> {
		needs(day.needs ?? '1', 'which lacks a node of this recipe', context);
		return await BadDays.begin(n8n.rest, kitchen, recipe, { ...day, ...change });
	}

	test('serves all events at once, odd and empty texts among them, and adds no double when they come again', async (context) => {
		const story = await begin(context);
		if (webhook) expect((await kitchen.call(webhook, {}, 'guessed')).status).toBe(403);
		await story.run();
		expect(story.seen).toEqual(story.everything);
		expect(await story.failed()).toHaveLength(failed);
		await story.run();
		expect(story.seen).toEqual(story.everythingTwice);
	});

	test.for(decision ? ['Ignore'] : [])(
		'only asks, where a person answers %s',
		async (no, context) => {
			const story = await begin(context, { decision: no });
			await story.run();
			expect(story.seen).toEqual(story.everything.filter((one) => one.startsWith('chat: ')));
		},
	);

	test.for(Object.entries(day.steps))(
		'serves the others when %s fails for one event, and shows the failure',
		async ([, failing], context) => {
			const story = await begin(context);
			const all = story.incomplete;
			story.refuse(failing);
			await story.run();
			expect((await story.failed()).length).toBeGreaterThan(failed);
			expect(story.incomplete).toHaveLength(failing.all ? all.length : 1);
			story.recover();
			const before = story.seen;
			if (failing.remedy === 'retry') await story.retry();
			if (failing.remedy === 'run again') {
				await story.run();
				expect(story.incomplete).toEqual([]);
				expect(story.surplus).toEqual([]);
			} else {
				expect(story.seen).toEqual(failing.remedy === 'by hand' ? before : story.everything);
			}
		},
	);
});
