// What each event of the trigger delivers, by a poll of the sandbox: the fields that it adds to its record, and one item.
import type { IDataObject } from 'n8n-workflow';
import { events } from '../../nodes/FeedbackTrigger/events';
import type { TriggerEvent } from '../../nodes/FeedbackTrigger/events/rule';
import { FeedbackTrigger } from '../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { simpleFields } from '../../nodes/shared/service/records';
import { deletions, type EventStory, eventStories, prepareWorkspace } from '../event-stories.mts';
import { type Sandbox, startSandbox } from '../sandbox/server.mts';
import { bearer, pollContext } from '../unit/n8n-context.mts';

const stories = [...eventStories, ...deletions];

/** The first item that a trigger delivers after its first poll and this happening. */
async function delivered(
	sandbox: Sandbox,
	{ event, parameters, polls = 1 }: Omit<EventStory, 'happen' | 'id' | 'says'>,
	happen: () => unknown,
): Promise<IDataObject> {
	const context = pollContext(FeedbackTrigger, {
		parameters: { events: [event], ...parameters },
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
	});
	const poll = async () => await new FeedbackTrigger().poll.call(context);
	await poll();
	happen();
	for (let at = 0; at < polls; at++) {
		const found = await poll();
		if (found) return found[0][0].json;
	}
	throw new Error(`${event} did not fire`);
}

/** The fields of an item that are neither those of every item nor of its record. */
function added({ list, record, isOfComments }: TriggerEvent, item: IDataObject): string[] {
	const own = simpleFields(isOfComments ? record! : list.record);
	return Object.keys(item).filter((name) => !['event', 'eventId'].includes(name) && !(name in own));
}

async function inWorkspace<T>(look: (sandbox: Sandbox) => Promise<T>): Promise<T> {
	const sandbox = await startSandbox();
	try {
		return await look(sandbox);
	} finally {
		await sandbox.close();
	}
}

/** Each event with its value, and the fields that its item adds. */
export const eventRows = async () =>
	await Promise.all(
		events.map(async (event) => {
			const story = stories.find((one) => one.event === event.value);
			if (!story)
				throw new Error(`No story of '${event.value}': add one to test/event-stories.mts`);
			const item = await inWorkspace(async (sandbox) => {
				prepareWorkspace(sandbox);
				return await delivered(sandbox, story, () => story.happen(sandbox, 1));
			});
			const names = added(event, item).map((name) => `\`${name}\``);
			return [event.name, `\`${event.value}\``, names.join(', ')];
		}),
	);

/** An item of Post Status Changed, with other characters in its `eventId` for the four that are drawn by chance. */
export const exampleItem = async () =>
	await inWorkspace(async (sandbox) => {
		const dates = { created: '2026-11-02 09:15:00', updated: '2026-11-02 09:15:00' };
		const [post] = sandbox.createPosts(1, { title: 'Dark mode', ...dates });
		const { eventId, ...item } = await delivered(
			sandbox,
			{ event: 'postStatusChanged', parameters: {} },
			() => sandbox.run(`UPDATE posts SET status = 'planned' WHERE feedback_id = ?`, post),
		);
		return { ...item, eventId: String(eventId).replace(/[^:]{4}(?=[^:]{3}$)/, 'k3f9') };
	});

export function eventsByKind(): string[][] {
	const kinds = Map.groupBy(events, ({ list, record, isOfComments }) =>
		isOfComments ? record!.noun : list.record.noun,
	);
	return [...kinds].map(([noun, all]) => [
		`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
		all.map(({ name }) => name).join('<br>'),
	]);
}
