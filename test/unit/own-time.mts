// Time as the nodes see it, in the hands of a test.
import { afterEach, beforeEach, vi } from 'vitest';
import { clock } from '../../nodes/shared/node/n8n-transport';
import { VirtualClock } from './virtual-clock.mts';

/** The time of the test that runs. */
export let time: VirtualClock;

/** From here on all waiting takes no time, and what waits wakes in the order it would: time-outs fire, polls end. */
export function ownTime(start?: number): VirtualClock {
	time = new VirtualClock(start);
	vi.spyOn(clock, 'now').mockImplementation(time.now);
	vi.spyOn(clock, 'sleep').mockImplementation(time.sleep);
	return time;
}

export function ownTimeInEachTest(): void {
	beforeEach(() => void ownTime());
	afterEach(() => vi.restoreAllMocks());
}

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

export function ownTimeAndChanceInEachTest(): void {
	ownTimeInEachTest();
	beforeEach(() => void ownChance());
}
