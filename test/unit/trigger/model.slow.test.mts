// Random histories of a workspace and of n8n, and what must hold in all of them. Without HISTORIES they are the same in each run,
// so that a change fails for what it changes. HISTORIES=20000 plays as many new ones, and SEED=... those of an earlier run.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownChance, ownTime } from '../own-time.mts';
import { type History, history, type Step } from './history.mts';
import { play as playWith } from './playing.mts';

const HISTORIES = Number(process.env.HISTORIES ?? 400);
const { SEED = process.env.HISTORIES ? undefined : '7204' } = process.env;

let clock: ReturnType<typeof ownTime>;
let chance: ReturnType<typeof ownChance>;

beforeAll(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
	chance = ownChance();
});
afterAll(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test(
	`every history loses nothing, repeats nothing, floods nothing (${HISTORIES} histories)`,
	{ timeout: 120_000 + HISTORIES * 200 },
	async () => {
		await fc.assert(
			fc.asyncProperty(history, async (told) => {
				await play(told);
			}),
			{ numRuns: HISTORIES, ...(SEED && { seed: Number(SEED) }) },
		);
	},
);

const aDayOff = { timeout: 240_000 };
test(
	'every history comes out the same in every time zone, and with the clock of the machine two days off',
	aDayOff,
	async () => {
		const told = fc.sample(history, { numRuns: 60, seed: 5 }).map(comparable);
		// Each play has as many steps, since one more between two polls may change which request ends first.
		const jumpingBy = (days: number) =>
			told.map((one) => ({
				...one,
				steps: one.steps.flatMap((step): Step[] => [step, { do: 'clock', days }]),
			}));
		const zone = process.env.TZ;
		const outcomes: unknown[] = [];
		try {
			for (const TZ of ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']) {
				process.env.TZ = TZ;
				outcomes.push(await playAll(jumpingBy(0)));
			}
			outcomes.push(await playAll(jumpingBy(2)));
		} finally {
			process.env.TZ = zone;
		}
		for (const outcome of outcomes.slice(1)) expect(outcome).toEqual(outcomes[0]);
	},
);

async function play(told: History): Promise<unknown> {
	chance.restart();
	// Each begins at the same time, so at the same place in the windows of Post Gaining Traction.
	clock = ownTime();
	vi.clearAllMocks(); // Each call of a clock is written down, with all that hangs on it.
	const batches = await playWith(told, clock);
	// It alone says a time of this machine.
	return batches.map((items) => items.map((item) => ({ ...item, foundAt: undefined })));
}

/**
 * Over months, a jump of the clock moves votes to another part of the window of Post Gaining Traction, which its `eventId` has.
 * What goes on beside a poll, or after it was cut, ends sooner or later on another machine.
 */
const SAME: Readonly<Record<string, unknown>> = { minutes: 1, overlapping: false, msPerRequest: 0 };
const comparable = (told: History) =>
	JSON.parse(JSON.stringify(told), (key, value: unknown) =>
		key in SAME ? SAME[key] : value,
	) as History;

async function playAll(told: readonly History[]): Promise<unknown[]> {
	const outcomes: unknown[] = [];
	for (const one of told) outcomes.push(await play(one));
	return outcomes;
}
