// What holds for each event: silence at activation, each thing once, over restarts, bursts, outages and crashes.
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import {
	deletions,
	type EventStory,
	eventStories,
	prepareWorkspace,
} from '../../event-stories.mts';
import { moods } from '../../sandbox/moods.mts';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { elapse, noChance, stopTime } from '../own-time.mts';
import { durablePolling, pollByHand, watching } from './n8n.mts';

let sandbox: Sandbox;
const stories = [...eventStories, ...deletions];

beforeEach(noChance);
beforeEach(stopTime);
afterEach(async () => {
	vi.restoreAllMocks();
	await sandbox.close();
});

test('every event of the menu has its story', async () => {
	sandbox = await startSandbox();
	const advice = 'Write one story for each event into test/event-stories.mts';
	expect(stories.map(({ event }) => event).toSorted(), advice).toEqual(
		events.map(({ value }) => value).toSorted(),
	);
});

describe.each(['documented', 'second'] as const)('in the %s mood', (mood) => {
	beforeEach(async () => {
		sandbox = await startSandbox(moods[mood]);
		prepareWorkspace(sandbox);
	});

	describe.each(stories)('$event', (story) => {
		const started = (more: IDataObject = {}) =>
			minutely(watching(sandbox, { events: [story.event], ...story.parameters, ...more }));
		const begin = async (trigger: { poll(): Promise<IDataObject[]> }) => {
			for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toEqual([]);
		};
		const { most = 100, polls: within = 1 } = story;
		const happen = (count: number) => texts(story.happen(sandbox, Math.min(count, most)));
		/** The polls in which it fires. */
		const next = async (trigger: { poll(): Promise<IDataObject[]> }) => {
			const items: IDataObject[] = [];
			for (let polls = 0; polls < within; polls++) items.push(...(await trigger.poll()));
			return items;
		};

		test('is silent at activation; one thing is one item, and nothing follows for ten idle polls', async () => {
			const trigger = started();
			await begin(trigger);
			const due = happen(1);
			const items = await next(trigger);
			expect(idsOf(story, items)).toEqual(due);
			expect(items[0].event).toBe(story.event);
			for (const [name, value] of Object.entries(story.says ?? {})) {
				if (value instanceof RegExp) expect(String(items[0][name])).toMatch(value);
				else expect(items[0][name]).toEqual(value);
			}
			for (let polls = 0; polls < 10; polls++) expect(await trigger.poll()).toEqual([]);
		});

		test('what happens while n8n is stopped comes once after the restart', async () => {
			const trigger = started();
			await begin(trigger);
			const due = happen(2);
			trigger.restartProcess();
			expect(idsOf(story, await next(trigger)).toSorted()).toEqual(due.toSorted());
			trigger.restartProcess();
			for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		});

		test('a hundred at once come once each, under an eventId of their own', async () => {
			const trigger = started();
			await begin(trigger);
			const due = happen(100);
			const items = await next(trigger);
			expect(idsOf(story, items).toSorted()).toEqual(due.toSorted());
			expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(due.length);
			for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toEqual([]);
		});

		test('two polls at once deliver each thing once', async () => {
			const trigger = started();
			await begin(trigger);
			const due = happen(20);
			const batches: IDataObject[][] = [];
			for (let polls = 0; polls < within; polls++) {
				elapse(60_000);
				batches.push(...(await Promise.all([trigger.now(), trigger.now()])));
			}
			expect(idsOf(story, batches.flat()).toSorted()).toEqual(due.toSorted());
			expect(await trigger.poll()).toEqual([]);
		});

		test('with durable cursors, what happens between activation and the first scheduled poll comes', async () => {
			const parameters = { events: [story.event], ...story.parameters };
			const trigger = minutely(durablePolling(sandbox, parameters));
			await trigger.register();
			const due = happen(3);
			expect(idsOf(story, await next(trigger)).toSorted()).toEqual(due.toSorted());
			const more = happen(2);
			expect(idsOf(story, await next(trigger)).toSorted()).toEqual(more.toSorted());
			expect(await trigger.poll()).toEqual([]);
		});

		test('polls that are refused say of what and change nothing, and what happened comes afterwards', async () => {
			const trigger = started();
			await begin(trigger);
			const due = happen(3);
			const before = trigger.memory;
			sandbox.fault({ times: Infinity, action: { type: 'forbidden' } });
			await expect(trigger.poll()).rejects.toThrow(nameOf(story));
			expect(trigger.memory).toEqual(before);
			sandbox.clearFaults();
			expect(idsOf(story, await next(trigger)).toSorted()).toEqual(due.toSorted());
		});

		test('tried by hand, it shows items with all that real ones have', async () => {
			const trigger = started();
			await begin(trigger);
			happen(1);
			const [real] = await next(trigger);
			const shown = await pollByHand(sandbox, { events: [story.event], ...story.parameters });
			expect(shown.length).toBeGreaterThan(0);
			expect(shown.length).toBeLessThanOrEqual(3);
			const told = (item: IDataObject) => Object.keys(JSON.parse(JSON.stringify(item)) as object);
			// A sample changes in all that is watched.
			const more = ((shown[0].changedFields ?? []) as string[]).filter((name) => !(name in real));
			expect(told(shown[0]).filter((name) => !more.includes(name))).toEqual(told(real));
		});
	});
});

/** Polls each minute: what is due to be read goes by time. */
function minutely<T extends { poll(): Promise<IDataObject[]> }>(trigger: T): T {
	const { poll } = trigger;
	trigger.poll = async () => {
		elapse(60_000);
		return await poll.call(trigger);
	};
	return trigger;
}

const texts = (values: readonly unknown[]) => values.map(String);
const idsOf = ({ id }: EventStory, items: readonly IDataObject[]) =>
	items.map((item) => String(item[id]));
const nameOf = (story: EventStory) => events.find(({ value }) => value === story.event)!.name;
