// Vitest starts a worker for each run, which takes longer than most tests of a mutant. Here one that is done is kept for the
// next run, with everything loaded: Stryker switches its mutants while the code runs.
import {
	type PoolOptions,
	type PoolWorker,
	type TestProject,
	ThreadsPoolWorker,
	type WorkerRequest,
} from 'vitest/node';

/** Then a fresh one begins, so that nothing that a mutant leaves behind stays for long. */
const RUNS_OF_A_WORKER = 200;

type Listener = (message: unknown) => void;

/** A worker of Vitest's own, and how many runs it has had. */
interface Thread {
	worker: ThreadsPoolWorker;
	runs: number;
}

/** Done with its runs so far, and free for the next one. */
let idle: Thread | undefined;

class KeptWorker implements PoolWorker {
	readonly name = 'kept';
	private readonly thread: Thread;
	private readonly listeners: Array<[event: string, listener: Listener]> = [];
	private isRunning = false;
	private isKept = false;

	constructor(options: PoolOptions) {
		this.thread = idle ?? { worker: new ThreadsPoolWorker(options), runs: 0 };
		idle = undefined;
	}

	async start(): Promise<void> {
		if (this.thread.runs === 0) await this.thread.worker.start();
	}

	on(event: string, listener: Listener): void {
		this.listeners.push([event, listener]);
		this.thread.worker.on(event, listener);
	}

	off(event: string, listener: Listener): void {
		this.thread.worker.off(event, listener);
	}

	send(message: WorkerRequest): void {
		if (message.type === 'run') {
			this.thread.runs++;
			this.isRunning = true;
		}
		this.isKept = message.type === 'stop' && !this.isRunning && this.thread.runs < RUNS_OF_A_WORKER;
		if (!this.isKept) return this.thread.worker.send(message);
		const stopped = { type: 'stopped', __vitest_worker_response__: true };
		for (const [event, listener] of this.listeners) if (event === 'message') listener(stopped);
	}

	deserialize(data: unknown): unknown {
		if ((data as { type?: unknown } | undefined)?.type === 'testfileFinished')
			this.isRunning = false;
		return data;
	}

	async stop(): Promise<void> {
		for (const [event, listener] of this.listeners) this.off(event, listener);
		if (this.isKept && !idle) idle = this.thread;
		else await this.thread.worker.stop();
	}
}

const pool = { name: 'kept', createPoolWorker: (options: PoolOptions) => new KeptWorker(options) };

/** Stryker asks for a pool of Vitest's own, whatever the configuration says. */
export const keptWorker = {
	name: 'kept-worker',
	configureVitest({ project }: { project: TestProject }): void {
		Object.assign(project.config, { pool: pool.name, poolRunner: pool });
	},
};
