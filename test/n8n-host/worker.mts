import { join } from 'node:path';
import { n8nEnvironment } from './environment.mts';
import { temporaryFolder } from './folder.mts';
import { chosen, folderOf } from './hosts.mjs';
import { installPackage } from './package.mts';
import { freePorts } from './ports.mts';
import { n8nCommand, readLog, Running } from './running.mts';

export type N8nWorker = Awaited<ReturnType<typeof startWorker>>;

/**
 * One of the processes that work for a main, in a folder of its own, as on a machine of its own.
 * @param env where the queue and the database of the main are, and its encryption key
 * @param tarball the packed connector, which every process needs
 * @param concurrency executions at a time
 */
export async function startWorker(
	env: Record<string, string>,
	tarball: string,
	concurrency: number,
) {
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
		/** How many executions it has taken so far. */
		get taken() {
			return [...readLog(logFile).matchAll(/Worker started execution/g)].length;
		},
		/** SIGKILL to it and all it started. */
		kill: async () => await running.kill(),
		async stop() {
			await running.stop();
			await folder.remove();
		},
	};
}
