// A worker is killed, and the main is restarted.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { watching } from '../e2e/workflows.mts';
import { until } from '../n8n-host/host.mts';
import { startSandbox, type Sandbox } from '../sandbox/server.mts';
import { CONCURRENCY, startCluster, type Cluster } from './cluster.mts';
import { counted, createDocuments, LIMIT, titlesOf } from './creates.mts';

/** Of an execution: enough to be caught in the middle at a second each. */
const TITLES = 30;

let cluster: Cluster;
let sandbox: Sandbox;

beforeAll(async () => {
	cluster = await startCluster();
});
afterAll(async () => await cluster?.close());
beforeEach(async () => {
	sandbox = await startSandbox({ v2Limit: LIMIT });
});
afterEach(async () => await sandbox?.close());

test('a killed worker costs the rest of the executions it had, and doubles nothing', async () => {
	await cluster.staff(2);
	sandbox.settings.latencyMs = 1_000;
	const lists = Array.from({ length: 2 * CONCURRENCY }, (_, list) =>
		titlesOf(`list ${list}`, TITLES),
	);
	const killInTheMiddle = async () => {
		await until('every execution is in the middle', () =>
			progress(lists).every((made) => made > 4),
		);
		await cluster.kill(cluster.workers[0]);
	};
	const { rest } = cluster.main;
	const { executions, figures } = await createDocuments(rest, sandbox, lists, killInTheMiddle);

	const whole = executions.filter(({ status }) => status === 'success');
	const given = executions.filter(({ status }) => status !== 'success');
	expect(whole).toHaveLength(CONCURRENCY);
	expect(given).toHaveLength(CONCURRENCY);
	expect(figures.doubled).toBe(0);
	// What the other worker had is complete; what the dead one had stands as far as it came, and is not run again.
	const made = progress(lists).sort((a, b) => b - a);
	expect(made.slice(0, CONCURRENCY)).toEqual(whole.map(() => TITLES));
	expect(figures.lost).toBe(
		made.slice(CONCURRENCY).reduce((lost, done) => lost + TITLES - done, 0),
	);
});

test('the trigger fires once for each post, in one process, and main restarted under a stream loses none', async () => {
	await cluster.staff(2);
	const { rest } = cluster.main;
	sandbox.createPosts(20);
	const draft = watching({ events: ['newPost'] }, await rest.credentialFor(sandbox));
	const workflow = await rest.createWorkflow(draft);
	await rest.activate(workflow);
	await until('polls have begun', () => sandbox.requests.length > 2);

	const created: number[] = [];
	const stream = setInterval(() => created.push(...sandbox.createPosts(1)), 250);
	const more = async () => {
		const before = (await deliveredBy(workflow)).length;
		await until('more is delivered', async () => (await deliveredBy(workflow)).length > before);
	};
	try {
		for (let restarts = 0; restarts < 3; restarts++) {
			// Right after one, no poll is under way: what n8n takes over at the moment it stops may be lost (README.md).
			await more();
			await cluster.main.restart();
		}
		await more();
	} finally {
		clearInterval(stream);
	}
	await until(
		'every post is delivered',
		async () => (await deliveredBy(workflow)).length >= created.length,
	);
	const asked = sandbox.requests.length;
	await until('more polls', () => sandbox.requests.length > asked + 3);
	await rest.deactivate(workflow);
	expect((await deliveredBy(workflow)).toSorted((a, b) => a - b)).toEqual(created);
});

function progress(lists: string[][]): number[] {
	return lists.map((titles) => titles.length - counted(sandbox, titles).lost);
}

async function deliveredBy(workflow: string): Promise<number[]> {
	const posts = await cluster.main.rest.delivered(workflow);
	return posts.map(({ feedback_id }) => feedback_id as number);
}
