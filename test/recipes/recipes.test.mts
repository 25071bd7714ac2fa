// Every recipe, as a user imports it, end to end in a real n8n; twice where it claims to be safe to repeat.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../contract/nodes.mts';
import { send } from '../contract/workspace.mts';
import { sharedN8n } from '../e2e/session.mts';
import { byId, postsNode } from '../e2e/workflows.mts';
import { readPage } from '../package/markdown.mts';
import { homeOf } from '../prose/links.mts';
import { type Item, until, type WorkflowNode } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import type { Sandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';
import { addRow, deleteTable, rowsOf } from './tables.mts';
import { ODD } from './days.mts';
import { callWebhook, type Kitchen, openKitchen, readRecipe, recipes } from './kitchen.mts';

const { raw: rawHome } = homeOf(packageJson.repository.url);
const NO_TABLES = 'its Data Table node, if any, creates no tables';

const n8n = await sharedN8n();
let kitchen: Kitchen;
let sandbox: Sandbox;

beforeAll(async () => {
	kitchen = await openKitchen(n8n);
	({ sandbox } = kitchen);
});
afterAll(async () => await kitchen?.close());
afterEach(async () => await kitchen.clear());

describe.each(globSync('*.json', { cwd: recipes }))('%s', (file) => {
	const { nodes } = readRecipe(basename(file, '.json'));

	test('explains itself and each step, and can be imported by the link in docs/recipes.md', () => {
		const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
		const [about, ...notes] = nodes.filter(isNote);
		const text = String(about.parameters?.content);
		for (const what of ['Set up', 'If a step fails', 'Run twice']) {
			expect(text).toContain(`**${what}:**`);
		}
		expect(text).toMatch(/Then publish the workflow\.$/);
		const steps = nodes.filter((one) => !isNote(one));
		if (steps.length > 8) expect(text).toContain(`**Why ${steps.length} nodes:**`);
		for (const node of steps) {
			const { url, options } = node.parameters ?? {};
			if (/chat\.example/.test(String(url))) {
				// Chats refuse more than one message a second.
				expect(options, node.name).toMatchObject({
					batching: { batch: { batchSize: 1, batchInterval: 1100 } },
				});
			}
			const note = notes.find((one) => standsOn(node, one));
			expect(note, `${node.name} stands on no note: move it, or write one`).toBeDefined();
		}
		const { links } = readPage(readFileSync(join(root, 'docs', 'recipes.md'), 'utf8'));
		expect(links).toContain(`${rawHome}/docs/recipes/${file}`);
	});
});

test('crm-to-groups creates its table, and lists every account and contact that failed after the others', async (context) => {
	needs('2.1', NO_TABLES, context);
	await deleteTable(n8n, 'crm_accounts');
	const workflow = await kitchen.setUp('crm-to-groups');
	expect((await n8n.run(workflow, 'Every Night')).error).toBeUndefined();
	const emails = ['ada@customer.example', 'grace@customer.example'];
	for (const data_mail of emails) sandbox.createUsers(1, { data_mail });
	const crmHas = async (row: object) => await addRow(n8n, 'crm_accounts', { ...row });
	await crmHas({
		account_id: 'acme',
		name: 'Acme',
		mrr: 12.5,
		member_emails: `nobody@x.example,${emails}`,
	});
	await crmHas({ account_id: '', name: 'Nameless', member_emails: emails[0] });
	await crmHas({ account_id: 'byte', name: '', member_emails: emails[1] });
	const { error } = await n8n.run(workflow, 'Every Night');
	expect(error?.message).toContain('no account_id: ');
	expect(error?.message).toContain('acme nobody@x.example: ');
	const groups = kitchen.posted('/v2/groups').filter(({ status }) => status === 201);
	const bodies = groups.map(({ body }) => body as { id: string });
	expect(bodies.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
		{ id: 'acme', name: 'Acme', mrr: 13 },
		{ id: 'byte', name: 'byte', mrr: 0 },
	]);
	expect(
		sandbox
			.rows(
				'SELECT data_mail FROM group_members JOIN groups USING (group_id) JOIN users USING (user_id) ORDER BY groups.data_id, user_id',
			)
			.map(({ data_mail }) => data_mail),
	).toEqual([...emails, emails[1]]);
});

