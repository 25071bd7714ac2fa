import { afterAll, beforeAll, expect, test } from 'vitest';
import { backsOff } from '../n8n-host/engines.mts';
import { until } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedN8n } from './session.mts';
import { watching } from './workflows.mts';

// The tests of this file are chapters of one story: one workflow for two events. What holds for each event alone, also while
// n8n is stopped, is in events.test.mts.

const n8n = await sharedN8n();
let workflow: string;
/** What the trigger should have delivered so far, as event IDs. */
const due: string[] = [];

ownSandbox();
beforeAll(async () => {
	sandbox.createPosts(12);
	sandbox.createUpdates(3);
	const events = ['newPost', 'newChangelogUpdate'];
	workflow = await n8n.createWorkflow(watching({ events }, await n8n.credentialFor(sandbox)));
});

afterAll(async () => {
	await n8n.deactivate(workflow);
});

test('tried by hand, it shows the newest items there are', async () => {
	const execution = await n8n.run(workflow, 'Trigger');
	expect(execution.error).toBeUndefined();
	const events = execution.json('Trigger').map(({ event }) => event);
	expect(new Set(events)).toEqual(new Set(['newPost', 'newChangelogUpdate']));
});

test('activated, it delivers what is new of both, each once', async () => {
	await n8n.activate(workflow);
	await morePolls();
	newPosts(45);
	due.push(...sandbox.createUpdates(1).map((id) => `newChangelogUpdate:${id}`));
	await deliversExactlyWhatIsDue();
});

test('a key that is revoked shows as a failed execution, and nothing is lost when it works again', async () => {
	const { apiKey } = sandbox;
	sandbox.revokeKey(apiKey);
	newPosts(2);
	const failed = await until('it fails', async () => (await n8n.polled(workflow, 'error'))[0]);
	const { error } = await n8n.execution(failed.id);
	expect(error?.message).toMatch(/API key/i);
	expect(JSON.stringify(error)).not.toContain(apiKey);
	sandbox.addKey(apiKey);
	if (backsOff) {
		await n8n.deactivate(workflow);
		await n8n.activate(workflow);
	}
	await deliversExactlyWhatIsDue();
});

function newPosts(count: number): void {
	due.push(...sandbox.createPosts(count).map((id) => `newPost:${id}`));
}

/** Everything due arrives, and two polls later it is still that and no more. */
async function deliversExactlyWhatIsDue(): Promise<void> {
	const delivered = async () => (await n8n.delivered(workflow)).map(({ eventId }) => eventId);
	await until('what is due', async () => (await delivered()).length >= due.length, {
		everyMs: 500,
	});
	await morePolls();
	expect((await delivered()).toSorted()).toEqual(due.toSorted());
}

async function morePolls(): Promise<void> {
	const asked = (path: string) =>
		sandbox.requests.filter((one) => one.path.startsWith(path)).length;
	const polls = () => Math.min(asked('/v1/posts?'), asked('/v1/updates?'));
	const before = polls();
	// One more, since the last one may have begun only.
	await until('two more polls', () => polls() > before + 2);
}
