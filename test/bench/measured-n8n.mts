// A real n8n with its default settings, and in it a stopwatch and the nodes that ours are compared with.
import { join } from 'node:path';
import {
	freePorts,
	type N8nHost,
	startN8n,
	until,
	type WorkflowDraft,
	type WorkflowNode,
} from '../n8n-host/host.mts';
import { inARow } from '../e2e/workflows.mts';
import type { Usage } from './rows.mts';

export const START = 'Start';
const LONGEST_RUN_MS = 300_000;

export class MeasuredN8n {
	private constructor(
		readonly host: N8nHost,
		private readonly stopwatch: string,
	) {}

	static async start(tarball: string): Promise<MeasuredN8n> {
		const [port] = await freePorts(1);
		const host = await startN8n({
			tarball,
			env: {
				N8N_CUSTOM_EXTENSIONS: join(import.meta.dirname, 'trivial'),
				STOPWATCH_PORT: String(port),
			},
		});
		return new MeasuredN8n(host, `http://127.0.0.1:${port}`);
	}

	async stop(): Promise<void> {
		await this.host.stop();
	}

	async usage(): Promise<Usage> {
		return await this.ask<Usage>('usage');
	}

	/** Bytes in use after garbage collection. */
	async memory(): Promise<number> {
		return (await this.ask<{ bytes: number }>('memory')).bytes;
	}

	async pid(): Promise<number> {
		return await this.ask<number>('pid');
	}

	/** Saves it. Each call runs it, and gives what its nodes took without what n8n does before and after. */
	async workflow(
		{ nodes, ...draft }: WorkflowDraft,
		kind: keyof Usage,
	): Promise<() => Promise<number>> {
		const [start, ...work] = nodes;
		const { rest } = this.host;
		const timed = inARow(start, stopwatch('Begin'), ...work, stopwatch('End'));
		const [{ name, type }, turn] = work;
		if (type === 'n8n-nodes-base.splitInBatches') {
			const to = (node: string) => [{ node, type: 'main', index: 0 }];
			timed.connections[name] = { main: [to('End'), to(turn.name)] };
			timed.connections[turn.name] = { main: [to(name)] };
		}
		const id = await rest.createWorkflow({ ...draft, ...timed });
		return async () => {
			await this.memory(); // What the run before has left is not collected in this one.
			const laps = this.ask<[Usage, Usage]>('laps');
			await this.succeeds(id, await rest.begin(id, START));
			const [begin, end] = await laps;
			return minus(end, begin)[kind];
		};
	}

	/** Waits until n8n has saved it, and asks for no data meanwhile, which would take CPU as well. */
	private async succeeds(workflow: string, id: string): Promise<void> {
		const { rest } = this.host;
		const status = await until(
			`execution ${id} ends`,
			async () => {
				const found = (await rest.executions(workflow)).find((one) => one.id === id);
				return found && !['new', 'running'].includes(found.status) && found.status;
			},
			{ timeoutMs: LONGEST_RUN_MS, everyMs: 500 },
		);
		if (status === 'success') return;
		const { error } = await rest.execution(id);
		throw new Error(`${(await rest.workflow(workflow)).name}: ${error?.message}`);
	}

	private async ask<T>(what: string): Promise<T> {
		const response = await fetch(`${this.stopwatch}/${what}`);
		return (await response.json()) as T;
	}
}

export const minus = (end: Usage, begin: Usage): Usage => ({
	cpuMs: end.cpuMs - begin.cpuMs,
	timeMs: end.timeMs - begin.timeMs,
});

const stopwatch = (name: string): WorkflowNode => ({ name, type: 'CUSTOM.stopwatch' });
