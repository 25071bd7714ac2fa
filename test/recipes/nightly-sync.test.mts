// A nightly sync of posts and their comments into Data Tables, in a real n8n: the first night everything, the second only
// what changed. POSTS=1000 is how many there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inARow, postsNode } from '../e2e/workflows.mts';
import {
	type N8nHost,
	startN8n,
	type StoredCredential,
	type WorkflowDraft,
	type WorkflowNode,
} from '../n8n-host/host.mts';
import { type Sandbox, startSandbox } from '../sandbox/server.mts';
import { needs } from '../versions/needs.mts';

const POSTS = Number(process.env.POSTS ?? 1_000);
const CHANGES = 40;

let n8n: N8nHost;
let sandbox: Sandbox;
let credential: StoredCredential;
let posts: number[];
beforeAll(async () => {
	n8n = await startN8n();
	sandbox = await startSandbox();
	posts = sandbox.createPosts(POSTS);
	for (const post of posts) sandbox.createComments(1, { post });
	sandbox.run(
		`UPDATE posts SET created = datetime('2025-01-01', '+' || feedback_id || ' minutes')`,
	);
	sandbox.run('UPDATE posts SET updated = created');
	const { baseUrl, apiKey } = sandbox;
	credential = await n8n.rest.createCredential('feedbackBearerApi', { baseUrl, apiKey });
});
afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

test(`${POSTS} posts with their comments, then ${CHANGES} changes`, { timeout: 1_800_000 }, async (context) => {
	needs('2.1', 'which has no Data Table node of today', context);
	const tables = await n8n.rest.createWorkflow(inTurn(table('posts'), table('comments')));
	expect((await n8n.rest.run(tables, 'Start')).error).toBeUndefined();

	const whole = await night({});
	expect(await rowsOf('posts')).toBe(POSTS);
	expect(await rowsOf('comments')).toBe(POSTS);

	const changed = posts.filter((_, index) => index % (POSTS / CHANGES) === 3);
	const since = new Date(Date.now() - 3_600_000).toISOString();
	for (const post of changed) {
		sandbox.run(
			"UPDATE posts SET title = 'Changed', updated = ? WHERE feedback_id = ?",
			now(),
			post,
		);
		sandbox.createComments(1, { post });
	}
	const next = await night({ changedSince: since });
	expect(next.saved).toEqual({ posts: CHANGES, comments: 2 * CHANGES });
	expect(await rowsOf('posts')).toBe(POSTS);
	expect(await rowsOf('comments')).toBe(POSTS + CHANGES);
	console.log(
		`the first night: ${whole.requests} requests, ${whole.seconds} s; the second: ${next.requests} requests, ${next.seconds} s`,
	);
	// One page of posts for either list, and for each changed post its comments and the page behind them.
	expect(next.requests).toBeLessThanOrEqual(2 + 2 * CHANGES + 4);
});

const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** Brings everything that the filters leave into the tables. */
async function night(filters: Record<string, unknown>) {
	sandbox.requests.length = 0;
	const all = { returnAll: true, filters };
	const workflow = await n8n.rest.createWorkflow(
		inTurn(
			postsNode('getAll', all, credential),
			save('posts', 'feedback_id', ['title', 'status', 'updated']),
			{
				...postsNode('getAllOfPosts', { ...all, resource: 'comment' }, credential),
				name: 'Comments',
				executeOnce: true,
			},
			save('comments', 'comment_id', ['feedback_id', 'comment']),
		),
	);
	const start = performance.now();
	const execution = await n8n.rest.run(workflow, 'Start', { timeoutMs: 900_000 });
	const seconds = Math.round((performance.now() - start) / 100) / 10;
	expect(execution.error).toBeUndefined();
	const saved = (name: string) => execution.items(`Save ${name}`).length;
	return {
		seconds,
		requests: sandbox.requests.length,
		saved: { posts: saved('posts'), comments: saved('comments') },
	};
}

async function rowsOf(name: string): Promise<number> {
	const rows: WorkflowNode = {
		...dataTable,
		name: 'Rows',
		parameters: { resource: 'row', operation: 'get', dataTableId: byName(name), returnAll: true },
	};
	const workflow = await n8n.rest.createWorkflow(inTurn(rows));
	return (await n8n.rest.run(workflow, 'Start')).items('Rows').length;
}

const dataTable = { type: 'n8n-nodes-base.dataTable', typeVersion: 1.1 };

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const columns: Record<string, Array<{ name: string; type: string }>> = {
	posts: [
		{ name: 'feedback_id', type: 'number' },
		...['title', 'status', 'updated'].map((name) => ({ name, type: 'string' })),
	],
	comments: [
		...['comment_id', 'feedback_id'].map((name) => ({ name, type: 'number' })),
		{ name: 'comment', type: 'string' },
	],
};

const table = (name: string): WorkflowNode => ({
	...dataTable,
	name: `Table ${name}`,
	parameters: {
		resource: 'table',
		operation: 'create',
		tableName: name,
		columns: { column: columns[name] },
		options: { createIfNotExists: true },
	},
});

const save = (name: string, key: string, fields: readonly string[]): WorkflowNode => {
	const value = Object.fromEntries(
		[key, ...fields].map((field) => [field, `={{ $json.${field} }}`]),
	);
	return {
		...dataTable,
		name: `Save ${name}`,
		parameters: {
			resource: 'row',
			operation: 'upsert',
			dataTableId: byName(name),
			matchType: 'allConditions',
			filters: { conditions: [{ keyName: key, condition: 'eq', keyValue: value[key] }] },
			columns: { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] },
			options: {},
		},
	};
};

/** One after the other, from a manual start. */
function inTurn(...nodes: WorkflowNode[]): WorkflowDraft {
	return inARow({ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }, ...nodes);
}
