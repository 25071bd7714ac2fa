import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayRetry, PATIENT, PROMPT, retryDelay } from '../../../nodes/shared/client/retry';
import type { Problem, ProblemKind } from '../../../nodes/shared/service/problems';

/** The failure table of the design: what may be sent again, when repeating is safe and when it is not. */
const decisions: Record<ProblemKind, [repeatable: boolean, create: boolean]> = {
	rateLimited: [true, true],
	writeFailed: [true, true],
	unreachable: [true, true],
	serverFailed: [true, false],
	connectionLost: [true, false],
	emptyAnswer: [true, false],
	unauthorized: [false, false],
	forbidden: [false, false],
	notFound: [false, false],
	notOffered: [false, false],
	identifierTaken: [false, false],
	invalid: [false, false],
	upgradeRequired: [false, false],
	refused: [false, false],
	redirected: [false, false],
	notTheService: [false, false],
	tooLarge: [false, false],
	tooDeep: [false, false],
	incomplete: [false, false],
	endless: [false, false],
	cancelled: [false, false],
};

test.each(Object.entries(decisions))('%s', (kind, [repeatable, create]) => {
	const problem = { kind } as Problem;
	expect(mayRetry(problem, true)).toBe(repeatable);
	expect(mayRetry(problem, false)).toBe(create);
});

describe('delay', () => {
	test.each<[string, Problem, number[], number[]]>([
		// Each with the least and the most for the first, second, ... time.
		[
			'a failure of the service',
			{ kind: 'serverFailed' },
			[250, 500, 1000, 2000, 4000, 5000, 5000],
			[500, 1000, 2000, 4000, 8000, 10_000, 10_000],
		],
		[
			'the limit, without a word on how long',
			{ kind: 'rateLimited' },
			[2000, 4000, 8000, 16_000, 30_000, 30_000],
			[4000, 8000, 16_000, 32_000, 60_000, 60_000],
		],
		[
			'the limit, and how long to wait',
			{ kind: 'rateLimited', retryAfterMs: 30_000 },
			[30_000, 30_000, 30_000],
			[30_500, 30_500, 30_500],
		],
		[
			'the limit, and to come back at once',
			{ kind: 'rateLimited', retryAfterMs: 0 },
			[500, 1000, 2000, 4000],
			[1000, 1500, 2500, 4500],
		],
		[
			'a day',
			{ kind: 'rateLimited', retryAfterMs: 86_400_000 },
			[86_400_000, 86_400_000],
			[86_400_500, 86_400_500],
		],
		[
			'a failure that says when to come back',
			{ kind: 'serverFailed', retryAfterMs: 7000 },
			[7000, 7000],
			[7500, 7500],
		],
	])('%s', (_what, problem, least, most) => {
		least.forEach((ms, index) => expect(retryDelay(problem, index + 1, 0)).toBe(ms));
		most.forEach((ms, index) => expect(retryDelay(problem, index + 1, 1)).toBe(ms));
	});

	const problems = fc.record({
		kind: fc.constantFrom<ProblemKind>('rateLimited', 'serverFailed', 'writeFailed'),
		retryAfterMs: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined }),
	});
	const chance = fc.double({ min: 0, max: 1, noNaN: true });

	test('is whole and positive, never shorter than asked, bounded where nothing is asked, and never shrinks', () => {
		fc.assert(
			fc.property(problems, fc.integer({ min: 1, max: 1000 }), chance, (problem, times, random) => {
				const delay = retryDelay(problem, times, random);
				expect(Number.isInteger(delay)).toBe(true);
				expect(delay).toBeGreaterThan(0);
				const { retryAfterMs = 0 } = problem;
				expect(delay).toBeLessThanOrEqual(Math.max(60_000, retryAfterMs) + 501);
				expect(delay).toBeGreaterThanOrEqual(Math.floor(retryAfterMs));
				expect(retryDelay(problem, times + 1, random)).toBeGreaterThanOrEqual(delay);
			}),
		);
	});
});

test('at least three tries where a retry is right, for people and for workflows', () => {
	for (const { tries } of [PATIENT, PROMPT]) expect(tries).toBeGreaterThanOrEqual(3);
});
