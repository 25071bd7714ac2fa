import { join } from 'node:path';
import { n8nEnvironment } from './environment.mts';
import { temporaryFolder } from './folder.mts';
import { chosen, folderOf } from './hosts.mjs';
import { installPackage } from './package.mts';
import { freePorts } from './ports.mts';
import { n8nCommand, readLog, Running } from './running.mts';

export interface WorkerOptions {
	/** Where the queue and the database of the main are, and its encryption key. */
	env: Record<string, string>;
	/** The packed connector, which every process needs. */
	tarball: string;
	/** Executions at a time. */
	concurrency: number;
}

/** One of the processes that work for a main, in a folder of its own, as on a machine of its own. */
export interface N8nWorker {
	/** How many executions it has taken so far. */
	readonly taken: number;
	/** SIGKILL to it and all it started. */
	kill(): Promise<void>;
	stop(): Promise<void>;
}

export async function startWorker(options: WorkerOptions): Promise<N8nWorker> {
	const { env, tarball, concurrency } = options;
	const folder = await temporaryFolder('n8n-worker-');
	const logFile = join(folder.path, 'n8n.log');
	const [port, brokerPort] = await freePorts(2);
	const host = folderOf(chosen);
	await installPackage(folder.path, tarball);
	const running = await Running.ready(
		{
			command: n8nCommand(host, 'worker', `--concurrency=${concurrency}`),
			folder: folder.path,
			environment: n8nEnvironment({
				host,
				userFolder: folder.path,
				port,
				brokerPort,
				extra: {
					...env,
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
				},
			}),
			logFile,
			temporaryFolder: folder.path,
		},
		async () => (await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok,
	);
	return {
		get taken() {
			return [...readLog(logFile).matchAll(/Worker started execution/g)].length;
		},
		kill: async () => await running.kill(),
		async stop() {
			await running.stop();
			await folder.remove();
		},
	};
}
