// How long a call may take, and what ends it before.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SenderOptions } from '../../../nodes/shared/client/sender';
import { path } from '../../../nodes/shared/client/path';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { BRIEF, PATIENT, PROMPT } from '../../../nodes/shared/client/retry';
import { TransportFailure } from '../../../nodes/shared/client/transport';
import { post, postList } from '../../../nodes/shared/service/posts';
import { VirtualClock } from '../virtual-clock.mts';
import { calls, cancellation, failure, frozen, held } from './calls.mts';
import { error, ok, scene, type Scene, type Step } from './scripted-transport.mts';

describe('cancelling', () => {
	test('ends a wait for the next try at once, and sends nothing more', async () => {
		const { signal, abort } = cancellation();
		const one = scene([error(500, 'write_failed')], { signal }, frozen());
		const call = failure(calls.put(one));
		await turn();
		expect(one.sent).toHaveLength(1);
		abort();
		expect(await call).toMatchObject({ problem: { kind: 'cancelled' }, tries: 1 });
		expect(one.sent).toHaveLength(1);
	});

	test('ends calls that stand in line behind others at once', async () => {
		const { script, release } = held();
		const { signal, abort } = cancellation();
		const one = scene(script, { signal });
		// As many as the rate limiter sends at once.
		const sent = Array.from({ length: 32 }, async () => await calls.put(one));
		const waiting = failure(calls.put(one));
		await turn();
		abort();
		sent.forEach(release);
		await Promise.all(sent);
		expect(await waiting).toMatchObject({ problem: { kind: 'cancelled' }, tries: 0 });
		expect(one.sent).toHaveLength(32);
	});

	test('an answer that came all the same is kept', async () => {
		const { script, release } = held();
		const { signal, abort } = cancellation();
		const one = scene(script, { signal });
		const call = calls.create(one);
		await turn();
		abort();
		release();
		expect(await call).toEqual({ feedback_id: 1 });
	});

	test.each(['the client', 'the call'])(
		'a signal of %s ends the request under way',
		async (whose) => {
			const [ofClient, ofCall] = [cancellation(), cancellation()];
			const one = scene(
				async ({ signal }) =>
					await new Promise((_resolve, reject) =>
						signal?.addEventListener('abort', () =>
							reject(new TransportFailure('ABORTED', 'ended')),
						),
					),
				{ signal: ofClient.signal },
			);
			const call = failure(one.client.page(postList, 0, { signal: ofCall.signal }));
			await turn();
			(whose === 'the client' ? ofClient : ofCall).abort();
			expect(await call).toMatchObject({ problem: { kind: 'cancelled' }, tries: 1 });
		},
	);

	test.each([
		['cancelled', undefined, { kind: 'cancelled' }],
		[
			'out of time',
			new DOMException('', 'TimeoutError'),
			{ kind: 'connectionLost', key: 'ETIMEDOUT' },
		],
	])('sends nothing when it came first: %s', async (_what, reason, problem) => {
		const one = scene([ok({ feedback_id: 1 })], { signal: AbortSignal.abort(reason) });
		expect(await failure(calls.create(one))).toMatchObject({ problem, mayHaveBeenApplied: false });
		expect(one.sent).toEqual([]);
	});
});

