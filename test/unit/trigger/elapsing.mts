// Time as the trigger sees it, in the hands of a test.
import { vi } from 'vitest';
import { clock } from '../../../nodes/shared/node/n8n-transport';

let now = 0;

/** From here on time stands still, but for `elapse`. Ended by `vi.restoreAllMocks()`. */
export function stopTime(): void {
	vi.spyOn(clock, 'now').mockImplementation(() => now);
}

export function elapse(ms: number): void {
	now += ms;
}

/** From here on every lot is the first one: a registration begins its audit at the top. */
export function noChance(): void {
	vi.spyOn(Math, 'random').mockReturnValue(0);
}

/** From here on chance is the same in every run. */
export function ownChance(): { restart(): void } {
	let state = 1;
	vi.spyOn(Math, 'random').mockImplementation(() => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	});
	return {
		restart() {
			state = 1;
		},
	};
}
