// How long a request waits before it is sent again.
import { expect, test } from 'vitest';
import { retryDelay } from '../../../nodes/shared/client/retry';
import type { Problem } from '../../../nodes/shared/service/problems';

/** Each with the least and the most milliseconds for the first, second, ... time. */
test.each<[string, Problem, number[], number[]]>([
	[
		'a failure of the service',
		{ kind: 'serverFailed' },
		[250, 500, 1000, 2000, 4000, 5000, 5000],
		[500, 1000, 2000, 4000, 8000, 10_000, 10_000],
	],
	[
		'the limit',
		{ kind: 'rateLimited' },
		[2000, 4000, 8000, 16_000, 30_000, 30_000],
		[4000, 8000, 16_000, 32_000, 60_000, 60_000],
	],
	['the limit for 30 s', { kind: 'rateLimited', retryAfterMs: 30_000 }, [30_000], [30_500]],
	[
		'the limit for no time at all',
		{ kind: 'rateLimited', retryAfterMs: 0 },
		[500, 1000, 2000, 4000],
		[1000, 1500, 2500, 4500],
	],
	['a failure for 7 s', { kind: 'serverFailed', retryAfterMs: 7000 }, [7000, 7000], [7500, 7500]],
])('the wait after %s', (_what, problem, least, most) => {
	const waits = (random: number) => least.map((_, index) => retryDelay(problem, index + 1, random));
	expect(waits(0)).toEqual(least);
	expect(waits(1)).toEqual(most);
});