describe('a service that asks to wait', () => {
	const limited = (seconds: number) => error(429, 'rate_limit', { 'retry-after': `${seconds}` });

	test('makes whoever comes meanwhile wait, or fail', async () => {
		const one = scene([ok({ feedback_id: 7 })]);
		one.rateLimiter.pause(50_000);
		const start = one.clock.now();
		await calls.get(one);
		expect(one.sent[0].at - start).toBe(50_000);
		const other = scene([ok({})], { patience: PROMPT }, one.clock, one.rateLimiter);
		one.rateLimiter.pause(40_000);
		expect(await failure(calls.get(other))).toMatchObject({
			problem: { kind: 'rateLimited', retryAfterMs: 40_000 },
			tries: 0,
		});
	});

	test('for longer than a minute makes everybody wait as long', async () => {
		const one = scene([limited(100), ok({ feedback_id: 7 })]);
		const start = one.clock.now();
		const call = calls.get(one);
		while (one.sent.length === 0) await turn();
		const other = scene([ok({ feedback_id: 7 })], {}, one.clock, one.rateLimiter);
		await calls.get(other);
		await call;
		expect([one.sent[1], other.sent[0]].map(({ at }) => at - start)).toEqual([100_000, 100_000]);
	});

	test.each([
		['for an hour', 3600],
		['so long that no time for another try would be left', 175],
	])(
		'%s fails the call at once, with the time asked for, and holds others back for as long as a call can wait',
		async (_what, seconds) => {
			const one = scene([limited(seconds), ok({ feedback_id: 7 })]);
			expect(await failure(calls.get(one))).toMatchObject({
				problem: { kind: 'rateLimited', retryAfterMs: seconds * 1000 },
				tries: 1,
				waitedMs: 0,
			});
			expect(one.rateLimiter.heldMs()).toBe(170_000);
			expect(await calls.get(one)).toEqual({ feedback_id: 7 });
		},
	);

	test.each([
		[170, 2, PATIENT],
		[170.001, 1, PATIENT],
		[3, 2, BRIEF],
	])('for %s s is tried %i times: time has to be left', async (seconds, tries, patience) => {
		const one = scene([limited(seconds)], { patience });
		expect(await failure(calls.get(one))).toMatchObject({ tries });
	});

	test('is heard by whoever serves the workspace by then', async () => {
		const clock = new VirtualClock();
		const [former, other] = [new RateLimiter(clock), new RateLimiter(clock)];
		let current = former;
		const answers = [error(500, 'write_failed'), limited(7), ok({ feedback_id: 7 })];
		const script = async () => {
			const answer = answers[one.sent.length - 1];
			if (one.sent.length === 1) {
				current = other;
				other.pause(5000);
			}
			return await Promise.resolve(answer);
		};
		const one = scene(script, { rateLimiter: () => current }, clock);
		const start = clock.now();
		await calls.put(one);
		expect(one.sent.map(({ at }) => at - start)).toEqual([0, 5000, 12_000]);
		expect(former.heldMs()).toBe(0);
	});

	test('lets another execution go when it is over, then whoever was refused, and executions take turns otherwise', async () => {
		const answers = [limited(5)];
		const script = () => answers.shift() ?? ok({ feedback_id: 7 });
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
		const [one, other] = [
			scene(script, {}, clock, rateLimiter),
			scene(script, {}, clock, rateLimiter),
		];
		const order: string[] = [];
		const get = async ({ client }: Scene, name: string) => {
			await client.get(path`/v1/post/${7}`, post);
			order.push(name);
		};
		const refused = get(one, 'refused');
		while (one.sent.length === 0) await turn();
		await Promise.all([
			refused,
			get(other, 'a1'),
			get(other, 'a2'),
			get(other, 'a3'),
			get(one, 'b'),
		]);
		expect(order).toEqual(['a1', 'refused', 'b', 'a2', 'a3']);
	});

	test.each<Step>([
		error(500, 'write_failed'),
		error(503, 'x', { 'retry-after': '7' }),
		'ECONNREFUSED',
	])('makes nobody else wait where it is not the limit: %j', async (step) => {
		const one = scene([step]);
		await failure(calls.get(one));
		expect(one.rateLimiter.heldMs()).toBe(0);
	});

	test('holds others back also when the call was at its last try', async () => {
		const one = scene([limited(3)], { patience: { ...PATIENT, waitMs: 0 } });
		await failure(calls.get(one));
		expect(one.sent).toHaveLength(1);
		expect(one.rateLimiter.heldMs()).toBe(3000);
	});
});

