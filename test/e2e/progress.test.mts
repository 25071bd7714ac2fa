import { afterAll, beforeAll, expect, test } from 'vitest';
import { everySeconds, until } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { sharedN8n } from './session.mts';
import { inARow, triggerNode } from './workflows.mts';

// Chapters of one story: a workspace that takes longer to read than the service's limit allows for one poll.

/** The service asks for a longer pause than a poll waits. */
const LIMIT = { requests: 8, windowMs: 6_000 };

const n8n = await sharedN8n();
let sandbox: Sandbox;
let workflow: string;

beforeAll(async () => {
	sandbox = await startSandbox({
		v1Limit: LIMIT,
		v1PerPage: 10,
		ignoredParameters: ['per_page'],
	});
	sandbox.createPosts(300);
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const trigger = triggerNode({ events: ['newPost'], pollTimes: everySeconds(6) }, credential);
	const end = { name: 'Done', type: 'n8n-nodes-base.noOp' };
	workflow = await n8n.createWorkflow(inARow(trigger, end));
});

afterAll(async () => {
	if (workflow) await n8n.deactivate(workflow);
	await sandbox?.close();
});

test('8 requests in 6 s, 300 posts at 10 a page: the baseline ends, and nothing of it is delivered', async () => {
	await n8n.activate(workflow);
	await until('the end of the list', () => pagesAsked().includes(29), {
		timeoutMs: 300_000,
		everyMs: 500,
	});
	const polled = polls();
	await until('two idle polls', () => polls() > polled + 2, { timeoutMs: 60_000, everyMs: 500 });
	expect(await delivered()).toEqual([]);
}, 400_000);

test('a post made afterwards arrives once', async () => {
	const created = sandbox.createPosts(1);
	await until('the post', async () => (await delivered()).length > 0, {
		timeoutMs: 60_000,
		everyMs: 500,
	});
	expect(await delivered()).toEqual(created);
});

test('a burst of 100 under the same limit arrives completely, each once', async () => {
	const before = await delivered();
	const burst = sandbox.createPosts(100);
	const all = async () => (await delivered()).length >= before.length + 100;
	await until('the burst', all, { timeoutMs: 300_000, everyMs: 500 });
	const polled = polls();
	// One more than asked for: the last one may have begun only.
	await until('three more polls', () => polls() > polled + 3, { timeoutMs: 180_000 });
	expect((await delivered()).toSorted((a, b) => a - b)).toEqual([...before, ...burst]);
}, 500_000);

const pagesAsked = () =>
	sandbox.requests
		.filter(({ status }) => status === 200)
		.map(({ path }) => Number(new URLSearchParams(path.split('?')[1]).get('page')));

/** Each begins with the newest page. */
const polls = () => pagesAsked().filter((page) => page === 0).length;

/** What the trigger handed over, in the order of the executions. */
async function delivered(): Promise<number[]> {
	const executions = await n8n.executions(workflow);
	const good = executions.filter(({ mode, status }) => mode === 'trigger' && status === 'success');
	const items = await Promise.all(
		good.map(async ({ id }) => (await n8n.execution(id)).json('Done')),
	);
	return items.flat().map(({ feedback_id: post }) => Number(post));
}
