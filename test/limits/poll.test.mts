// A poll over 12,000 posts, in a real n8n: whoever else uses n8n meanwhile hardly notices.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request } from 'undici';
import { inARow, triggerNode } from '../e2e/workflows.mts';
import { everySeconds, startN8n, until, type N8nHost } from '../n8n-host/host.mts';
import { cpuMs } from '../n8n-host/process.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';

const POSTS = 12_000;
/** n8n's own sign of life, with two cores. */
const LONGEST_ANSWER_MS = 400;

let n8n: N8nHost;
let sandbox: Sandbox;
beforeAll(async () => {
	n8n = await startN8n();
	sandbox = await startSandbox({ v1PerPage: 100 });
	sandbox.createPosts(POSTS);
});
afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

test(`a baseline of ${POSTS} posts for two events keeps /healthz under ${LONGEST_ANSWER_MS} ms`, async () => {
	const { baseUrl, apiKey } = sandbox;
	const credential = await n8n.rest.createCredential('feedbackBearerApi', { baseUrl, apiKey });
	const events = ['newPost', 'postChanged'];
	const trigger = triggerNode({ events, pollTimes: everySeconds(10) }, credential);
	const end = { name: 'Done', type: 'n8n-nodes-base.noOp' };
	const workflow = await n8n.rest.createWorkflow(inARow(trigger, end));
	// Warm: what n8n does for the first time takes its time whatever we do.
	for (let times = 0; times < 20; times++) await healthMs();

	const waits: number[] = [];
	let isOver = false;
	const cpuBefore = cpuMs(n8n);
	const watching = (async () => {
		while (!isOver) waits.push(await healthMs());
	})();
	await n8n.rest.activate(workflow);
	const last = Math.ceil(POSTS / 100) - 1;
	const ends = () => sandbox.requests.filter(({ path }) => path.endsWith(`page=${last}`)).length;
	await until('the end of both lists', () => ends() >= 2, { timeoutMs: 120_000, everyMs: 20 });
	isOver = true;
	await watching;
	const longest = Math.max(...waits);
	console.log(
		`${sandbox.requests.length} pages; /healthz: ${waits.length} answers, the longest ${Math.round(longest)} ms; ` +
			`n8n's own CPU: ${Math.round(cpuMs(n8n) - cpuBefore)} ms`,
	);
	expect(longest).toBeLessThan(LONGEST_ANSWER_MS);
});

async function healthMs(): Promise<number> {
	const start = performance.now();
	const { body } = await request(`${n8n.baseUrl}/healthz`);
	await body.dump();
	return performance.now() - start;
}
