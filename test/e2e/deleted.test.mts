import { afterAll, beforeAll, expect, test } from 'vitest';
import { deletions } from '../event-stories.mts';
import { everySeconds, until } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedN8n } from './session.mts';
import { inARow, triggerNode } from './workflows.mts';

// Post Deleted and End-User Deleted in n8n. What holds for all other events is in events.test.mts.

const n8n = await sharedN8n();
let workflow: string;

ownSandbox();
beforeAll(async () => {
	sandbox.createPosts(150);
	sandbox.createUsers(20);
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const events = deletions.map(({ event }) => event);
	const trigger = triggerNode({ events, pollTimes: everySeconds(1) }, credential);
	const end = { name: 'Done', type: 'n8n-nodes-base.noOp' };
	workflow = await n8n.createWorkflow(inARow(trigger, end));
	await n8n.activate(workflow);
	await until('each list is read', () =>
		['/v1/posts', '/v1/users'].every((list) =>
			sandbox.requests.some(({ path }) => path.startsWith(list)),
		),
	);
});

afterAll(async () => {
	await n8n.deactivate(workflow);
});

test.each(deletions)('four times $event fires four items', async (story) => {
	const due = story.happen(sandbox, 4);
	const items = async () => (await fired()).filter(({ event }) => event === story.event);
	await until('they fire', async () => (await items()).length >= due.length);
	expect((await items()).map((item) => item[story.id]).toSorted()).toEqual(due);
	const single = sandbox.requests.filter(({ path }) => /^\/v1\/(?:post|user)\/\d+$/.test(path));
	// Eight that are deleted, one that a page shows in each poll with one of these, and a few that moved.
	expect(single.length).toBeLessThanOrEqual(20);
});

/** The items of all executions. */
async function fired() {
	const executions = await n8n.executions(workflow);
	const ids = executions.filter(({ status }) => status === 'success').map(({ id }) => id);
	const items = [];
	for (const id of ids) items.push(...(await n8n.execution(id)).json('Done'));
	return items;
}
