import { afterAll, beforeAll, expect, test } from 'vitest';
import { backsOff } from '../n8n-host/engines.mts';
import { startN8n, until, type N8nHost } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { showLogOnFailure } from './session.mts';
import { inARow, triggerNode } from './workflows.mts';

// The tests of this file are chapters of one story: one workflow for two events, activated once, through restarts of n8n.
// n8n has to be stopped on the way, so this file has one of its own. What holds for each event alone is in events.test.mts.

const n8n: N8nHost = await startN8n();
showLogOnFailure(n8n.logFile);
let sandbox: Sandbox;
let workflow: string;
/** What the trigger should have delivered so far, as `event id`. */
const due: string[] = [];

beforeAll(async () => {
	sandbox = await startSandbox();
	sandbox.createPosts(12);
	sandbox.createUpdates(3);
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.rest.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const trigger = triggerNode({ events: ['newPost', 'newChangelogUpdate'] }, credential);
	const end = { name: 'Done', type: 'n8n-nodes-base.noOp' };
	workflow = await n8n.rest.createWorkflow(inARow(trigger, end));
});

afterAll(async () => {
	await n8n.stop();
	await sandbox?.close();
});

test('tried by hand, it shows the newest items there are', async () => {
	const execution = await n8n.rest.run(workflow, 'Trigger');
	expect(execution.error).toBeUndefined();
	const items = execution.json('Trigger');
	expect(items.length).toBeGreaterThan(0);
	expect(new Set(items.map(({ event }) => event))).toEqual(
		new Set(['newPost', 'newChangelogUpdate']),
	);
});

test('activated, it delivers nothing of what was there before', async () => {
	await n8n.rest.activate(workflow);
	await morePolls(2);
	expect(await delivered()).toEqual([]);
});

test('45 posts and an update at once each arrive once', async () => {
	await newPosts(45);
	due.push(...sandbox.createUpdates(1).map((id) => `newChangelogUpdate ${id}`));
	await deliversExactlyWhatIsDue();
});

test('three restarts between posts that keep coming lose nothing and double nothing', async () => {
	for (let restarts = 0; restarts < 3; restarts++) {
		const stream = setInterval(() => void newPosts(1), 250);
		const before = await firings();
		await until('more is delivered', async () => (await firings()) > before).finally(() =>
			clearInterval(stream),
		);
		// What n8n takes over at the moment it stops may be lost (README.md): nothing is on its way then.
		await deliversExactlyWhatIsDue();
		await n8n.pause();
		const asked = sandbox.requests.length;
		await newPosts(3);
		expect(sandbox.requests.length, 'n8n is really stopped').toBe(asked);
		await n8n.start();
	}
	await deliversExactlyWhatIsDue();
}, 400_000);

test('every item says what happened, under an id of its own', async () => {
	const items = await deliveredItems();
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(due.length);
	for (const item of items) {
		expect(item.eventId).toBeTruthy();
		expect(item.title).toBeTypeOf('string');
		expect(item.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
	}
});

test('a key that is revoked shows as a failed execution, and nothing is lost when it works again', async () => {
	const { apiKey } = sandbox;
	const failuresBefore = await failures();
	sandbox.revokeKey(apiKey);
	await newPosts(2);
	const failed = await until(
		'a failed execution',
		async () => (await failures()).slice(failuresBefore.length)[0],
	);
	const { error } = await n8n.rest.execution(failed.id);
	expect(error?.message).toMatch(/API key/i);
	expect(JSON.stringify(error)).not.toContain(apiKey);
	sandbox.addKey(apiKey);
	if (backsOff) {
		await n8n.rest.deactivate(workflow);
		await n8n.rest.activate(workflow);
	}
	await deliversExactlyWhatIsDue();
});

async function newPosts(count: number): Promise<void> {
	due.push(...sandbox.createPosts(count).map((id) => `newPost ${id}`));
}

/** Everything due arrives, and two polls later it is still that and no more. */
async function deliversExactlyWhatIsDue(): Promise<void> {
	await until('everything due is delivered', async () => (await delivered()).length >= due.length, {
		everyMs: 500,
	});
	await morePolls(2);
	expect((await delivered()).toSorted()).toEqual(due.toSorted());
}

/** Lets this many polls of both lists begin and end. */
async function morePolls(count: number): Promise<void> {
	const before = polls();
	// One more than asked for: the last one may have begun only.
	await until(`${count} more polls`, () => polls() > before + count);
}

function polls(): number {
	return Math.min(asked('/v1/posts'), asked('/v1/updates'));
}

function asked(path: string): number {
	return sandbox.requests.filter((request) => request.path.split('?')[0] === path).length;
}

async function delivered(): Promise<string[]> {
	const items = await deliveredItems();
	return items.map(
		({ event, feedback_id, changelog_id }) =>
			// A changelog update has a feedback_id too: of the post it came from, or 0.
			`${event} ${event === 'newPost' ? feedback_id : changelog_id}`,
	);
}

async function deliveredItems() {
	const all = await Promise.all(
		(await scheduled('success')).map(async ({ id }) => {
			const items = read.get(id) ?? (await n8n.rest.execution(id)).json('Done');
			read.set(id, items);
			return items;
		}),
	);
	return all.flat();
}
/** What executions have handed on. Read once: n8n has polls to do beside. */
const read = new Map<string, Array<Record<string, unknown>>>();

async function firings(): Promise<number> {
	return (await scheduled('success')).length;
}

async function failures() {
	return await scheduled('error');
}

/** Executions that a poll began; those begun by hand do not count. */
async function scheduled(status: string) {
	const executions = await n8n.rest.executions(workflow);
	return executions.filter((one) => one.mode === 'trigger' && one.status === status);
}
