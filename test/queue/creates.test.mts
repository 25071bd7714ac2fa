// Many creates under one limit, by the workers of a queue that know nothing of each other. CREATES=2000 WORKERS=2,4 are how
// many documents are created, by how many workers: at the same time, each with a cluster and a service of its own.
import { expect, test } from 'vitest';
import { startSandbox } from '../sandbox/server.mts';
import { CONCURRENCY, startCluster } from './cluster.mts';
import { createDocuments, LIMIT, titlesOf } from './creates.mts';

const CREATES = Number(process.env.CREATES ?? 700);
/**
 * Of all creates: a third of what workers meet that do not learn of each other, each of which would spend the limit alone.
 * Workers and service share the cores, and a busy machine sends as fast as the window frees: 0.016 to 0.073 was measured.
 */
const MOST_REFUSED = 0.1;
const WORKERS = (process.env.WORKERS ?? '2,4').split(',').map(Number);

test.concurrent.each(WORKERS)(
	`${CREATES} creates over %i workers are all there, none twice, and few are refused`,
	async (count) => {
		const sandbox = await startSandbox({ v2Limit: LIMIT });
		const cluster = await startCluster();
		try {
			await cluster.staff(count);
			const executions = count * CONCURRENCY;
			const titles = titlesOf('of many', CREATES);
			const lists = Array.from({ length: executions }, (_, list) =>
				titles.filter((_, index) => index % executions === list),
			);

			const batch = await createDocuments(cluster.main.rest, sandbox, lists);

			console.log(`${CREATES} creates, ${count} workers:`, batch.figures);
			expect(batch.executions.map(({ status }) => status)).toEqual(lists.map(() => 'success'));
			expect(batch.figures).toMatchObject({ delivered: CREATES, lost: 0, doubled: 0 });
			expect(batch.figures.refused, 'answers 429').toBeLessThanOrEqual(MOST_REFUSED * CREATES);
			const taken = cluster.workers.map((worker) => worker.taken);
			expect(Math.min(...taken), 'no worker sat by').toBeGreaterThan(0);
		} finally {
			await cluster.close();
			await sandbox.close();
		}
	},
);