describe('time', () => {
	/** A service that answers, or fails, only after so long; the time-out of the transport ends it. */
	const slow = (ms: number, step: Step, options: Partial<SenderOptions> = {}): Scene => {
		const one = scene(async ({ timeoutMs }) => {
			await one.clock.sleep(Math.min(ms, timeoutMs));
			if (ms > timeoutMs) throw new TransportFailure('ETIMEDOUT', 'No answer came in time');
			if (typeof step === 'string') throw new TransportFailure(step, 'failed');
			return step;
		}, options);
		return one;
	};

	test.each<[string, number, Step]>([
		['never answers', Number.POSITIVE_INFINITY, 'ETIMEDOUT'],
		['fails slowly', 50_000, error(500, 'internal_error')],
		['is at its limit, and slow to say so', 20_000, error(429, 'rate_limit')],
		['asks to wait again and again', 20_000, error(503, 'x', { 'retry-after': '40' })],
	])('a call to a service that %s ends within three minutes', async (_what, ms, step) => {
		const one = slow(ms, step);
		const start = one.clock.now();
		await failure(calls.get(one));
		expect(one.clock.now() - start).toBeLessThanOrEqual(180_000);
		expect(one.sent.length).toBeGreaterThan(1);
		for (const { at, timeoutMs } of one.sent) {
			expect(timeoutMs).toBeGreaterThanOrEqual(10_000);
			expect(timeoutMs).toBe(Math.min(60_000, start + 180_000 - at));
		}
	});

	test('a service that never answers ends 320 calls, 16 in parallel, within four minutes', async () => {
		const one = slow(Number.POSITIVE_INFINITY, 'ETIMEDOUT');
		const start = one.clock.now();
		const worker = async () => {
			for (let call = 0; call < 20; call++) await failure(calls.create(one));
		};
		await Promise.all(Array.from({ length: 16 }, worker));
		expect(one.clock.now() - start).toBeLessThan(240_000);
	});

	const isThere = (from: number, to: number) => (at: number) => from <= at && at < to;

	test.each<[string, number, boolean, (at: number) => boolean, Step?]>([
		['away for 80 s', 80, true, isThere(0, 0)],
		['away for 100 s', 100, false, isThere(0, 0)],
		['away twice for 40 s, with answers in between', 100, true, isThere(40, 60)],
		['there, and finds nothing for 100 s', 100, true, isThere(0, 100), error(404, 'x')],
	])('a service that is %s: asked again', async (_what, seconds, asked, isUp, answer = ok({})) => {
		const start = new VirtualClock().now();
		const at = () => (one.clock.now() - start) / 1_000;
		const one: Scene = scene(() => {
			if (isUp(at())) return answer as Exclude<Step, string>;
			throw new TransportFailure('ECONNREFUSED', 'Nobody is there');
		});
		while (at() < seconds) {
			await calls.get(one).catch(() => undefined);
			await one.clock.sleep(1_000);
		}
		const { length } = one.sent;
		await calls.get(one).catch(() => undefined);
		expect(one.sent.length > length).toBe(asked);
	});

	test('a person who waits for a list or a test of the credential reads why after one try of 20 s', async () => {
		for (const step of ['ETIMEDOUT', error(500, 'internal_error')]) {
			const one = slow(typeof step === 'string' ? Infinity : 0, step, { patience: PROMPT });
			const start = one.clock.now();
			await failure(calls.list(one));
			expect(one.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([20_000]);
			expect(one.clock.now() - start).toBeLessThanOrEqual(20_000);
		}
	});

	test('a time-out of its own is kept to', async () => {
		const one = slow(Number.POSITIVE_INFINITY, 'ETIMEDOUT', { timeoutMs: 7_000 });
		await failure(calls.get(one));
		expect(one.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(Array(5).fill(7_000));
	});

	test('standing in line behind others is not counted', async () => {
		const rateLimiter = (clock: VirtualClock) =>
			new RateLimiter(clock, { requests: 1, windowMs: 200_000 });
		const clock = new VirtualClock();
		const one = scene([ok({ feedback_id: 7 })], {}, clock, rateLimiter(clock));
		await Promise.all([calls.get(one), calls.get(one)]);
		expect(one.sent).toHaveLength(2);
	});
});
