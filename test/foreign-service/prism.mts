// Prism over docs/openapi.yaml: a service of its own, or a proxy that looks at each request and each answer.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePorts } from '../n8n-host/ports.mts';
import { document, program } from './tools.mts';

const cli = program('@stoplight/prism-cli/dist/index.js');

export const NO_SUCH_PATH = '/no-such-path';

export class Prism {
	readonly baseUrl: string;
	private readonly child: ChildProcess;
	private readonly lines: string[] = [];
	private asked = 0;

	private constructor(port: number, words: readonly string[]) {
		this.baseUrl = `http://127.0.0.1:${port}`;
		this.child = spawn(process.execPath, [cli, ...words, '--port', String(port)]);
		createInterface(this.child.stdout!).on('line', (line) => this.lines.push(line));
	}

	/** @param upstream the service behind it; without one it answers by itself */
	static async start(upstream?: string): Promise<Prism> {
		const [port] = await freePorts(1);
		const words = upstream ? ['proxy', document, upstream] : ['mock', document];
		const prism = new Prism(port, words);
		await prism.printed('is listening');
		return prism;
	}

	/**
	 * What it found wrong since it was asked last, in its own words. It prints after it has answered, so a request for a path
	 * that no document has comes last, and has to be found wrong.
	 */
	async violations(): Promise<string[]> {
		const path = `${NO_SUCH_PATH}/${++this.asked}`;
		await fetch(this.baseUrl + path);
		await this.printed(path);
		await this.printed(/not found|not resolved/);
		const printed = this.lines.splice(0);
		const end = printed.findIndex((line) => line.includes(path));
		return printed.slice(0, end).filter((line) => /✖|\[VALIDATOR\].*⚠/.test(line));
	}

	async close(): Promise<void> {
		const closed = once(this.child, 'close');
		this.child.kill();
		await closed;
	}

	private async printed(text: string | RegExp): Promise<void> {
		const isThere = () => this.lines.some((line) => line.search(text) >= 0);
		while (!isThere()) {
			if (this.child.exitCode !== null) throw new Error(`Prism ended:\n${this.lines.join('\n')}`);
			await once(this.child.stdout!, 'data');
		}
	}
}
