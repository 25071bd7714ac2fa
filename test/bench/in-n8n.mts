// The same work in a real n8n: by our node, and by n8n's own HTTP Request node as people set it up without us.
import { inARow, onItems, postsNode } from '../e2e/workflows.mts';
import {
	type N8nHost,
	startN8n,
	type StoredCredential,
	type WorkflowDraft,
	type WorkflowNode,
} from '../n8n-host/host.mts';
import { residentBytes } from '../n8n-host/process.mts';
import { compare, megabytes, type Row } from './rows.mts';
import type { Service } from './service.mts';

const CREATES = 500;
/** How many creates are under way at the same time, ours by Concurrency and HTTP Request's by the pace of its batches. */
const IN_FLIGHT = 8;
const LATENCY_MS = 50;

const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

export async function n8nRows(service: Service): Promise<Row[]> {
	const n8n = await startN8n();
	try {
		const bench = await Bench.in(n8n, service);
		const rows: Row[] = [];
		for (const [latencyMs, goal] of [
			[0, 1],
			[50, 1 / 4.5],
			[100, 1 / 6],
		]) {
			await service.control('settings', { latencyMs });
			rows.push(
				await compare({
					what: `Return All, 10000 posts, ${latencyMs} ms, in n8n`,
					against: 'HTTP Request, paginated, and Split Out',
					baseline: await bench.workflow(bench.httpPages()),
					measured: await bench.workflow(bench.returnAll()),
					goal: Number(goal.toFixed(3)),
					rounds: latencyMs === 0 ? 5 : 3,
				}),
			);
		}
		await service.control('settings', { latencyMs: LATENCY_MS });
		const ours = await bench.workflow(bench.creates(IN_FLIGHT));
		rows.push(
			await compare({
				what: `${CREATES} creates, ${LATENCY_MS} ms, in n8n`,
				against: `HTTP Request in batches of ${IN_FLIGHT}`,
				baseline: await bench.workflow(bench.httpCreates()),
				measured: ours,
				goal: 1,
				rounds: 3,
			}),
			await compare({
				what: `${CREATES} creates, ${LATENCY_MS} ms, in n8n`,
				against: 'our own Concurrency 1',
				baseline: await bench.workflow(bench.creates(1)),
				measured: ours,
				goal: Number((1 / 6).toFixed(3)),
				rounds: 1,
			}),
		);
		await service.control('settings', { latencyMs: 0 });
		return rows;
	} finally {
		await n8n.stop();
	}
}

/** Each in an n8n of its own, since what a process has taken it seldom gives back. */
export async function memoryRow(service: Service, posts: number): Promise<Row> {
	const peak = async (draft: (bench: Bench) => WorkflowDraft) => {
		const n8n = await startN8n();
		try {
			const bench = await Bench.in(n8n, service);
			await (
				await bench.workflow(onItems([{}], { name: 'Done', type: 'n8n-nodes-base.noOp' }))
			)();
			return await peakOf(n8n, await bench.workflow(draft(bench)));
		} finally {
			await n8n.stop();
		}
	};
	return await compare({
		what: `memory of n8n over its idle, Return All of ${posts} posts`,
		against: 'HTTP Request, paginated, and Split Out',
		baseline: async () => await peak((bench) => bench.httpPages()),
		measured: async () => await peak((bench) => bench.returnAll()),
		goal: 0.75,
		rounds: 1,
		unit: megabytes,
	});
}

class Bench {
	private constructor(
		private readonly n8n: N8nHost,
		private readonly service: Service,
		private readonly credential: StoredCredential,
		private readonly header: StoredCredential,
	) {}

	static async in(n8n: N8nHost, service: Service): Promise<Bench> {
		const { baseUrl, apiKey } = service;
		const own = await n8n.rest.createCredential('feedbackBearerApi', { baseUrl, apiKey });
		const header = await n8n.rest.createCredential('httpHeaderAuth', {
			name: 'Authorization',
			value: `Bearer ${apiKey}`,
		});
		return new Bench(n8n, service, own, header);
	}

	/** Saves it; each call runs it and gives the milliseconds that its nodes took. */
	async workflow(draft: WorkflowDraft): Promise<() => Promise<number>> {
		const id = await this.n8n.rest.createWorkflow({
			...draft,
			// What is saved of an execution, and when, is n8n's affair.
			settings: { executionOrder: 'v1' },
		});
		const names = draft.nodes.slice(1).map(({ name }) => name);
		return async () => {
			const execution = await this.n8n.rest.run(id, 'Start', { timeoutMs: 300_000 });
			if (execution.status !== 'success') throw new Error(`${names}: ${execution.error?.message}`);
			const runs = names.flatMap((name) => execution.runs(name));
			return runs.reduce((sum, { executionTime = 0 }) => sum + executionTime, 0);
		};
	}

	returnAll(): WorkflowDraft {
		return inARow(start, postsNode('getAll', { returnAll: true }, this.credential));
	}

	httpPages(): WorkflowDraft {
		const parameters = [
			{ name: 'type', value: 'all' },
			{ name: 'filter', value: 'all' },
			{ name: 'per_page', value: '100' },
		];
		const pages = this.http('/v1/posts', {
			sendQuery: true,
			queryParameters: { parameters },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.body.data.has_more }}',
					},
				},
			},
		});
		const split: WorkflowNode = {
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'data.items', options: {} },
		};
		return inARow(start, pages, split);
	}

	creates(concurrency: number): WorkflowDraft {
		const parameters = {
			title: '={{ $json.title }}',
			type: { __rl: true, mode: 'key', value: 'idea' },
			options: { concurrency },
		};
		return onItems(drafts(), postsNode('create', parameters, this.credential));
	}

	httpCreates(): WorkflowDraft {
		return onItems(
			drafts(),
			this.http('/v1/post', {
				method: 'POST',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ { title: $json.title, type: "idea" } }}',
				// A batch begins when the one before should be answered.
				options: { batching: { batch: { batchSize: IN_FLIGHT, batchInterval: LATENCY_MS } } },
			}),
		);
	}

	private http(path: string, parameters: Record<string, unknown>): WorkflowNode {
		return {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: this.service.baseUrl + path,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				...parameters,
			},
			credentials: { httpHeaderAuth: { id: this.header.id, name: this.header.name } },
		};
	}
}

const drafts = () =>
	Array.from({ length: CREATES }, (_, n) => ({ title: `Made by the bench ${n}` }));

/** The most resident memory of n8n while this runs, over what it was before, in bytes. */
async function peakOf(n8n: N8nHost, work: () => Promise<unknown>): Promise<number> {
	const idle = residentBytes(n8n);
	let peak = idle;
	const watch = setInterval(() => (peak = Math.max(peak, residentBytes(n8n))), 20);
	await work().finally(() => clearInterval(watch));
	return peak - idle;
}
