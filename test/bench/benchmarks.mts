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

type Part = (service: Service) => Promise<Row[]>;

async function benchmarks(): Promise<Row[]> {
	const folder = await temporaryFolder('bench-');
	const tarball = await packTarball(join(folder.path, 'packed'));
	const inN8n = async (
		service: Service,
		work: (...n8n: [MeasuredN8n, Workflows]) => Promise<Row[]>,
	) => {
		const n8n = await MeasuredN8n.start(tarball);
		try {
			return await work(n8n, await Workflows.in(n8n, service));
		} finally {
			await n8n.stop();
		}
	};
	/** Each with a workspace of its own, with this many posts. */
	const parts: Record<string, { posts: number; part: Part }> = {
		reads: {
			posts: POSTS,
			part: async (service) =>
				await inN8n(service, async (...n8n) => await readRows(...n8n, service, POSTS)),
		},
		creates: {
			posts: 1,
			part: async (service) =>
				await inN8n(service, async (...n8n) => await createRows(...n8n, service, CREATES)),
		},
		mapped: {
			posts: 1,
			part: async (service) =>
				await inN8n(service, async (...n8n) => await mappedRows(...n8n, service, MAPPED)),
		},
		nights: {
			posts: 0,
			part: async (service) =>
				await inN8n(service, async (...n8n) => await nightRows(...n8n, service, sized)),
		},
		polls: {
			posts: POSTS,
			part: async (service) => await inN8n(service, pollRows),
		},
		many: {
			posts: MANY_POSTS,
			part: async (service) => [await memoryRow(tarball, service, MANY_POSTS)],
		},
	};
	const wanted = process.env.BENCH_PARTS?.split(',') ?? Object.keys(parts);
	const rows: Row[] = [];
	try {
		for (const name of wanted) {
			const { posts, part } = parts[name];
			rows.push(...(await withPosts(posts, part)));
		}
	} finally {
		await folder.remove();
	}
	return rows;
}

async function withPosts(count: number, work: Part): Promise<Row[]> {
	const service = await startService();
	try {
		await createPosts(service, count);
		return await work(service);
	} finally {
		service.stop();
	}
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
