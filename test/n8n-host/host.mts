// A real n8n to try the connector in: pack it, install it as n8n does, start, drive, stop, kill.
import { join } from 'node:path';
import { n8nEnvironment } from './environment.mts';
import { temporaryFolder } from './folder.mts';
import { chosen, folderOf } from './hosts.mjs';
import { installPackage, packTarball } from './package.mts';
import { freePorts } from './ports.mts';
import { type Account, N8nRest } from './rest.mts';
import { n8nCommand, readLog, Running } from './running.mts';

export { installPackage, packTarball } from './package.mts';
export * from './rest.mts';
export { freePorts } from './ports.mts';
export { readLog } from './running.mts';
export { everySeconds } from './schedule.mts';
export { until } from './waiting.mts';
export { startWorker, type N8nWorker } from './worker.mts';

export interface StartOptions {
	/** Kept when given; else a temporary one is made, and removed by `stop()`. */
	userFolder?: string;
	/** Further environment of n8n, e.g. the durable scheduler's switches. */
	env?: Record<string, string>;
	/** The tarball to install; by default the connector as it is, `false` for n8n alone. */
	tarball?: string | false;
	/** Whom the first start makes the owner; by default the one that all tests know. */
	account?: Account;
}

export type N8nHost = Awaited<ReturnType<typeof startN8n>>;

export async function startN8n(options: StartOptions = {}) {
	const temporary = options.userFolder === undefined ? await temporaryFolder('n8n-') : undefined;
	const userFolder = options.userFolder ?? temporary!.path;
	const [port, brokerPort] = await freePorts(2);
	const baseUrl = `http://127.0.0.1:${port}`;
	const host = folderOf(chosen);
	const environment = n8nEnvironment({ host, userFolder, port, brokerPort, extra: options.env });
	const rest = new N8nRest(baseUrl, options.account);
	const logFile = join(userFolder, 'n8n.log');
	let running: Running | undefined;

	const start = async () => {
		const command = n8nCommand(host, 'start');
		const program = { command, folder: userFolder, environment, logFile };
		running = await Running.ready({ ...program, temporaryFolder: temporary?.path }, async () => {
			// It answers before the REST API is mounted, which answers in plain text while the database migrates.
			const { ok } = await fetch(`${baseUrl}/healthz/readiness`);
			return ok && (await enter(rest));
		});
	};
	const pause = async () => await running?.stop();
	const stop = async () => {
		await pause();
		await temporary?.remove();
	};

	try {
		const tarball = options.tarball ?? (await packTarball(join(userFolder, 'packed')));
		if (tarball !== false) await installPackage(userFolder, tarball);
		await start();
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		baseUrl,
		userFolder,
		logFile,
		rest,
		get log() {
			return readLog(logFile);
		},
		/** Starts again on the same folder and port. */
		start,
		/** Ends n8n in good order but keeps its folder, for a later `start()`. */
		pause,
		/** SIGKILL to n8n and all it started; the folder stays, for a later `start()`. */
		kill: async () => await running?.kill(),
		restart: async () => {
			await pause();
			await start();
		},
		stop,
	};
}

async function enter(rest: N8nRest): Promise<true> {
	const settings = await rest.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
		'GET',
		'/settings',
	);
	if (settings.userManagement.showSetupOnFirstLoad) await rest.setUpOwner();
	else await rest.logIn();
	return true;
}
