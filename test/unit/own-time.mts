// Time as the nodes see it, in the hands of a test.
import { afterEach, beforeEach, vi } from 'vitest';
import { clock } from '../../nodes/shared/node/transport';
import { VirtualClock } from './virtual-clock.mts';

/** From here on all waiting takes no time, and what waits wakes in the order it would: time-outs fire, polls end. */
export function ownTime(): VirtualClock {
	const virtual = new VirtualClock();
	vi.spyOn(clock, 'now').mockImplementation(() => virtual.now());
	vi.spyOn(clock, 'sleep').mockImplementation((ms, signal) => virtual.sleep(ms, signal));
	return virtual;
}

/** The time of the test that runs, in a file that calls `ownTimeInEachTest`. */
export let time: VirtualClock;

export function ownTimeInEachTest(): void {
	beforeEach(() => {
		time = ownTime();
	});
	afterEach(() => vi.restoreAllMocks());
}
