// How the events of a trigger share the requests of a poll, and what ends it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { events } from '../../../nodes/FeedbackTrigger/events';
import {
	EventFailure,
	isEndOfTime,
	takeTurns,
	type Work,
} from '../../../nodes/FeedbackTrigger/turns';
import { ServiceFailure } from '../../../nodes/shared/client/failures';
import { clock } from '../../../nodes/shared/node/transport';
import type { ProblemKind } from '../../../nodes/shared/service/problems';
import { elapse, noChance, stopTime } from './elapsing.mts';

beforeEach(() => {
	noChance();
	stopTime();
});
afterEach(() => vi.restoreAllMocks());

const failure = (kind: ProblemKind, key?: string) =>
	new ServiceFailure(
		{ kind, ...(key !== undefined && { key }) },
		{ method: 'GET', path: { text: '/v1/posts', things: [] }, repeatable: true },
		...([1, 0] as const),
	);

/**
 * An event that has so many requests to send, each of which takes so long, and may fail: what fails is its last one.
 * @param said which of the events sends, in order
 */
function work(
	at: number,
	said: number[],
	{ requests, ms = 0, fails }: { requests: number; ms?: number; fails?: unknown },
): Work {
	let left = requests;
	return {
		event: events[at],
		next() {
			if (left === 0) return undefined;
			return async () => {
				said.push(at);
				elapse(ms);
				left--;
				if (left === 0 && fails !== undefined) throw fails;
			};
		},
	};
}

const inAMinute = () => clock.now() + 60_000;

describe('turns', () => {
	test('the newest page of each first, then four requests at a time, of one of them four at once', async () => {
		const said: number[] = [];
		const works = [9, 6, 2].map((requests, at) => work(at, said, { requests }));
		expect(await takeTurns(works, inAMinute())).toBeUndefined();
		expect(said).toEqual([...[0, 0, 0, 0, 0, 1, 2], ...[0, 0, 0, 0, 1, 1, 1, 1, 2], 1]);
	});

	test('which of them begins is drawn by lot', async () => {
		for (const [lot, first] of [
			[0.3, 0],
			[0.34, 1],
			[0.99, 2],
		]) {
			vi.spyOn(Math, 'random').mockReturnValue(lot);
			const said: number[] = [];
			await takeTurns(
				[0, 1, 2].map((at) => work(at, said, { requests: 1 })),
				inAMinute(),
			);
			expect(said).toEqual([first, (first + 1) % 3, (first + 2) % 3]);
		}
	});

	test('nothing to send is nothing to wait for', async () => {
		expect(await takeTurns([work(0, [], { requests: 0 })], clock.now() - 1)).toBeUndefined();
		expect(await takeTurns([], clock.now())).toBeUndefined();
	});
});

describe('time', () => {
	test('a request that would take as long as the slowest so far is not begun where it would end too late', async () => {
		const said: number[] = [];
		const works = [work(0, said, { requests: 9, ms: 10 }), work(1, said, { requests: 1, ms: 1 })];
		const hindrance = await takeTurns(works, clock.now() + 35);
		// At 30 the next one would end at 40; the other event has no turn any more.
		expect(said).toEqual([0, 0, 0]);
		expect(hindrance?.event).toBe(events[0]);
		expect(hindrance?.error.problem).toEqual({ kind: 'connectionLost', key: 'ETIMEDOUT' });
		expect(hindrance?.error.call.path.text).toBe(events[0].list.path);
		expect(isEndOfTime(hindrance!.error)).toBe(true);
	});

	test('one that would just end in time is', async () => {
		const said: number[] = [];
		await takeTurns([work(0, said, { requests: 9, ms: 10 })], clock.now() + 40);
		expect(said).toHaveLength(4);
	});

	test('what went wrong before counts for more than that time has run out', async () => {
		const refused = failure('forbidden');
		const works = [
			work(0, [], { requests: 1, ms: 10, fails: refused }),
			work(1, [], { requests: 9, ms: 10 }),
		];
		expect(await takeTurns(works, clock.now() + 35)).toEqual({ error: refused, event: events[0] });
	});
});

describe('failures', () => {
	test.each<ProblemKind>(['forbidden', 'notFound', 'serverFailed', 'connectionLost'])(
		'%s of one event holds up no other, and the first one is told',
		async (kind) => {
			const said: number[] = [];
			const [first, second] = [failure(kind), failure(kind)];
			const works = [
				work(0, said, { requests: 2, fails: first }),
				work(1, said, { requests: 3, fails: second }),
			];
			expect(await takeTurns(works, inAMinute())).toEqual({ error: first, event: events[0] });
			expect(said).toEqual([0, 0, 1, 1, 1]);
		},
	);

	test.each<ProblemKind>(['rateLimited', 'unauthorized', 'unreachable', 'cancelled'])(
		'%s is meant for all, and ends the poll',
		async (kind) => {
			const said: number[] = [];
			const error = failure(kind);
			const works = [work(0, said, { requests: 1, fails: error }), work(1, said, { requests: 3 })];
			expect(await takeTurns(works, inAMinute())).toEqual({ error, event: events[0] });
			expect(said).toEqual([0]);
		},
	);

	test('a defect ends it too, and says of which event it is', async () => {
		const defect = new TypeError('defect');
		const thrown = takeTurns([work(1, [], { requests: 1, fails: defect })], inAMinute());
		await expect(thrown).rejects.toBeInstanceOf(EventFailure);
		await expect(thrown).rejects.toMatchObject({
			...{ cause: defect, event: events[1], message: events[1].option.name },
		});
	});

	test.each<[ProblemKind, string | undefined, boolean]>([
		['rateLimited', undefined, true],
		['connectionLost', 'ETIMEDOUT', true],
		['connectionLost', 'ECONNRESET', false],
		['forbidden', undefined, false],
	])('%s with the key %s goes on with the next poll by itself: %s', (kind, key, isEnd) =>
		expect(isEndOfTime(failure(kind, key))).toBe(isEnd),
	);
});
