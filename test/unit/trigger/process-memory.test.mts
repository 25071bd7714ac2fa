// What the process knows of a trigger beside the snapshot: it is bounded, and forgotten where nothing polls any more.
import { describe, expect, test } from 'vitest';
import { ProcessMemory } from '../../../nodes/FeedbackTrigger/process-memory';
import { Rotation } from '../../../nodes/FeedbackTrigger/reading/rotation';
import { ownTimeInEachTest, time } from '../own-time.mts';

const HOUR_MS = 3_600_000;

ownTimeInEachTest();

describe('what is kept for a trigger', () => {
	test('is forgotten once no poll has needed it for two days', async () => {
		const memory = new ProcessMemory(() => ({}));
		const [first, second] = [memory.of('first'), memory.of('second')];
		await time.sleep(25 * HOUR_MS);
		expect(memory.of('second')).toBe(second);
		await time.sleep(25 * HOUR_MS);
		expect(memory.of('second')).toBe(second);
		expect(memory.of('first')).not.toBe(first);
	});

	test('can be replaced', () => {
		const memory = new ProcessMemory(() => ({}));
		const first = memory.of('one');
		const next = memory.anew('one');
		expect(next).not.toBe(first);
		expect(memory.of('one')).toBe(next);
	});
});

describe('records that pages have shown', () => {
	/** Polls that show one record each, in a list of which the snapshot knows these records. */
	async function polled(known: string[], ...shown: string[]) {
		const rotation = new Rotation();
		const snapshot = { size: known.length, has: (id: string) => known.includes(id) };
		const starts: number[] = [];
		for (const id of shown) {
			rotation.start(rotation.storedAt);
			starts.push(rotation.now);
			rotation.show(new Set([id]), snapshot);
			await time.sleep(1_000);
		}
		return { rotation, starts };
	}

	test('are dated by the poll that read them last', async () => {
		const { rotation, starts } = await polled(['1', '2'], '1', '2', '1', '2');
		expect(rotation.readAt('1')).toBe(starts[2]);
		expect(rotation.readAt('2')).toBe(starts[3]);
	});

	test('are forgotten with those that the snapshot does not know, as of an endless list', async () => {
		const { rotation, starts } = await polled(['2'], '1', '3', '1', '2', '2');
		expect(rotation.readAt('2')).toBe(starts[4]);
		expect(rotation.readAt('1')).toBe(starts[0]);
	});
});
