import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventStories, type EventStory, prepareWorkspace } from '../event-stories.mts';
import { everySeconds, startN8n, until, type N8nHost } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { showLogOnFailure } from './session.mts';
import { watching } from './workflows.mts';

// Every event of the trigger in one n8n: a workflow for each, over the same workspace, through the same chapters.
// n8n has to be stopped on the way, so this file has one of its own.

// For each request with a credential n8n 2.41 makes an isolate of V8, which takes longer than the poll itself. What is asked
// here has nothing to do with expressions, and there are thousands of requests: without isolates two cores are enough.
const n8n: N8nHost = await startN8n({
	env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	tarball: inject('tarball'),
});
showLogOnFailure(n8n.logFile);
const workflows = new Map<string, string>();
/** What each workflow should have got so far, by the ids of the things. */
const due = new Map<EventStory, string[]>(eventStories.map((story) => [story, []]));

ownSandbox();
beforeAll(async () => {
	prepareWorkspace(sandbox);
	const credential = await n8n.rest.credentialFor(sandbox);
	const pollTimes = everySeconds(1);
	for (const { event, parameters } of eventStories) {
		const draft = watching({ events: [event], ...parameters, pollTimes }, credential);
		workflows.set(event, await n8n.rest.createWorkflow(draft));
	}
});

afterAll(async () => {
	await n8n.stop();
});

describe('activated', () => {
	beforeAll(async () => {
		for (const workflow of workflows.values()) await n8n.rest.activate(workflow);
		await morePolls(2);
	});
	test.each(eventStories)('$event delivers nothing of what was there', gotWhatIsDue);
});

// That nothing fires again in many polls, test/unit/trigger holds.
describe('when one thing happens, and then nothing for three polls', () => {
	beforeAll(async () => {
		await happen(1);
		await morePolls(3);
	});
	test.each(eventStories)('$event fires once, for one item', async (story) => {
		await gotWhatIsDue(story);
		expect(await n8n.rest.polled(workflows.get(story.event)!)).toHaveLength(1);
	});
});

describe('when it happens while n8n is stopped', () => {
	beforeAll(async () => {
		await n8n.pause();
		const asked = sandbox.requests.length;
		await happen(2, async () => await n8n.start());
		expect(sandbox.requests.length, 'n8n was really stopped').toBeGreaterThan(asked);
		await morePolls(2);
	});
	test.each(eventStories)('$event delivers it once after the restart', gotWhatIsDue);
});

describe('when it happens a hundred times at once', () => {
	beforeAll(async () => {
		await happen(100);
		await morePolls(2);
	});
	test.each(eventStories)('$event delivers each of them once', gotWhatIsDue);
});

/** Lets every event happen this many times, and waits until all of it has arrived. */
async function happen(count: number, then = async () => {}): Promise<void> {
	const voted = new Set<string>();
	for (const [story, ids] of due) {
		const changed = story.happen(sandbox, count).map(String);
		if (story.votes) for (const id of changed) voted.add(id);
		if (story.event !== 'postVotesChanged') ids.push(...changed);
	}
	// Whatever the votes are cast for, they change.
	for (const [{ event }, ids] of due) if (event === 'postVotesChanged') ids.push(...voted);
	await then();
	const isThere = async (story: EventStory) => (await got(story)).length >= due.get(story)!.length;
	for (const story of eventStories) {
		await until(`${story.event} arrives`, async () => await isThere(story), { everyMs: 2_000 });
	}
}

async function gotWhatIsDue(story: EventStory): Promise<void> {
	expect((await got(story)).toSorted()).toEqual(due.get(story)!.toSorted());
}

async function got(story: EventStory): Promise<string[]> {
	const items = await n8n.rest.delivered(workflows.get(story.event)!);
	return items.map((item) => String(item[story.id]));
}

/** Lets this many polls of every workflow begin and end: each asks for the newest page of its list once. */
async function morePolls(count: number): Promise<void> {
	const lists = ['/v1/posts', '/v1/promoter', '/v1/updates', '/v1/users', '/v2/documents'];
	const before = lists.map(asked);
	const readers: Readonly<Record<string, number>> = {
		'/v1/posts': 8,
		'/v1/updates': 2,
		'/v1/users': 2,
	};
	// One more than asked for: the last ones may have begun only.
	const isOver = () =>
		lists.every((list, at) => asked(list) > before[at] + (count + 1) * (readers[list] ?? 1));
	await until(`${count} more polls`, isOver);
}

const asked = (list: string) =>
	sandbox.requests.filter(({ path }) => path.split('?')[0] === list && path.endsWith('page=0'))
		.length;
