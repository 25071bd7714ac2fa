// Steps that may run at the same time: each has its output in a file of its own, which is printed when it ends.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Running } from '../n8n-host/running.mts';
import { type Count, countOfLastLine, countOfRun, nothing, sum } from './reports.mts';

const root = dirname(dirname(import.meta.dirname));

export interface StepOptions {
	env?: Record<string, string>;
	/** From 0 to 19: the higher, the more it leaves the CPU to the other steps. */
	nice?: number;
	/** Whether its output is printed as it comes. That of the others is printed as a whole when they end. */
	live?: boolean;
}

interface Ended {
	what: string;
	count: Count;
	fromMs: number;
	toMs: number;
}

export class Steps {
	readonly #folder = mkdtempSync(join(tmpdir(), 'ci-'));
	readonly #print: (text: string) => void;
	readonly #running = new Set<Running>();
	readonly #ended: Ended[] = [];
	#begun = 0;
	#isClosed = false;

	constructor(print: (text: string) => void = console.log) {
		this.#print = print;
	}

	get count(): Count {
		return sum(this.#ended.map(({ count }) => count));
	}

	/** What the others need. It is no proof of anything, and counts only where it fails. */
	async prepare(what: string, command: string[], options: StepOptions = {}): Promise<void> {
		await this.#step(what, command, options, (code) => ({
			...nothing,
			failed: code === 0 ? 0 : 1,
		}));
	}

	async check(what: string, command: string[], options: StepOptions = {}): Promise<boolean> {
		const { passed } = await this.#step(what, command, options, (code) =>
			code === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 },
		);
		return passed === 1;
	}

	/** An npm script that runs vitest once, and maybe which files of it: each test counts. */
	async tests(what: string, script: string[], options: StepOptions = {}): Promise<void> {
		const report = join(this.#folder, `${this.#begun}.json`);
		const reporters = ['test/ci/reporter.mts', 'json'].map((one) => `--reporter=${one}`);
		const [name, ...words] = [...script, ...reporters, `--outputFile.json=${report}`];
		await this.#step(what, ['npm', 'run', name, '--', ...words], options, (code) =>
			countOfRun(report, code),
		);
	}

	/** One that counts its tests itself, in its last line. */
	async counted(what: string, command: string[], options: StepOptions = {}): Promise<void> {
		await this.#step(what, command, options, countOfLastLine);
	}

	/** Ends everything that still runs, this instant, and removes what was written. */
	close(): void {
		this.#isClosed = true;
		for (const one of this.#running) one.killNow();
		rmSync(this.#folder, { recursive: true, force: true });
	}

	get table(): string {
		const minutes = (ms: number) => (ms / 60_000).toFixed(1).padStart(5);
		return this.#ended
			.toSorted((a, b) => a.fromMs - b.fromMs)
			.map(
				({ what, count, fromMs, toMs }) =>
					`${minutes(fromMs)} to ${minutes(toMs)} min  ${what}: ${inWords(count)}`,
			)
			.join('\n');
	}

	async #step(
		what: string,
		command: string[],
		{ env = {}, nice = 0, live = false }: StepOptions,
		counted: (exitCode: number | null, log: string) => Count,
	): Promise<Count> {
		const fromMs = performance.now();
		const logFile = join(this.#folder, `${this.#begun++}.log`);
		this.#print(`== ${what} begins`);
		const running = new Running({
			command: nice > 0 ? ['nice', '-n', String(nice), ...command] : command,
			folder: root,
			environment: { ...(process.env as Record<string, string>), ...env },
			logFile,
		});
		this.#running.add(running);
		const printing = live ? this.#printed(logFile) : undefined;
		const code = await running.ended;
		printing?.end();
		if (this.#isClosed) return nothing;
		// What it has left behind goes with it.
		running.killNow();
		this.#running.delete(running);
		const log = readFileSync(logFile, 'utf8').trimEnd();
		const count = counted(code, log);
		const toMs = performance.now();
		this.#ended.push({ what, count, fromMs, toMs });
		const minutes = ((toMs - fromMs) / 60_000).toFixed(1);
		const output = live ? '' : `\n${log}\n`;
		this.#print(`${output}== ${what} ended after ${minutes} min: ${inWords(count)}\n`);
		return count;
	}

	/** Prints what is added to a file, whole lines at a time. */
	#printed(file: string): { end(): void } {
		let done = 0;
		const printNew = (upTo: (text: string) => number) => {
			const text = readFileSync(file, 'utf8');
			const end = upTo(text);
			if (end > done) this.#print(text.slice(done, end).trimEnd());
			done = Math.max(done, end);
		};
		const looking = setInterval(() => printNew((text) => text.lastIndexOf('\n') + 1), 250);
		return {
			end() {
				clearInterval(looking);
				printNew(({ length }) => length);
			},
		};
	}
}

export function inWords({ passed, failed, skipped, leftOut }: Count): string {
	return [
		`${passed} passed, ${failed} failed, ${skipped.length} skipped`,
		...(leftOut > 0 ? [`${leftOut} left out because this n8n lacks what they test`] : []),
	].join(', ');
}
