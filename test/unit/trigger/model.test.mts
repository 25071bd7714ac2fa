// Random histories of a workspace and of n8n, and what must hold in all of them. HISTORIES=20000 runs more of them.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { history, play } from './history.mts';

const HISTORIES = Number(process.env.HISTORIES ?? 400);

beforeAll(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
	vi.useRealTimers();
});

describe('every history', () => {
	test(
		`loses nothing, repeats nothing, floods nothing (${HISTORIES} histories)`,
		{ timeout: 60_000 + HISTORIES * 100 },
		async () => {
			await fc.assert(
				fc.asyncProperty(history, async (steps) => {
					await play(steps);
				}),
				{ numRuns: HISTORIES, ...(process.env.SEED && { seed: Number(process.env.SEED) }) },
			);
		},
	);
});
