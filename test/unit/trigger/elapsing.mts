// Time as the trigger sees it, in the hands of a test: requests take as long as they are said to, at once.
import { vi } from 'vitest';
import { clock } from '../../../nodes/shared/node/transport';

let now = 0;

/** From here on time stands still, but for `elapse`. Ended by `vi.restoreAllMocks()`. */
export function stopTime(): void {
	vi.spyOn(clock, 'now').mockImplementation(() => now);
}

export function elapse(ms: number): void {
	now += ms;
}
