// n8n in queue mode: a main that takes what comes in, and workers that run it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { temporaryFolder } from '../n8n-host/folder.mts';
import {
	packTarball,
	startN8n,
	startWorker,
	type N8nHost,
	type N8nWorker,
} from '../n8n-host/host.mts';
import { startPostgres, startRedis } from './services.mts';

/** How many executions a worker runs at a time. */
export const CONCURRENCY = 2;

export interface Cluster {
	readonly main: N8nHost;
	readonly workers: readonly N8nWorker[];
	/** Starts workers, or stops the youngest, until there are this many. */
	staff(count: number): Promise<void>;
	/** SIGKILL to a worker, which is not one of the workers any more. */
	kill(worker: N8nWorker): Promise<void>;
	close(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
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
			async staff(count) {
				while (workers.length > count) await workers.pop()!.stop();
				const missing = Array.from({ length: count - workers.length }, async () => {
					workers.push(await startWorker({ env, tarball, concurrency: CONCURRENCY }));
				});
				await Promise.all(missing);
			},
			async kill(worker) {
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
