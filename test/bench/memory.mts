// The memory that n8n takes beyond its own for all posts at once.
import { readFileSync } from 'node:fs';
import { done, onItems } from '../e2e/workflows.mts';
import type { WorkflowDraft } from '../n8n-host/host.mts';
import { MeasuredN8n } from './measured-n8n.mts';
import { compare, megabytes, type Row } from './rows.mts';
import type { Service } from './service.mts';
import { Workflows } from './workflows.mts';

/** Each in an n8n of its own, since what a process has taken it seldom gives back. */
export async function memoryRow(tarball: string, service: Service, posts: number): Promise<Row> {
	const peak = async (draft: (workflows: Workflows) => WorkflowDraft) => {
		const n8n = await MeasuredN8n.start(tarball);
		try {
			const nothing = onItems([{}], done);
			const warmUp = await n8n.workflow(nothing, 'timeMs');
			await warmUp();
			const workflow = draft(await Workflows.in(n8n, service));
			return await peakOf(n8n, await n8n.workflow(workflow, 'timeMs'));
		} finally {
			await n8n.stop();
		}
	};
	return await compare({
		what: `memory of n8n over its idle, Return All of ${posts} posts`,
		against: 'HTTP Request, paginated, and Split Out',
		baseline: async () => await peak((workflows) => workflows.httpReturnAll()),
		measured: async () => await peak((workflows) => workflows.returnAll()),
		goal: 0.5,
		warmsUp: false,
		unit: megabytes,
	});
}

async function peakOf(n8n: MeasuredN8n, work: () => Promise<unknown>): Promise<number> {
	const status = `/proc/${await n8n.pid()}/status`;
	const resident = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
	const idle = resident();
	let peak = idle;
	const watch = setInterval(() => (peak = Math.max(peak, resident())), 20);
	await work().finally(() => clearInterval(watch));
	return peak - idle;
}
