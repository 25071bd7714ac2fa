import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeIn } from './hosts.mjs';
import { Hopeless, until } from './waiting.mts';

const guard = join(import.meta.dirname, 'guard.mts');
const root = dirname(dirname(import.meta.dirname));
/** The one that the set-up places there, whichever runs this. */
const placedNode = join(root, 'node_modules', '.bin', 'node');

export interface RunningOptions {
	command: string[];
	folder: string;
	environment: Record<string, string>;
	/** Standard output and standard error go to its end, in the order they come. */
	logFile: string;
	/** Removed when this process ends without having ended the other. */
	temporaryFolder?: string;
}

/**
 * The n8n of a host: as `start`, alone or as the main of a queue, or as a `worker` of one. It runs on the Node.js that the
 * host asks for, else on the one of the tests.
 */
export function n8nCommand(host: string, ...words: string[]): string[] {
	const own = nodeIn(host);
	const node = existsSync(own) ? own : placedNode;
	return [node, join(host, 'node_modules', 'n8n', 'bin', 'n8n'), ...words];
}

/** One process with everything it starts, in a process group of its own. */
export class Running {
	readonly #guard: ChildProcess;
	/** Its exit code, once it has ended; null after a signal. */
	readonly ended: Promise<number | null>;

	constructor({ command, folder, environment, logFile, temporaryFolder = '' }: RunningOptions) {
		const log = openSync(logFile, 'a');
		// Detached makes the guard the leader of a new group, which can be ended as a whole.
		this.#guard = spawn(process.execPath, [guard, temporaryFolder, ...command], {
			env: environment,
			cwd: folder,
			detached: true,
			stdio: ['pipe', log, log],
		});
		closeSync(log);
		this.#guard.stdin!.on('error', () => {});
		this.ended = new Promise((resolve) => this.#guard.once('exit', resolve));
	}

	/** Waits until it is ready to be used, and ends it where it never is. */
	static async ready(options: RunningOptions, isReady: () => unknown): Promise<Running> {
		const running = new Running(options);
		const log = () => readLog(options.logFile);
		const look = async () => {
			if (running.exited) throw new Hopeless(`It ended while starting:\n${log()}`);
			return await isReady();
		};
		try {
			await until(`${options.command.join(' ')} is ready`, look, { explain: log });
			return running;
		} catch (error) {
			await running.kill();
			throw error;
		}
	}

	get exited(): boolean {
		return this.#guard.exitCode !== null || this.#guard.signalCode !== null;
	}

	/** Asks it to end, as a service manager would, and waits for it. */
	async stop(): Promise<void> {
		if (this.exited) return;
		const ended = once(this.#guard, 'exit');
		this.#guard.kill('SIGTERM');
		const tooLate = setTimeout(() => this.killNow(), 35_000);
		await ended;
		clearTimeout(tooLate);
		this.killNow();
	}

	/** SIGKILL to the whole group, this instant; it has no chance to save anything. */
	async kill(): Promise<void> {
		const ended = this.exited ? undefined : once(this.#guard, 'exit');
		this.killNow();
		await ended;
	}

	killNow(): void {
		try {
			process.kill(-this.#guard.pid!, 'SIGKILL');
		} catch {
			// Nobody of the group is left.
		}
	}
}

/** What n8n wrote, without the hundreds of lines about creating its database. */
export function readLog(logFile: string): string {
	return readFileSync(logFile, 'utf8').replace(/^(?:Starting|Finished) migration .*\n/gm, '');
}
