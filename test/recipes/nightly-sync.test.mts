// The recipe Nightly sync in a real n8n: the first night copies everything, the second only what changed. POSTS=1000 is how
// many posts there are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inARow } from '../e2e/workflows.mts';
import { type N8nHost, startN8n, type WorkflowNode } from '../n8n-host/host.mts';
import { needs } from '../versions/needs.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';

const POSTS = Number(process.env.POSTS ?? 1_000);
const CHANGES = 40;

let n8n: N8nHost;
let kitchen: Kitchen;
let posts: number[];
beforeAll(async () => {
	n8n = await startN8n();
	kitchen = await openKitchen(n8n.rest);
	const { sandbox } = kitchen;
	posts = sandbox.createPosts(POSTS);
	for (const post of posts) sandbox.createComments(1, { post });
	sandbox.run(
		`UPDATE posts SET created = datetime('2025-01-01', '+' || feedback_id || ' minutes')`,
	);
	sandbox.run('UPDATE posts SET updated = created');
});
afterAll(async () => {
	await kitchen?.close();
	await n8n?.stop();
});

test(
	`${POSTS} posts with their comments, then ${CHANGES} changes`,
	{ timeout: 1_800_000 },
	async (context) => {
		needs('2.1', 'which has no Data Table node of today', context);
		const { sandbox } = kitchen;
		const workflow = await kitchen.setUp('nightly-sync');
		const whole = await night(workflow);
		expect(await rowsOf('feedback_posts')).toBe(POSTS);
		expect(await rowsOf('feedback_comments')).toBe(POSTS);

		const changed = posts.filter((_, index) => index % (POSTS / CHANGES) === 3);
		for (const post of changed) {
			sandbox.run(
				"UPDATE posts SET title = 'Changed', updated = datetime('now') WHERE feedback_id = ?",
				post,
			);
			sandbox.createComments(1, { post });
		}
		const next = await night(workflow);
		// The post that was saved last comes again, since others may have changed in the same second.
		expect(next.saved).toEqual({ posts: CHANGES + 1, comments: 2 * CHANGES + 1 });
		expect(await rowsOf('feedback_posts')).toBe(POSTS);
		expect(await rowsOf('feedback_comments')).toBe(POSTS + CHANGES);
		console.log(
			`the first night: ${whole.requests} requests, ${whole.seconds} s; the second: ${next.requests} requests, ${next.seconds} s`,
		);
		// A few pages of posts for either list, and the comments of each changed post.
		expect(next.requests).toBeLessThanOrEqual(10 + CHANGES);
	},
);

/** Runs the recipe as its schedule does. */
async function night(workflow: string) {
	const { requests } = kitchen.sandbox;
	requests.length = 0;
	const start = performance.now();
	const execution = await n8n.rest.run(workflow, 'Every Night', { timeoutMs: 900_000 });
	const seconds = Math.round((performance.now() - start) / 100) / 10;
	expect(execution.error).toBeUndefined();
	return {
		seconds,
		requests: requests.length,
		saved: {
			posts: execution.items('Save Post').length,
			comments: execution.items('Save Comment').length,
		},
	};
}

async function rowsOf(table: string): Promise<number> {
	const rows: WorkflowNode = {
		name: 'Rows',
		type: 'n8n-nodes-base.dataTable',
		typeVersion: 1.1,
		parameters: {
			resource: 'row',
			operation: 'get',
			dataTableId: { __rl: true, mode: 'name', value: table },
			returnAll: true,
		},
	};
	const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
	const workflow = await n8n.rest.createWorkflow(inARow(start, rows));
	return (await n8n.rest.run(workflow, 'Start')).items('Rows').length;
}
