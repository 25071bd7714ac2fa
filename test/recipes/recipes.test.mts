// Every recipe, as a user imports it, end to end in a real n8n; twice where it claims to be safe to repeat.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../contract/nodes.mts';
import { send } from '../contract/workspace.mts';
import { sharedN8n } from '../e2e/session.mts';
import { byId, postsNode } from '../e2e/workflows.mts';
import { readPage } from '../package/markdown.mts';
import { homeOf } from '../prose/links.mts';
import { type Item, type StoredCredential, until, type WorkflowNode } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';
import { type Chat, readRecipe, recipes, setUp, startChat } from './kitchen.mts';

const { raw: rawHome } = homeOf(packageJson.repository.url);
const NO_TABLES = 'its Data Table node, if any, creates no tables';

const n8n = await sharedN8n();
let sandbox: Sandbox;
let chat: Chat;
let credential: StoredCredential;
const active: string[] = [];

beforeAll(async () => {
	sandbox = await startSandbox();
	chat = await startChat();
	const { baseUrl, apiKey } = sandbox;
	credential = await n8n.createCredential('feedbackBearerApi', { baseUrl, apiKey });
});

afterAll(async () => {
	for (const workflow of active) await n8n.deactivate(workflow);
	await chat?.close();
	await sandbox?.close();
});

beforeEach(() => {
	chat.messages.length = 0;
	sandbox.requests.length = 0;
});

const recipe = async (name: string) => await setUp(n8n, name, credential, chat);

const posted = (path: string) =>
	sandbox.requests.filter((request) => request.method === 'POST' && request.path === path);

describe.each(globSync('*.json', { cwd: recipes }))('%s', (file) => {
	const { nodes } = readRecipe(basename(file, '.json'));

	test('explains itself and each step, and can be imported by the link in docs/recipes.md', () => {
		const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
		const [about, ...notes] = nodes.filter(isNote);
		expect(about.parameters?.content).toContain('**Set up:**');
		for (const node of nodes.filter((one) => !isNote(one))) {
			expect(
				notes.some((note) => standsOn(node, note)),
				node.name,
			).toBe(true);
		}
		const { links } = readPage(readFileSync(join(root, 'docs', 'recipes.md'), 'utf8'));
		expect(links).toContain(`${rawHome}/docs/recipes/${file}`);
	});
});

test('nightly-sync brings posts and comments into Data Tables, and a second run adds nothing', async (context) => {
	needs('2.1', NO_TABLES, context);
	const posts = sandbox.createPosts(3);
	await send(sandbox, 'POST', `/v1/post/${posts[0]}/comment`, { comment: 'Me too' });
	const workflow = await recipe('nightly-sync');
	const runs = [await n8n.run(workflow, 'Every Night'), await n8n.run(workflow, 'Every Night')];
	for (const run of runs) {
		expect(run.error).toBeUndefined();
		expect(run.json('Save Post').map(({ feedback_id }) => feedback_id)).toEqual(
			expect.arrayContaining(posts),
		);
		expect(run.json('Save Comment')).toMatchObject([{ feedback_id: posts[0], comment: 'Me too' }]);
	}
	const rows = runs.map((run) => run.json('Save Post').map(({ id }) => id));
	expect(rows[1]).toEqual(rows[0]);
});

test('update-to-chat tells the chat what is published from then on, once each', async () => {
	sandbox.createUpdates(1, { title: 'Published before' });
	await activate(await recipe('update-to-chat'));
	await polls('/v1/updates', 2);
	sandbox.createUpdates(1, { title: 'Invoices as CSV', description: 'Under Export' });
	await until('the chat hears of it', () => chat.messages.length > 0);
	await polls('/v1/updates', 2);
	expect(chat.messages).toEqual(['New: Invoices as CSV\nUnder Export']);
});

test('crm-to-groups makes each account a group once, with its members, however often it runs', async (context) => {
	needs('2.1', NO_TABLES, context);
	const [ada, grace] = sandbox.createUsers(2);
	await crmHas({ account_id: 'acme', name: 'Acme', mrr: 1200, member_ids: `${ada},${grace}` });
	const workflow = await recipe('crm-to-groups');
	expect((await n8n.run(workflow, 'Every Hour')).error).toBeUndefined();
	expect(posted('/v2/groups')).toMatchObject([
		{ body: { id: 'acme', name: 'Acme', mrr: 1200 }, status: 201 },
	]);
	const again = await n8n.run(workflow, 'Every Hour');
	expect(again.error).toBeUndefined();
	expect(again.json('Add Member').map(({ user_id }) => user_id)).toEqual([ada, grace]);
	expect(posted('/v2/groups')).toHaveLength(1);
});

