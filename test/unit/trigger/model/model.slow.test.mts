// Many random histories. Without HISTORIES they are the same in each run. HISTORIES=20000 plays as many new ones, and SEED=...
// those of an earlier run.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type History, history, type Step } from './history.mts';
import { ownMachine, play, search } from './searching.mts';

const HISTORIES = Number(process.env.HISTORIES ?? 400);
const { SEED = process.env.HISTORIES ? undefined : '7205' } = process.env;

ownMachine();

test(
	`every promise of the trigger holds in ${HISTORIES} histories`,
	{ timeout: 120_000 + HISTORIES * 300 },
	async () => {
		await search(HISTORIES, SEED ? Number(SEED) : undefined);
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
	for (const one of told) {
		const batches = await play(one);
		// It alone says a time of this machine.
		outcomes.push(batches.map((items) => items.map((item) => ({ ...item, foundAt: undefined }))));
	}
	return outcomes;
}
