// What the process knows of a trigger beside the snapshot: it is bounded, and forgotten where nothing polls any more.
import { expect, test } from 'vitest';
import { ProcessMemory } from '../../../nodes/FeedbackTrigger/process-memory';
import { ownTimeInEachTest, time } from '../own-time.mts';

const HOUR_MS = 3_600_000;

ownTimeInEachTest();

test('what is kept for a trigger is forgotten once no poll has needed it for 40 days', async () => {
	const memory = new ProcessMemory(() => ({}));
	const [first, second, third] = ['first', 'second', 'third'].map((one) => memory.of(one));
	await time.sleep(485 * HOUR_MS);
	expect(memory.of('first')).toBe(first);
	expect(memory.of('third')).toBe(third);
	await time.sleep(485 * HOUR_MS);
	expect(memory.of('third')).toBe(third);
	expect(memory.of('second')).not.toBe(second);
});
