// The service is down while n8n starts; and what n8n does with the poll of an activation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../n8n-host/host.mts';
import type { FaultAction } from '../sandbox/server.mts';
import { engines } from '../n8n-host/engines.mts';
import { deliveries, staticData, victim, type Victim } from './victim.mts';

describe('default polling', () => {
	let one: Victim;
	let workflow: string;

	beforeAll(async () => {
		one = await victim();
		one.sandbox.createPosts(5);
		workflow = await one.activate();
		await until('the first polls', () => one.sandbox.requests.length >= 2);
	});
	afterAll(async () => await one?.close());

	const answers: Record<string, FaultAction> = {
		503: { type: 'status', status: 503 },
		401: { type: 'unauthorized' },
		429: { type: 'rateLimit', retryAfter: 1 },
	};
	for (const [status, action] of Object.entries(answers)) {
		test(`the service answers ${status} while n8n starts`, async () => {
			await throughAnOutage(
				() => one.sandbox.fault({ times: Number.POSITIVE_INFINITY, action }),
				() => one.sandbox.clearFaults(),
			);
		});
	}

	test('the service refuses connections while n8n starts', async () => {
		await throughAnOutage(
			async () => await one.stopService(),
			async () => await one.startService(),
		);
	});

	async function throughAnOutage(begin: () => unknown, end: () => unknown): Promise<void> {
		await one.n8n.pause();
		const errors = one.database((db) => failures(db, workflow));
		const [meanwhile] = one.sandbox.createPosts(1);
		await begin();
		await one.n8n.start();
		await until(
			'a failed execution while the service is down',
			() => one.database((db) => failures(db, workflow)) > errors,
			{ explain: () => one.n8n.log.slice(-3000) },
		);
		await end();
		const [afterwards] = one.sandbox.createPosts(1);
		await delivered(one, workflow, [meanwhile, afterwards]);
	}

	test('n8n in memory keeps the baseline by itself, and the data of the workflow stays its own', () => {
		const data = one.database((db) => staticData(db, workflow));
		expect(Object.keys(data)).toEqual(['node:Trigger']);
	});
});

describe('durable polling', () => {
	let one: Victim;

	beforeAll(async () => {
		one = await victim(engines.durable);
		one.sandbox.createPosts(5);
	});
	afterAll(async () => await one?.close());

	test('what is posted between activation and the first scheduled poll is delivered', async () => {
		// At one second of the minute only, so that there is time in between.
		const second = (new Date().getUTCSeconds() + 15) % 60;
		const workflow = await one.activate({
			pollTimes: { item: [{ mode: 'custom', cronExpression: `${second} * * * * *` }] },
		});
		await until('the poll of the activation', () => one.sandbox.requests.length > 0);
		const handedOn = await until('n8n has saved the activation', () => {
			const { global } = one.database((db) => staticData(db, workflow));
			return global as Record<string, object> | undefined;
		});
		expect(Object.values(handedOn)).toEqual([{ '/v1/posts': expect.objectContaining({ v: 1 }) }]);
		const created = one.sandbox.createPosts(2);
		await delivered(one, workflow, created);
		expect(one.database((db) => deliveries(db, workflow)).length).toBe(created.length);

		const asked = one.sandbox.requests.length;
		await one.n8n.rest.deactivate(workflow);
		await one.n8n.rest.activate(workflow);
		const [more] = one.sandbox.createPosts(1);
		await delivered(one, workflow, [...created, more]);
		expect(one.sandbox.requests.length).toBeGreaterThan(asked);
		expect(one.database((db) => deliveries(db, workflow)).length).toBe(created.length + 1);
	});
});

type Database = Parameters<typeof deliveries>[0];

function failures(database: Database, workflow: string): number {
	const row = database
		.prepare(
			`SELECT count(*) AS count FROM execution_entity WHERE workflowId = ? AND status = 'error'`,
		)
		.get(workflow) as { count: number };
	return row.count;
}

async function delivered(
	{ database, n8n }: Victim,
	workflow: string,
	posts: readonly number[],
): Promise<void> {
	await until(
		`the posts ${posts.join(', ')} are delivered`,
		() => {
			const all = database((db) => deliveries(db, workflow));
			return posts.every((post) => all.includes(post));
		},
		{ everyMs: 500, explain: () => n8n.log.slice(-3000) },
	);
}
