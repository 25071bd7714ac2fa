// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import { distant } from './distance.mts';
import { MeasuredN8n } from './measured-n8n.mts';
import { compareUsage, type Row, toRow } from './rows.mts';
import type { Service } from './service.mts';
import { Workflows } from './workflows.mts';

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
	await service.control('settings', { latencyMs: 50 });
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
	await service.control('settings', { latencyMs: 0 });
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
		await service.control('settings', { latencyMs });
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
	await service.control('settings', { latencyMs: 0 });
	return rows;
}

const ROUND_TRIP_MS = 50;

/** Over a line: what a connection costs is part of it, and n8n makes one for each request. */
export async function distantRows(
	tarball: string,
	service: Service,
	{ posts, creates }: { posts: number; creates: number },
): Promise<Row[]> {
	const { baseUrl, certificate, close } = await distant(service.baseUrl, ROUND_TRIP_MS);
	const n8n = await MeasuredN8n.start(tarball, { NODE_EXTRA_CA_CERTS: certificate });
	try {
		const workflows = await Workflows.in(n8n, { ...service, baseUrl });
		// Connecting and encrypting take two round trips more than the request.
		const pace = { batchSize: BATCH, batchInterval: 3 * ROUND_TRIP_MS };
		return [
			...(await compareUsage({
				what: `Return All, ${posts} posts, HTTPS, round trip ${ROUND_TRIP_MS} ms`,
				against: HTTP_PAGES,
				baseline: await n8n.workflow(workflows.httpReturnAll()),
				measured: await n8n.workflow(workflows.returnAll()),
				rounds: 2,
				warmsUp: false,
			})),
			...(await compareUsage({
				what: `${creates} creates, HTTPS, round trip ${ROUND_TRIP_MS} ms`,
				against: `HTTP Request in batches of ${BATCH}`,
				baseline: await n8n.workflow(workflows.httpCreates(creates, pace)),
				measured: await n8n.workflow(workflows.creates(creates)),
				rounds: 2,
				warmsUp: false,
			})),
		];
	} finally {
		await n8n.stop();
		await close();
	}
}

/** Requests for the comments of all posts, beside the fewest there can be. */
export async function commentsRow(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ posts, commented }: { posts: number; commented: number },
): Promise<Row> {
	const read = await n8n.workflow(workflows.commentsOfAllPosts());
	await service.requestCount();
	await read();
	const requests = await service.requestCount();
	const fewest = Math.ceil(posts / 100) + commented;
	return toRow(
		{
			what: `comments of ${posts} posts, of which ${commented} have some: requests`,
			against: 'pages of posts, and posts with comments',
		},
		[[fewest, requests]],
		{ goal: 1.05, unit: String },
	);
}
