import { join } from 'node:path';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { packTarball } from '../n8n-host/host.mts';
import { createRows, mappedRows, nightRows, readRows } from './executions.mts';
import { MeasuredN8n } from './measured-n8n.mts';
import { memoryRow } from './memory.mts';
import { pollRows } from './polls.mts';
import type { Row } from './rows.mts';
import { type Service, startService } from './service.mts';
import { Workflows } from './workflows.mts';

const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const sized = (count: number) => Math.ceil(count * SCALE);

const POSTS = sized(10_000);
const MANY_POSTS = sized(50_000);
const MAPPED = { items: sized(200), turns: sized(100) };
const CREATES = { many: sized(2_000), few: sized(400) };

type Part = (service: Service, tarball: string) => Promise<Row[]>;

const inN8n =
	(work: (n8n: MeasuredN8n, workflows: Workflows, service: Service) => Promise<Row[]>): Part =>
	async (service, tarball) => {
		const n8n = await MeasuredN8n.start(tarball);
		try {
			return await work(n8n, await Workflows.in(n8n, service), service);
		} finally {
			await n8n.stop();
		}
	};

/** Each with a workspace of its own, with this many posts. */
const parts: Record<string, { posts: number; part: Part }> = {
	reads: { posts: POSTS, part: inN8n(async (...n8n) => await readRows(...n8n, POSTS)) },
	creates: { posts: 1, part: inN8n(async (...n8n) => await createRows(...n8n, CREATES)) },
	mapped: { posts: 1, part: inN8n(async (...n8n) => await mappedRows(...n8n, MAPPED)) },
	nights: { posts: 0, part: inN8n(async (...n8n) => await nightRows(...n8n, sized)) },
	polls: { posts: POSTS, part: inN8n(pollRows) },
	many: {
		posts: MANY_POSTS,
		part: async (service, tarball) => [await memoryRow(tarball, service, MANY_POSTS)],
	},
};

async function benchmarks(): Promise<Row[]> {
	const folder = await temporaryFolder('bench-');
	const tarball = await packTarball(join(folder.path, 'packed'));
	const wanted = process.env.BENCH_PARTS?.split(',') ?? Object.keys(parts);
	const rows: Row[] = [];
	for (const name of wanted) {
		const { posts, part } = parts[name];
		const service = await startService();
		try {
			await createPosts(service, posts);
			rows.push(...(await part(service, tarball)));
		} finally {
			service.stop();
		}
	}
	await folder.remove();
	return rows;
}

const BATCH = 100;
const HOUR_MS = 3_600_000;

/** A batch an hour, the last of them now. */
async function createPosts(service: Service, count: number): Promise<void> {
	const batches = Math.ceil(count / BATCH);
	for (let batch = 1; batch <= batches; batch++) {
		const at = new Date(Date.now() - (batches - batch) * HOUR_MS);
		const left = count - (batch - 1) * BATCH;
		await service.call('createPosts', Math.min(BATCH, left), {
			type: 'idea',
			description: 'x'.repeat(200),
			created: at.toISOString().slice(0, 19).replace('T', ' '),
		});
	}
}

/** Run while this module is loaded: the loader closes behind it, and a node loads what it needs when it first runs. */
export const rows = await benchmarks();
