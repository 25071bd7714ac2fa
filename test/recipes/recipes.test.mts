// Every recipe, as a user imports it, end to end in a real n8n; twice where it claims to be safe to repeat.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../contract/nodes.mts';
import { sharedN8n } from '../e2e/session.mts';
import { byId, postsNode } from '../e2e/workflows.mts';
import { readPage } from '../package/markdown.mts';
import { homeOf } from '../prose/links.mts';
import { until, type WorkflowNode } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import type { Sandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';
import { deleteTable, rowsOf } from './tables.mts';
import { ODD } from './days.mts';
import {
	callWebhook,
	type Kitchen,
	openKitchen,
	ownPath,
	readRecipe,
	recipes,
} from './kitchen.mts';

const { raw: rawHome } = homeOf(packageJson.repository.url);

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

test('crm-to-groups lists every account and contact that failed after the others', async (context) => {
	needs('2.1', 'its Data Table node, if any, creates no tables', context);
	const data_mail = 'ada@customer.example';
	sandbox.createUsers(1, { data_mail });
	const workflow = await kitchen.setUp('crm-to-groups', {
		Accounts: [
			{ account_id: 'acme', mrr: 12.5, member_emails: `nobody@x.example,${data_mail}` },
			{ account_id: '', name: 'Nameless', member_emails: data_mail },
			...['', null, '7.6', '1,200'].map((mrr) => ({ account_id: `mrr ${mrr}`, mrr })),
		],
	});
	const { error } = await n8n.run(workflow, 'Every Night');
	expect(error?.message).toContain('no account_id: ');
	expect(error?.message).toContain('acme nobody@x.example: ');
	// A group without its revenue would look like a customer who pays nothing.
	expect(error?.message).toContain("mrr 1,200: 'MRR' must be a whole number");
	expect(sandbox.rows('SELECT data_id, mrr FROM groups ORDER BY mrr, data_id')).toEqual([
		{ data_id: 'mrr', mrr: 0 },
		{ data_id: 'mrr null', mrr: 0 },
		{ data_id: 'mrr 7.6', mrr: 8 },
		{ data_id: 'acme', mrr: 13 },
	]);
	expect(sandbox.rows('SELECT data_mail FROM group_members JOIN users USING (user_id)')).toEqual([
		{ data_mail },
	]);
});

test('year-of-responses saves each response of this month and twelve before once, a month at a time, whatever failed before', async (context) => {
	needs('2.1', 'its Data Table node, if any, creates no tables', context);
	await deleteTable(n8n, 'feedback_responses');
	sandbox.run('DELETE FROM promoters');
	const respond = (created: string, comment: string) =>
		sandbox.createResponses(1, { created, comment })[0];
	respond(`${lastDay(13)} 23:59:59`, 'too old');
	// Both ends of neighboring months, the first that counts, one after months without any, and this month.
	const times = [`${lastDay(10)} 23:59:59`, `${firstDay(9)} 00:00:00`, `${lastDay(9)} 23:59:59`];
	times.push(
		`${firstDay(8)} 00:00:00`,
		`${firstDay(12)} 00:00:00`,
		`${firstDay(2)} 12:00:00`,
		`${firstDay(0)} 00:00:00`,
	);
	const ids = times.map((created, at) => respond(created, ODD[at] ?? 'one more'));
	const workflow = await kitchen.setUp('year-of-responses');
	const run = async () => (await n8n.run(workflow, 'Every Sunday')).error;
	const rows = async () => {
		const saved = await rowsOf(n8n, 'feedback_responses');
		return saved.toSorted((a, b) => a.promoter_id - b.promoter_id);
	};

	// Months are read one after the other, the newest first.
	const nineMonthsAgo = new RegExp(`date_start=${lastDay(10)}`);
	sandbox.fault({ path: nineMonthsAgo, action: { type: 'unauthorized' } });
	expect(await run()).toBeDefined();
	expect((await rows()).map(({ promoter_id }) => promoter_id)).toEqual([ids[3], ids[5], ids[6]]);

	sandbox.requests.length = 0;
	expect(await run()).toBeUndefined();
	const saved = await rows();
	expect(saved.map(({ promoter_id }) => promoter_id)).toEqual(ids);
	expect(saved.map(({ comment }) => comment)).toEqual([...ODD, 'one more', 'one more']);
	const months = monthsAskedFor();
	expect(months).toHaveLength(13);
	for (const [at, { date_start }] of months.slice(0, -1).entries()) {
		// A day more on either side, since nobody knows the zone of the service's days.
		expect(dayAfter(date_start)).toBe(months[at + 1].date_end);
	}
	const called = (await n8n.executions(workflow)).filter(({ mode }) => mode === 'integrated');
	expect(called.map(({ status }) => status).filter((one) => one === 'error')).toHaveLength(1);
	expect(called.length).toBeGreaterThan(13);

	const headers = { authorization: `Bearer ${sandbox.apiKey}` };
	const page = await fetch(`${sandbox.baseUrl}/v1/promoter`, { headers });
	const value = (await page.json()) as { data: { promoter_id: number; vote: number | null }[] };
	value.data[0].vote = null;
	sandbox.fault({ path: /date_start/, action: { type: 'json', value } });
	expect(await run()).toBeUndefined();
	expect((await rows()).filter(({ vote }) => vote === null)).toMatchObject([
		{ promoter_id: value.data[0].promoter_id },
	]);
	expect(await rows()).toHaveLength(ids.length);
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

test('top-requests answers a site with the most voted open posts, or none, and with a failure that the list shows', async () => {
	const workflow = await kitchen.setUp('top-requests');
	await kitchen.activate(workflow);
	sandbox.run('DELETE FROM posts');
	const shown = async () => {
		const answer = await until('the webhook is registered', async () => {
			const response = await fetch(`${n8n.baseUrl}/webhook/${ownPath('top-requests')}`);
			return response.status !== 404 && response;
		});
		return [answer.status, answer.headers.get('cache-control'), await answer.json()];
	};
	expect(await shown()).toEqual([200, 'max-age=300', { requests: [] }]);
	// What is planned is not shown, and no more than ten are.
	const others = ['Too many', 'Too', 'many', 'for', 'ten'];
	const titles = ['Planned', ...ODD, ...others, 'One more'];
	for (const [at, title] of titles.entries()) {
		const status = at === 0 ? 'planned' : 'open';
		const [post] = sandbox.createPosts(1, { title, status });
		sandbox.run('UPDATE posts SET total_up = ? WHERE feedback_id = ?', 20 - at, post);
	}
	const requests = [...ODD, ...others].map((title, at) => ({ title, votes: 19 - at }));
	expect(await shown()).toMatchObject([200, 'max-age=300', { requests }]);

	sandbox.fault({ path: '/v1/posts', action: { type: 'unauthorized' } });
	expect(await shown()).toMatchObject([500, 'max-age=300', {}]);
	expect(await shown()).toMatchObject([200, 'max-age=300', { requests }]);
	await until('the list shows four runs, one of them failed', async () => {
		const statuses = (await n8n.executions(workflow)).map(({ status }) => status);
		return statuses.join() === 'success,success,error,success';
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
		parameters: { path: ownPath(path), httpMethod: 'POST', responseMode: 'lastNode', options: {} },
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

function standsOn(
	{ position: [x, y] = [0, 0] }: WorkflowNode,
	{ position: [left, top] = [0, 0], parameters }: WorkflowNode,
): boolean {
	const { width, height } = parameters as { width: number; height: number };
	return x >= left && x < left + width && y >= top && y < top + height;
}

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