test('year-of-responses saves each response of twelve months once, a month at a time, however often it runs', async (context) => {
	needs('2.1', NO_TABLES, context);
	const [older] = responses(1, firstDay(13));
	const newer = [
		// Both ends of a month, and the ends of the months beside it.
		...responses(1, `${lastDay(10)} 23:59:59`),
		...responses(1, `${firstDay(9)} 00:00:00`),
		...responses(1, `${lastDay(9)} 23:59:59`),
		...responses(1, `${firstDay(8)} 00:00:00`),
		// After months without any.
		...responses(1, firstDay(2)),
	];
	const workflow = await recipe('year-of-responses');
	expect((await n8n.run(workflow, 'Every Sunday')).error).toBeUndefined();
	const months = monthsAskedFor();
	expect(months).toHaveLength(12);
	for (const [at, { date_start }] of months.slice(0, -1).entries()) {
		expect(date_start).toBe(dayAfter(months[at + 1].date_end));
	}
	const saved = await savedInMonths(workflow);
	const ids = saved.map(({ promoter_id }) => promoter_id);
	expect(ids).toEqual(expect.arrayContaining(newer));
	expect(ids).not.toContain(older);
	expect(new Set(ids).size).toBe(ids.length);

	expect((await n8n.run(workflow, 'Every Sunday')).error).toBeUndefined();
	const both = await savedInMonths(workflow);
	expect(both).toHaveLength(2 * saved.length);
	expect(new Set(both.map(({ id }) => id)).size).toBe(saved.length);
});

test('detractor-to-post creates one post on behalf of an unhappy user, and none of any other', async () => {
	const [happy, unhappy] = sandbox.createUsers(2);
	await activate(await recipe('detractor-to-post'));
	await polls('/v1/promoter', 2);
	await send(sandbox, 'POST', '/v1/promoter', { vote: 9, user_id: happy });
	await send(sandbox, 'POST', '/v1/promoter', { vote: 3, user_id: unhappy, comment: 'Too slow' });
	await until('a post is created', () => posted('/v1/post').length > 0);
	await polls('/v1/promoter', 2);
	expect(posted('/v1/post').map(({ body }) => body)).toEqual([
		{ title: 'NPS 3 of 10', type: 'idea', description: 'Too slow', user: unhappy },
	]);
});

test('support-to-intelligence sends a conversation to the queue', async () => {
	await activate(await recipe('support-to-intelligence'));
	const conversation = {
		title: 'Ticket 4711',
		text: 'We miss an export',
		url: 'https://support.example.com/tickets/4711',
		name: 'Ada Lovelace',
		email: 'ada@example.com',
	};
	await callWebhook('support-conversation', conversation);
	expect(posted('/v1/intelligence/queue').map(({ body }) => body)).toEqual([
		{
			text: 'We miss an export',
			title: 'Ticket 4711',
			ref: 'https://support.example.com/tickets/4711',
			user_name: 'Ada Lovelace',
			user_email: 'ada@example.com',
			service: 'support-desk',
		},
	]);
});

test('weekly-digest sends one message with the most voted posts first', async () => {
	const [userId] = sandbox.createUsers(1);
	const [, second, first] = sandbox.createPosts(3);
	const vote = async (post: number, by: number) =>
		await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1, user_id: by });
	const others = sandbox.createUsers(2);
	await vote(second, userId);
	for (const other of others) await vote(first, other);
	const run = await n8n.run(await recipe('weekly-digest'), 'Every Monday');
	expect(run.error).toBeUndefined();
	expect(run.json('Most Voted').slice(0, 2)).toMatchObject([
		{ feedback_id: first },
		{ feedback_id: second },
	]);
	expect(chat.messages).toEqual([
		expect.stringMatching(/^Most voted open posts:\n1\. .+ \(2 votes\)\n2\. /),
	]);
});

