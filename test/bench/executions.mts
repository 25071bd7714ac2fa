// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import type { MeasuredN8n } from './measured-n8n.mts';
import { compare, type Row } from './rows.mts';
import type { Service } from './service.mts';
import type { Workflows } from './workflows.mts';

/** As many as HTTP Request may send at a time; the next batch when these should be answered. */
const BATCH = 8;
const LATENCY_MS = 50;

export async function createRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ many, few }: { many: number; few: number },
): Promise<Row[]> {
	const atOnce = await compare({
		what: `${many} creates, 0 ms: CPU`,
		against: 'a trivial node on httpRequest',
		baseline: await n8n.workflow(workflows.trivialCreates(many), 'cpuMs'),
		measured: await n8n.workflow(workflows.creates(many), 'cpuMs'),
		rounds: 3,
		goal: 1.4,
	});
	await service.call('setLatency', LATENCY_MS);
	const batches = { batchSize: BATCH, batchInterval: LATENCY_MS };
	const slowly = await compare({
		what: `${few} creates, 50 ms: time`,
		against: `HTTP Request in batches of ${BATCH}`,
		baseline: await n8n.workflow(workflows.httpCreates(few, batches), 'timeMs'),
		measured: await n8n.workflow(workflows.creates(few), 'timeMs'),
		rounds: 3,
		warmsUp: false,
		goal: 0.75,
	});
	return [atOnce, slowly];
}

export async function readRow(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	posts: number,
): Promise<Row> {
	await service.call('setLatency', LATENCY_MS);
	return await compare({
		what: `Return All, ${posts} posts, 50 ms: time`,
		against: 'HTTP Request, paginated, and Split Out',
		baseline: await n8n.workflow(workflows.httpReturnAll(), 'timeMs'),
		measured: await n8n.workflow(workflows.returnAll(), 'timeMs'),
		rounds: 2,
		warmsUp: false,
		goal: 0.15,
	});
}
