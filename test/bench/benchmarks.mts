import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { request } from 'undici';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { path } from '../../nodes/shared/client/path';
import { collect } from '../../nodes/shared/client/walk';
import { post, postList } from '../../nodes/shared/service/posts';
import { sideBySide, undiciClient } from '../unit/client/undici-transport.mts';
import { bearer, byId, execute } from '../unit/n8n-context.mts';
import { type Service, startService } from './service.mts';

const POSTS = 10_000;
const CREATES = 200;
const ITEMS = 500;
/** How far away a service in the same region is. */
const NEAR_MS = 20;

interface Comparison {
	what: string;
	/** What it is measured against. */
	baseline(): Promise<unknown>;
	measured(): Promise<unknown>;
	runs?: number;
}

export async function benchmarks(): Promise<void> {
	const service = await startService();
	try {
		const template = { type: 'idea', description: 'x'.repeat(200) };
		const { ids } = await service.control('posts', { count: POSTS, ...template });
		const [anyId] = ids as number[];
		const rows = [['', 'baseline', 'measured', 'ratio']];
		for (const group of [here(service, anyId), near(service)]) {
			await service.control('settings', { latencyMs: group.latencyMs });
			for (const one of group.comparisons) rows.push(await compare(one));
		}
		await service.control('settings', { latencyMs: 0 });
		rows.push(await compareMemory(service));
		print(rows);
	} finally {
		service.stop();
	}
}

/** The service on the same machine: what the code itself costs. */
function here(service: Service, id: number): { latencyMs: number; comparisons: Comparison[] } {
	const client = undiciClient(service);
	const onePost = path`/v1/post/${id}`;
	const gets = async () => await sideBySide(ITEMS, 8, async () => await client.get(onePost, post));
	return {
		latencyMs: 0,
		comparisons: [
			{
				what: `read ${POSTS} posts: plain undici loop / client`,
				baseline: async () => await plainLoop(service),
				measured: async () => await collect(client, { list: postList, query: {} }),
			},
			{
				what: `get ${ITEMS} posts, 8 at a time: plain undici / client`,
				baseline: async () =>
					await sideBySide(ITEMS, 8, async () => await ask(service, onePost.text)),
				measured: gets,
			},
			{
				what: `get ${ITEMS} posts, 8 at a time: client / node with ${ITEMS} items`,
				baseline: gets,
				measured: async () =>
					await execute(FeedbackPosts, {
						credentials: bearer(service.baseUrl, service.apiKey),
						parameters: { resource: 'post', operation: 'get', postId: byId(id) },
						items: Array.from({ length: ITEMS }, () => ({})),
					}),
			},
		],
	};
}

/** The service at some distance: what reading ahead and working side by side gain. */
function near(service: Service): { latencyMs: number; comparisons: Comparison[] } {
	const client = undiciClient(service);
	const create = async (n: number) =>
		await client.post({ path: path`/v1/post`, body: { title: `Post ${n}`, type: 'idea' } }, post);
	return {
		latencyMs: NEAR_MS,
		comparisons: [
			{
				what: `read ${POSTS} posts at ${NEAR_MS} ms: plain undici loop / client`,
				baseline: async () => await plainLoop(service),
				measured: async () => await collect(client, { list: postList, query: {} }),
				runs: 3,
			},
			{
				what: `create ${CREATES} posts at ${NEAR_MS} ms: concurrency 1 / 8`,
				baseline: async () => await sideBySide(CREATES, 1, create),
				measured: async () => await sideBySide(CREATES, 8, create),
				runs: 2,
			},
		],
	};
}

async function ask({ baseUrl, apiKey }: Service, address: string): Promise<unknown> {
	const { body } = await request(baseUrl + address, {
		headers: { authorization: `Bearer ${apiKey}` },
	});
	return ((await body.json()) as { data: unknown }).data;
}

/** What somebody would write who trusts the service: page after page, until there are no more. */
async function plainLoop(service: Service): Promise<unknown[]> {
	const posts: unknown[] = [];
	for (let page = 0; ; page++) {
		const address = `/v1/posts?type=all&filter=all&per_page=100&page=${page}`;
		const data = (await ask(service, address)) as { items: object; has_more: boolean };
		posts.push(...Object.values(data.items));
		if (!data.has_more) return posts;
	}
}

async function compare({ what, baseline, measured, runs = 5 }: Comparison): Promise<string[]> {
	const times: [number[], number[]] = [[], []];
	// In turns, so that whatever else the machine does meets both; the first turn warms up.
	for (let run = 0; run <= runs; run++) {
		for (const [index, work] of [baseline, measured].entries()) {
			const start = performance.now();
			await work();
			if (run > 0) times[index].push(performance.now() - start);
		}
	}
	const [before, after] = times.map(median);
	return [what, `${before.toFixed(0)} ms`, `${after.toFixed(0)} ms`, (after / before).toFixed(2)];
}

async function compareMemory(service: Service): Promise<string[]> {
	const client = undiciClient(service);
	const [before, after] = [
		await retained(async () => await plainLoop(service)),
		await retained(async () => await collect(client, { list: postList, query: {} })),
	];
	const what = `memory held by ${POSTS} posts: plain undici loop / client`;
	return [what, megabytes(before), megabytes(after), (after / before).toFixed(2)];
}

async function retained(work: () => Promise<unknown>): Promise<number> {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const result = await work();
	collectGarbage();
	const held = process.memoryUsage().heapUsed - before;
	// Used here, so that it is still held above.
	if (!Array.isArray(result)) throw new Error('Nothing was read');
	return held;
}

function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function megabytes(bytes: number): string {
	return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

function print(rows: string[][]): void {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	for (const row of rows) {
		const cells = row.map((cell, column) =>
			column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
		);
		console.log(cells.join('  '));
	}
}
