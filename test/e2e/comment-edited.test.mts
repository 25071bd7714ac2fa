import { afterAll, beforeAll, expect, test } from 'vitest';
import { everySeconds, until } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { inARow, triggerNode } from './workflows.mts';

// Comment Edited in n8n: a comment fires once its post is read again. What holds for all other events is in events.test.mts.

const n8n = await sharedN8n();
let sandbox: Sandbox;
let workflow: string;
let comments: number[];

beforeAll(async () => {
	sandbox = await startSandbox();
	const [post] = sandbox.createPosts(1, { title: 'Dark mode' });
	comments = sandbox.createComments(2, { post });
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const pollTimes = everySeconds(1);
	const trigger = triggerNode({ events: ['commentEdited'], pollTimes }, credential);
	const end = { name: 'Done', type: 'n8n-nodes-base.noOp' };
	workflow = await n8n.createWorkflow(inARow(trigger, end));
	await n8n.activate(workflow);
	// In its turn, the post is read for the first time.
	const isRead = () => sandbox.requests.some(({ path }) => path.includes('/comments'));
	await until('the comments are read', isRead);
});

afterAll(async () => {
	await n8n.deactivate(workflow);
	await sandbox?.close();
});

test.each(['No', 'Yes again'])('a comment that says "%s" now fires once', async (text) => {
	const [id] = comments;
	const before = (await fired()).length;
	sandbox.run('UPDATE comments SET comment = ? WHERE comment_id = ?', text, id);
	await until('it fires', async () => (await fired()).length > before);
	const items = await fired();
	expect(items.slice(before)).toMatchObject([
		{
			event: 'commentEdited',
			comment_id: id,
			comment: text,
			changedFields: ['comment'],
			postTitle: 'Dark mode',
		},
	]);
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(items.length);
});

/** The items of all executions, oldest first. */
async function fired() {
	const executions = await n8n.executions(workflow);
	const ids = executions.filter(({ status }) => status === 'success').map(({ id }) => id);
	const items = [];
	for (const id of ids.toSorted((a, b) => Number(a) - Number(b)))
		items.push(...(await n8n.execution(id)).json('Done'));
	return items;
}