test('crm-to-groups makes no group without its revenue of an account whose revenue is no number', async (context) => {
	needs('2.1', NO_TABLES, context);
	const accounts = ['', null, '7.6', '1,200'].map((mrr) => ({ account_id: `mrr ${mrr}`, mrr }));
	const workflow = await kitchen.setUp('crm-to-groups', { Accounts: accounts });
	const { error } = await n8n.run(workflow, 'Every Night');
	expect(error?.message).toContain("mrr 1,200: 'MRR' must be a whole number");
	const groups = kitchen.posted('/v2/groups').map(({ body }) => (body as { mrr: number }).mrr);
	expect(groups.toSorted()).toEqual([0, 0, 8]);
});

test('year-of-responses saves each response of this month and twelve before once, a month at a time, however often it runs', async (context) => {
	needs('2.1', NO_TABLES, context);
	const [older] = responses(1, `${lastDay(13)} 23:59:59`);
	const newer = [
		// Both ends of a month, and the ends of the months beside it.
		...responses(1, `${lastDay(10)} 23:59:59`),
		...responses(1, `${firstDay(9)} 00:00:00`),
		...responses(1, `${lastDay(9)} 23:59:59`),
		...responses(1, `${firstDay(8)} 00:00:00`),
		// The first that counts, and one after months without any.
		...responses(1, `${firstDay(12)} 00:00:00`),
		...responses(1, `${firstDay(2)} 12:00:00`),
	];
	const workflow = await kitchen.setUp('year-of-responses');
	expect((await n8n.run(workflow, 'Every Sunday')).error).toBeUndefined();
	const months = monthsAskedFor();
	expect(months).toHaveLength(13);
	for (const [at, { date_start }] of months.slice(0, -1).entries()) {
		// A day more on either side, since nobody knows the zone of the service's days.
		expect(dayAfter(date_start)).toBe(months[at + 1].date_end);
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

test('year-of-responses shows a month that cannot be read as failed, and the next run saves the rest once, odd comments and all', async (context) => {
	needs('2.1', NO_TABLES, context);
	await deleteTable(n8n, 'feedback_responses');
	sandbox.run('DELETE FROM promoters');
	const [, ...others] = ODD;
	for (const comment of others) sandbox.createResponses(1, { comment });
	sandbox.createResponses(1, { comment: ODD[0], created: `${lastDay(3)} 12:00:00` });
	const workflow = await kitchen.setUp('year-of-responses');
	const run = async () => (await n8n.run(workflow, 'Every Sunday')).error;
	const failures = async () =>
		(await n8n.executions(workflow)).filter(
			({ mode, status }) => mode === 'manual' && status === 'error',
		).length;
	const saved = async () =>
		(await rowsOf(n8n, 'feedback_responses')).map(({ comment }) => comment as string).toSorted();

	// Months are read one after the other, the newest first.
	const lastMonth = new RegExp(`date_start=${lastDay(2)}`);
	sandbox.fault({ path: lastMonth, action: { type: 'unauthorized' } });
	expect(await run()).toBeDefined();
	expect(await failures()).toBe(1);
	expect(await saved()).toEqual(others.toSorted());
	for (const which of ['second', 'third']) {
		expect(await run(), which).toBeUndefined();
		expect(await saved(), which).toEqual(ODD.toSorted());
	}
	expect(await failures()).toBe(1);

	const headers = { authorization: `Bearer ${sandbox.apiKey}` };
	const page = await fetch(`${sandbox.baseUrl}/v1/promoter`, { headers });
	const value = (await page.json()) as { data: { promoter_id: number; vote: number | null }[] };
	value.data[0].vote = null;
	sandbox.fault({ path: /date_start/, action: { type: 'json', value } });
	expect(await run()).toBeUndefined();
	const withoutVote = (await rowsOf(n8n, 'feedback_responses')).filter(({ vote }) => vote === null);
	expect(withoutVote.map(({ promoter_id }) => promoter_id)).toEqual([value.data[0].promoter_id]);
});

test('spreadsheet-to-posts reads what a spreadsheet exports, and fails where that has no titles', async (context) => {
	needs('2.1', 'its Extract from File loads a package that is left out', context);
	const workflow = await kitchen.setUp('spreadsheet-to-posts');
	const created = async (sheet: string) => {
		kitchen.others.sheet = sheet;
		const { error } = await n8n.run(workflow, 'Every Night');
		const posts = kitchen.posted('/v1/post').map(({ body }) => (body as { title: string }).title);
		await kitchen.clear();
		return error?.message ?? posts;
	};
	expect(await created('\uFEFFTitle, Description ,TYPE\nFrom Excel,,bug\n')).toEqual([
		'From Excel',
	]);
	expect(await created('title,description,type\n')).toEqual([]);
	for (const sheet of ['title;type\nFrom Germany;bug\n', '<html>\n<body>Sign in\n</body>\n']) {
		expect(await created(sheet)).toContain('The sheet has no column title');
	}
});

test('top-requests answers a site with titles and votes, and with none', async () => {
	await kitchen.activate(await kitchen.setUp('top-requests'));
	sandbox.run('DELETE FROM posts');
	expect(await (await askAsSite()).json()).toEqual({ requests: [] });
	const [post] = sandbox.createPosts(2, { title: 'Export' });
	await send(sandbox, 'POST', `/v1/post/${post}/vote`, { vote: 1 });
	const answer = await askAsSite();
	expect(answer.headers.get('cache-control')).toBe('max-age=300');
	const requests = [
		{ title: 'Export 1', votes: 1 },
		{ title: 'Export 2', votes: 0 },
	];
	expect(await answer.json()).toEqual({ requests });
});

test('top-requests gives odd titles as they are, and shows a failure in the answer and in the list of executions', async () => {
	const workflow = await kitchen.setUp('top-requests');
	await kitchen.activate(workflow);
	sandbox.run('DELETE FROM posts');
	// What is planned is not shown, and no more than ten are.
	sandbox.createPosts(6, { title: 'Too many' });
	for (const [at, title] of ['Planned', ...ODD].entries()) {
		const status = at === 0 ? 'planned' : 'open';
		const [post] = sandbox.createPosts(1, { title, status });
		sandbox.run('UPDATE posts SET total_up = ? WHERE feedback_id = ?', 10 - at, post);
	}
	const requests = await requestsShown();
	expect(requests).toHaveLength(10);
	expect(requests.slice(0, 5)).toEqual(ODD.map((title, at) => ({ title, votes: 9 - at })));

	sandbox.fault({ path: '/v1/posts', action: { type: 'unauthorized' } });
	expect((await askAsSite()).status).toBe(500);
	expect(await requestsShown()).toEqual(requests);
	await until('the list shows three runs, one of them failed', async () => {
		const statuses = (await n8n.executions(workflow)).map(({ status }) => status);
		return statuses.join() === 'success,error,success';
	});
});

test('error-workflow names the workflow, the node and the reason', async () => {
	const errorWorkflow = await kitchen.setUp('error-workflow');
	// n8n 1 runs it as it is, and cannot activate it.
	if (!isBefore('2')) await kitchen.activate(errorWorkflow);
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
		nodes: [webhook, postsNode('get', { postId: byId(999_999) }, kitchen.credential)],
		connections: { Called: { main: [[{ node: 'Posts', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', errorWorkflow },
	});
	await kitchen.activate(failing);
	await callWebhook(path, {});
	await until('the chat hears of it', () => kitchen.others.messages.length > 0);
	expect(kitchen.others.messages).toEqual([
		expect.stringMatching(/^Reads what is not there failed in Posts: .*999999/),
	]);
});

async function askAsSite(): Promise<Response> {
	return await until('the webhook is registered', async () => {
		const answer = await fetch(`${n8n.baseUrl}/webhook/top-requests`);
		return answer.status !== 404 && answer;
	});
}

async function requestsShown(): Promise<unknown[]> {
	const { requests } = (await (await askAsSite()).json()) as { requests: unknown[] };
	return requests;
}

function standsOn(
	{ position: [x, y] = [0, 0] }: WorkflowNode,
	{ position: [left, top] = [0, 0], parameters }: WorkflowNode,
): boolean {
	const { width, height } = parameters as { width: number; height: number };
	return x >= left && x < left + width && y >= top && y < top + height;
}

const responses = (count: number, created: string) => sandbox.createResponses(count, { created });

/** In UTC, of the month that is this many months ago. */
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
