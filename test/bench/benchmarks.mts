import { clientRows } from './client.mts';
import { memoryRow, n8nRows } from './in-n8n.mts';
import { loadingRows } from './loading.mts';
import type { Row } from './rows.mts';
import { type Service, startService } from './service.mts';

const POSTS = 10_000;
const MANY_POSTS = 50_000;

async function benchmarks(): Promise<Row[]> {
	const parts: Array<(service: Service, ids: readonly number[]) => Promise<Row[]>> = [
		async () => await loadingRows(),
		async (service) => await n8nRows(service),
		clientRows,
	];
	const rows: Row[] = [];
	const add = (row: Row) => {
		rows.push(row);
		console.log(`${row.ratio.toFixed(2)}  ${row.what}, beside ${row.against}`);
	};
	for (const part of parts) {
		// Each with a workspace of its own: the creates of one must not be read by the next.
		await withPosts(POSTS, async (service, ids) => (await part(service, ids)).forEach(add));
	}
	await withPosts(MANY_POSTS, async (service) => add(await memoryRow(service, MANY_POSTS)));
	return rows;
}

async function withPosts(
	count: number,
	work: (service: Service, ids: readonly number[]) => Promise<void>,
): Promise<void> {
	const service = await startService();
	try {
		const template = { type: 'idea', description: 'x'.repeat(200) };
		const { ids } = await service.control('posts', { count, ...template });
		await work(service, ids as number[]);
	} finally {
		service.stop();
	}
}

/** Run while this module is loaded: the loader closes behind it, and a node loads what it needs when it first runs. */
export const rows = await benchmarks();
