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
