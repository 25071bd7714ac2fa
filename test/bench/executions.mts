// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import type { MeasuredN8n } from './measured-n8n.mts';
import { compareUsage, type Row } from './rows.mts';
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
	return await compareUsage({
		what: `Return All, ${posts} posts, 0 ms`,
		against: TRIVIAL,
		baseline: await n8n.workflow(workflows.trivialReturnAll()),
		measured: await n8n.workflow(workflows.returnAll()),
		rounds: 3,
		goals: { cpu: 1.4 },
	});
}

export async function createRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ many, few }: { many: number; few: number },
): Promise<Row[]> {
	const rows = await compareUsage({
		what: `${many} creates, 0 ms`,
		against: TRIVIAL,
		baseline: await n8n.workflow(workflows.trivialCreates(many)),
		measured: await n8n.workflow(workflows.creates(many)),
		rounds: 3,
		goals: { cpu: 1.4 },
	});
	await service.call('setLatency', 50);
	rows.push(
		...(await compareUsage({
			what: `${few} creates, 50 ms`,
			against: `HTTP Request in batches of ${BATCH}`,
			baseline: await n8n.workflow(
				workflows.httpCreates(few, { batchSize: BATCH, batchInterval: 50 }),
			),
			measured: await n8n.workflow(workflows.creates(few)),
			rounds: 3,
			warmsUp: false,
			goals: { time: 0.75 },
		})),
	);
	await service.call('setLatency', 0);
	return rows;
}

export async function readRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	posts: number,
): Promise<Row[]> {
	const rows: Row[] = [];
	const baseline = await n8n.workflow(workflows.httpReturnAll());
	const measured = await n8n.workflow(workflows.returnAll());
	for (const [latencyMs, time] of [
		[0, 0.85],
		[50, 0.15],
		[100, 0.12],
	]) {
		await service.call('setLatency', latencyMs);
		rows.push(
			...(await compareUsage({
				what: `Return All, ${posts} posts, ${latencyMs} ms`,
				against: HTTP_PAGES,
				baseline,
				measured,
				rounds: latencyMs === 0 ? 5 : 2,
				warmsUp: latencyMs === 0,
				goals: { time },
			})),
		);
	}
	await service.call('setLatency', 0);
	return rows;
}
