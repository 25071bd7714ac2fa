// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import type { MeasuredN8n } from './measured-n8n.mts';
import { compare, type Row } from './rows.mts';
import type { Service } from './service.mts';
import type { Workflows } from './workflows.mts';

const TRIVIAL = 'a trivial node on httpRequest';
const HTTP_PAGES = 'HTTP Request, paginated, and Split Out';
/** As many as HTTP Request may send at a time; the next batch when these should be answered. */
const BATCH = 8;

/** @param posts how many exist */
export async function manyPostsRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	posts: number,
): Promise<Row[]> {
	const row = await compare({
		what: `Return All, ${posts} posts, 0 ms: CPU`,
		against: TRIVIAL,
		baseline: await n8n.workflow(workflows.trivialReturnAll(), 'cpuMs'),
		measured: await n8n.workflow(workflows.returnAll(), 'cpuMs'),
		rounds: 3,
		goal: 1.4,
	});
	return [row];
}

export async function createRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ many, few }: { many: number; few: number },
): Promise<Row[]> {
	const atOnce = await compare({
		what: `${many} creates, 0 ms: CPU`,
		against: TRIVIAL,
		baseline: await n8n.workflow(workflows.trivialCreates(many), 'cpuMs'),
		measured: await n8n.workflow(workflows.creates(many), 'cpuMs'),
		rounds: 3,
		goal: 1.4,
	});
	await service.call('setLatency', 50);
	const batches = { batchSize: BATCH, batchInterval: 50 };
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

export async function readRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	posts: number,
): Promise<Row[]> {
	const rows: Row[] = [];
	const baseline = await n8n.workflow(workflows.httpReturnAll(), 'timeMs');
	const measured = await n8n.workflow(workflows.returnAll(), 'timeMs');
	for (const [latencyMs, goal] of [
		[0, 0.85],
		[50, 0.15],
		[100, 0.12],
	]) {
		await service.call('setLatency', latencyMs);
		rows.push(
			await compare({
				what: `Return All, ${posts} posts, ${latencyMs} ms: time`,
				against: HTTP_PAGES,
				baseline,
				measured,
				rounds: latencyMs === 0 ? 5 : 2,
				warmsUp: latencyMs === 0,
				goal,
			}),
		);
	}
	return rows;
}
