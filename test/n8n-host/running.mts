import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const node = join(here, 'node_modules', 'node', 'bin', 'node');
const guard = join(here, 'guard.mts');
const n8n = join(here, 'node_modules', 'n8n', 'bin', 'n8n');

/** One n8n process with everything it starts, in a process group of its own. */
export class Running {
	readonly #guard: ChildProcess;

	/**
	 * @param logFile standard output and standard error go to its end, in the order they come
	 * @param temporaryFolder removed when this process ends without having ended n8n
	 */
	constructor(environment: Record<string, string>, logFile: string, temporaryFolder = '') {
		const log = openSync(logFile, 'a');
		// Detached makes the guard the leader of a new group, which can be ended as a whole.
		this.#guard = spawn(node, [guard, temporaryFolder, node, n8n, 'start'], {
			env: environment,
			cwd: environment.N8N_USER_FOLDER,
			detached: true,
			stdio: ['pipe', log, log],
		});
		closeSync(log);
		this.#guard.stdin!.on('error', () => {});
	}

	get exited(): boolean {
		return this.#guard.exitCode !== null || this.#guard.signalCode !== null;
	}

	/** Asks n8n to end, as a service manager would, and waits for it. */
	async stop(): Promise<void> {
		if (this.exited) return;
		const ended = once(this.#guard, 'exit');
		this.#guard.kill('SIGTERM');
		const tooLate = setTimeout(() => this.killNow(), 35_000);
		await ended;
		clearTimeout(tooLate);
		this.killNow();
	}

	/** SIGKILL to the whole group, this instant; n8n has no chance to save anything. */
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
