// A rate limit that does not let up: when a step ends, and what becomes of the other work of the same workspace.
import { expect, test } from 'vitest';
import { RateLimiter, V2_LIMIT } from '../../../nodes/shared/client/rate-limiter';
import { path } from '../../../nodes/shared/client/path';
import type { OutgoingRequest } from '../../../nodes/shared/client/transport';
import { post } from '../../../nodes/shared/service/posts';
import { VirtualClock } from '../virtual-clock.mts';
import { calls, failure } from './calls.mts';
import { error, ok, scene } from './scripted-transport.mts';

const MINUTE_MS = 60_000;

/** Executions of one process over a service that refuses every create, and answers every read after 50 ms. */
function workspace(retryAfter: string | undefined, refusesAfterMs = 50, limit?: typeof V2_LIMIT) {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, limit);
	const start = clock.now();
	let last = 0;
	const answer = async ({ method }: OutgoingRequest) => {
		await clock.sleep(method === 'GET' ? 50 : refusesAfterMs);
		last = clock.now() - start;
		if (method === 'GET') return ok({ feedback_id: 7 });
		return error(429, 'rate_limit', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
	};
	const client = () => scene(answer, { random: () => 0.5 }, clock, rateLimiter).client;

	/** A step: this many creates, several at a time, until the first failure or all of them. @returns how many failed */
	async function create(items: number, concurrency: number, goesOn: boolean): Promise<number> {
		const mine = client();
		let [next, failed] = [0, 0];
		const work = async () => {
			while (next < items && (goesOn || failed === 0)) {
				next++;
				await mine.post(path`/v1/post`, post, { body: { title: 'x' } }).catch(() => {
					failed++;
					if (!goesOn) mine.stop();
				});
			}
		};
		await Promise.all(Array.from({ length: concurrency }, work));
		return failed;
	}

	return { clock, client, create, lastMs: () => last, nowMs: () => clock.now() - start };
}

/** The longest pause is as long as a call can wait, and up to half a second spreads out who comes back. */
const answers: Array<
	[what: string, retryAfter: string | undefined, refusesAfterMs: number, longestPauseMs: number]
> = [
	['without a time', undefined, 50, MINUTE_MS],
	['with a second', '1', 50, MINUTE_MS],
	['with a minute', '60', 50, MINUTE_MS + 500],
	['with an hour', '3600', 50, 170_000],
	['slowly', undefined, 20_000, MINUTE_MS],
];

test.each(answers)('refused %s, all requests of a step end within 4 minutes', async (...answer) => {
	const [, retryAfter, refusesAfterMs] = answer;
	for (const limit of [undefined, V2_LIMIT]) {
		for (const [items, concurrency] of [
			[8, 8],
			[200, 8],
			[200, 50],
		]) {
			for (const goesOn of [false, true]) {
				const one = workspace(retryAfter, refusesAfterMs, limit);
				const failed = await one.create(items, concurrency, goesOn);
				expect(failed).toBeGreaterThanOrEqual(goesOn ? items : 1);
				expect(one.nowMs()).toBeLessThanOrEqual(4 * MINUTE_MS);
				await one.clock.sleep(60 * MINUTE_MS);
				expect(one.lastMs()).toBeLessThanOrEqual(4 * MINUTE_MS);
			}
		}
	}
});

test.each(answers)('refused %s, other work waits for one pause at most', async (...answer) => {
	const [, retryAfter, refusesAfterMs, longestPauseMs] = answer;
	const one = workspace(retryAfter, refusesAfterMs);
	const refused = Promise.all([one.create(50, 8, false), one.create(50, 8, false)]);
	await one.clock.sleep(refusesAfterMs + 10);
	const reader = one.client();
	for (let read = 0; read < 5; read++) {
		const since = one.nowMs();
		await reader.get(path`/v1/post/${7}`, post);
		// One that is refused may be on its way before the pause.
		expect(one.nowMs() - since).toBeLessThanOrEqual(longestPauseMs + refusesAfterMs + 50);
	}
	await refused;
});

test('a request whose turn comes in its last ten seconds is not sent', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock);
	const limited = error(429, 'rate_limit', { 'retry-after': '165' });
	const one = scene([limited, ok({ feedback_id: 7 })], {}, clock, rateLimiter);
	const answerLate = async () => await clock.sleep(8_000).then(() => ok({ feedback_id: 7 }));
	const refused = failure(calls.create(one));
	await clock.sleep(1);
	// Goes first after the pause.
	await calls.get(scene(answerLate, {}, clock, rateLimiter));
	expect(await refused).toMatchObject({ problem: { kind: 'rateLimited' } });
	expect(one.sent).toHaveLength(1);
});

test('a call that gives up at the limit ends no others while some are answered', async () => {
	const limited = error(429, 'rate_limit', { 'retry-after': '30' });
	const one = scene(({ method }) => (method === 'POST' ? limited : ok({ feedback_id: 7 })));
	const refused = failure(calls.create(one));
	for (let read = 0; read < 3; read++) await calls.get(one);
	expect(await refused).toMatchObject({ problem: { kind: 'rateLimited' } });
	expect(await calls.get(one)).toEqual({ feedback_id: 7 });
});
