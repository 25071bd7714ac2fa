// n8n in queue mode: a main that takes what comes in, and workers that run it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { packTarball, startN8n, startWorker, type N8nWorker } from '../n8n-host/host.mts';
import { startPostgres, startRedis } from './services.mts';

/** How many executions a worker runs at a time. */
export const CONCURRENCY = 2;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster() {
	const ends: Array<() => Promise<void>> = [];
	const closing = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	const workers: N8nWorker[] = [];
	try {
		const redis = await startRedis();
		ends.push(redis.stop);
		const postgres = await startPostgres();
		ends.push(postgres.stop);
		const folder = await temporaryFolder('packed-');
		ends.push(folder.remove);
		const tarball = await packTarball(join(folder.path, 'packed'));
		const env = {
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		};
		const main = await startN8n({ env, tarball });
		ends.push(main.stop);
		ends.push(async () => void (await Promise.all(workers.map(async (one) => await one.stop()))));
		return {
			main,
			workers,
			/** Starts workers, or stops the youngest, until there are this many. */
			async staff(count: number): Promise<void> {
				while (workers.length > count) await workers.pop()!.stop();
				const missing = Array.from({ length: count - workers.length }, async () => {
					workers.push(await startWorker(env, tarball, CONCURRENCY));
				});
				await Promise.all(missing);
			},
			/** SIGKILL to a worker, which is not one of the workers any more. */
			async kill(worker: N8nWorker): Promise<void> {
				workers.splice(workers.indexOf(worker), 1);
				await worker.kill();
				ends.push(worker.stop);
			},
			close: closing,
		};
	} catch (error) {
		await closing();
		throw error;
	}
}
