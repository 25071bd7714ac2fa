import { expect, test } from 'vitest';
import { RecordMemory } from '../../../nodes/shared/client/record-memory';
import { postList } from '../../../nodes/shared/service/posts';

const FEW = 20_000;
const TRIES = 4;

/** Milliseconds of CPU that it takes to read and find this many posts, as an import leaves them that has no titles. */
function cpuFor(count: number): number {
	const list = Array.from({ length: count }, (_, at) => ({ feedback_id: at, title: 'Untitled' }));
	const memory = new RecordMemory(postList.record);
	const before = process.threadCpuUsage();
	memory.readList(list);
	expect(memory.like('title', 'untitled')).toHaveLength(count);
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
}

// Work that grows by the square takes 16 times as long.
test('four times as many posts of one title take about four times the work', () => {
	let times = Infinity;
	for (let tries = 0; tries < TRIES && times > 8; tries++) {
		times = Math.min(times, cpuFor(4 * FEW) / cpuFor(FEW));
	}
	expect(times).toBeLessThan(8);
});