test('error-workflow names the workflow, the node and the reason', async () => {
	const errorWorkflow = await recipe('error-workflow');
	// n8n 1 runs it as it is, and cannot activate it.
	if (!isBefore('2')) await activate(errorWorkflow);
	const path = 'fails-always';
	const webhook: WorkflowNode = {
		name: 'Called',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
	};
	const failing = await n8n.createWorkflow({
		name: 'Reads what is not there',
		nodes: [webhook, postsNode('get', { postId: byId(999_999) }, credential)],
		connections: { Called: { main: [[{ node: 'Posts', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await activate(failing);
	await callWebhook(path, {});
	await until('the chat hears of it', () => chat.messages.length > 0);
	expect(chat.messages).toEqual([
		expect.stringMatching(/^Reads what is not there failed in Posts: .*999999/),
	]);
});

function standsOn(
	{ position: [x, y] = [0, 0] }: WorkflowNode,
	{ position: [left, top] = [0, 0], parameters }: WorkflowNode,
): boolean {
	const { width, height } = parameters as { width: number; height: number };
	return x >= left && x < left + width && y >= top && y < top + height;
}

async function activate(workflow: string): Promise<void> {
	await n8n.activate(workflow);
	active.push(workflow);
}

/** A trigger has asked for what is there as often again, from now on. */
async function polls(path: string, times: number): Promise<void> {
	const asked = () =>
		sandbox.requests.filter((one) => one.method === 'GET' && one.path.split('?')[0] === path)
			.length;
	const before = asked();
	await until(`${path} is polled`, () => asked() >= before + times);
}

/** n8n registers a webhook after it has said that the workflow is active. */
async function callWebhook(path: string, body: object): Promise<void> {
	await until(`webhook ${path} is there`, async () => {
		const answer = await fetch(`${inject('n8n').baseUrl}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return answer.status !== 404;
	});
}

const responses = (count: number, created: string) => sandbox.createResponses(count, { created });

/** In UTC, of the month that is so many months ago. */
const firstDay = (ago: number) => dayOf(ago, 1);
const lastDay = (ago: number) => dayOf(ago - 1, 0);

function dayOf(ago: number, day: number): string {
	const now = new Date();
	const date = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, day);
	return new Date(date).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
	return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

/** Each period that responses were asked for, however many pages it took. */
function monthsAskedFor(): { date_start: string; date_end: string }[] {
	const periods = sandbox.requests
		.map(({ path }) => new URL(path, sandbox.baseUrl).searchParams)
		.filter((query) => query.has('date_start'))
		.map((query) => `${query.get('date_start')} ${query.get('date_end')}`);
	return [...new Set(periods)].map((period) => {
		const [date_start, date_end] = period.split(' ');
		return { date_start, date_end };
	});
}

/** The rows that the calls of a workflow by itself have saved. */
async function savedInMonths(workflow: string): Promise<Item['json'][]> {
	const called = (await n8n.executions(workflow)).filter(({ mode }) => mode === 'integrated');
	const months = await Promise.all(called.map(async ({ id }) => await n8n.execution(id)));
	return months.flatMap((month) => month.json('Save Response'));
}

/** Fills the Data Table that stands for a CRM. */
async function crmHas(row: Record<string, string | number>): Promise<void> {
	const columns = [...Object.keys(row), 'group_id'].map((name) => ({
		name,
		type: name === 'mrr' ? 'number' : 'string',
	}));
	const table = { __rl: true, mode: 'name', value: 'crm_accounts' };
	const dataTable = { type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 };
	const workflow = await n8n.createWorkflow({
		name: 'Fill the CRM',
		nodes: [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: 'Table',
				...dataTable,
				parameters: {
					resource: 'table',
					operation: 'create',
					tableName: 'crm_accounts',
					columns: { column: columns },
					options: { createIfNotExists: true },
				},
			},
			{
				name: 'Row',
				...dataTable,
				parameters: {
					resource: 'row',
					operation: 'insert',
					dataTableId: table,
					columns: { mappingMode: 'defineBelow', value: row, matchingColumns: [], schema: [] },
					options: {},
				},
			},
		],
		connections: {
			Start: { main: [[{ node: 'Table', type: 'main', index: 0 }]] },
			Table: { main: [[{ node: 'Row', type: 'main', index: 0 }]] },
		},
	});
	expect((await n8n.run(workflow, 'Start')).error).toBeUndefined();
}
