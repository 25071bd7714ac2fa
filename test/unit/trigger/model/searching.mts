// Plays random histories. fast-check prints the shortest one that fails, with its seed.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { afterAll, beforeAll, vi } from 'vitest';
import { ownChance, ownTime } from '../../own-time.mts';
import { type History, history } from './history.mts';
import { play as playWith } from './playing.mts';

let chance: ReturnType<typeof ownChance>;

/** The time of the machine stands still, but for histories in which somebody sets its clock. */
export function ownMachine(): void {
	beforeAll(() => {
		vi.useFakeTimers({ toFake: ['Date'] });
		chance = ownChance();
	});
	afterAll(() => {
		vi.useRealTimers();
		vi.restoreAllMocks();
	});
}

/** Later than all that a history is about. */
const TODAY = '2027-01-01';

/** Each begins at the same time, so at the same place in the windows of Post Gaining Traction. */
export async function play(told: History): Promise<IDataObject[][]> {
	chance.restart();
	vi.setSystemTime(TODAY);
	const clock = ownTime();
	vi.clearAllMocks(); // Each call of a clock is written down, with all that hangs on it.
	return await playWith(told, clock);
}

/** @param seed without one, each run has other histories */
export async function search(histories: number, seed?: number): Promise<void> {
	const property = fc.asyncProperty(history, async (told) => {
		await play(told);
	});
	await fc.assert(property, { numRuns: histories, ...(seed !== undefined && { seed }) });
}
