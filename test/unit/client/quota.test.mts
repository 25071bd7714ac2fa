// How many requests a process may send, answer by answer.
import { beforeEach, describe, expect, test } from 'vitest';
import { Quota } from '../../../nodes/shared/client/quota';

let now: number;
beforeEach(() => {
	now = 1_000_000;
});
const clock = { now: () => now, sleep: async () => {} };

const LIMIT = { requests: 40, windowMs: 10_000 };
const NEVER = Number.POSITIVE_INFINITY;

type Turn = ReturnType<Quota['take']>;

/** As a pace does: it asks how long to wait, and then takes a turn. */
const take = (quota: Quota, count: number): Turn[] =>
	Array.from({ length: count }, () => {
		quota.waitMs();
		return quota.take();
	});

/** So many one after the other, each answered at once. */
const answered = (quota: Quota, count: number) => {
	for (let times = 0; times < count; times++) take(quota, 1)[0]('answered');
};

/** So many together, answered after a second or as long as said. */
const slowly = (quota: Quota, count: number, tookMs = 1_000) => {
	const turns = take(quota, count);
	now += tookMs;
	for (const over of turns) over('answered');
};

/** How many more may be sent now, at the most so many. */
function free(quota: Quota, most = 100): number {
	const turns: Turn[] = [];
	while (turns.length < most && quota.waitMs() <= 0) turns.push(quota.take());
	for (const over of turns) over('unsent');
	return turns.length;
}

describe('where no limit is known', () => {
	test('all may go', () => expect(free(new Quota(clock))).toBe(100));

	test.each([
		[1, 1],
		[2, 1],
		[3, 1],
		[16, 8],
		[17, 8],
	])('after a refusal of %i in parallel one more with each answer, up to %i', (sent, half) => {
		const quota = new Quota(clock);
		const turns = take(quota, sent);
		quota.refuse(true);
		for (const over of turns) over('refused');
		for (let width = 1; width < half; width++) {
			expect(free(quota)).toBe(width);
			answered(quota, 1);
		}
		// From there on one more with each round, since each answer adds its part.
		expect(free(quota)).toBe(half);
		let answers = 0;
		for (; free(quota) < half + 1; answers++) answered(quota, 1);
		expect(answers).toBeGreaterThanOrEqual(half);
		expect(answers).toBeLessThanOrEqual(half + 1);
	});

	test('nobody counts any more from 64 in parallel on', () => {
		const quota = new Quota(clock);
		const turns = take(quota, 126);
		quota.refuse(true);
		for (const over of turns) over('refused');
		answered(quota, 62);
		expect(free(quota)).toBe(63);
		// 63 answers are a round, by which one more may go.
		answered(quota, 63);
		expect(free(quota)).toBe(63);
		answered(quota, 1);
		expect(free(quota)).toBe(64);
		answered(quota, 1);
		expect(free(quota)).toBe(100);
	});

	test('those that are refused together with another one leave one alone, and no less', () => {
		const quota = new Quota(clock);
		const turns = take(quota, 16);
		quota.refuse(true);
		answered(quota, 3);
		quota.refuse(false);
		for (const over of turns) over('refused');
		expect(free(quota)).toBe(1);
		answered(quota, 7);
		expect(free(quota)).toBe(8);
	});

	test('what was sent before a refusal says nothing of what goes after it', () => {
		const quota = new Quota(clock);
		const turns = take(quota, 16);
		quota.refuse(true);
		for (const over of turns) over('answered');
		expect(free(quota)).toBe(1);
	});

	test('nothing is counted that was answered', () => {
		const quota = new Quota(clock);
		expect(quota.isUnused).toBe(true);
		const [over] = take(quota, 1);
		expect(quota.isUnused).toBe(false);
		over('answered');
		expect(quota.isUnused).toBe(true);
	});
});

describe('a limit that was never met', () => {
	test('four go at a time where answers take no time', () => {
		const quota = new Quota(clock, LIMIT);
		for (let used = 0; used <= 36; used += 4) {
			expect(free(quota)).toBe(4);
			answered(quota, 4);
		}
		expect(free(quota)).toBe(0);
	});

	test('where it is used up, until the oldest is forgotten', () => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, 30);
		now += 4_000;
		answered(quota, 10);
		expect(quota.waitMs()).toBe(6_001);
		now += 6_000;
		expect(quota.waitMs()).toBe(1);
		now += 1;
		expect(quota.waitMs()).toBe(0);
		expect(quota.isUnused).toBe(false);
		now += 4_000;
		expect(quota.isUnused).toBe(true);
	});

	test('where all of it is on its way, for an answer', () => {
		const quota = new Quota(clock, { requests: 4, windowMs: 10_000 });
		take(quota, 4);
		expect(quota.waitMs()).toBe(NEVER);
	});

	test('what was refused or not sent is not counted', () => {
		const quota = new Quota(clock, LIMIT);
		for (const over of take(quota, 38)) over('unsent');
		expect(quota.isUnused).toBe(true);
		expect(free(quota)).toBe(4);
	});

	test('answers that take long let as many go as use it up, and twice as many from half of it on', () => {
		const quota = new Quota(clock, LIMIT);
		// Roughly 2 s an answer: 8 on their way are 40 in 10 s.
		for (let times = 0; times < 60; times++) slowly(quota, 1, 2_000);
		expect(free(quota)).toBe(8);
		slowly(quota, 8, 2_000);
		slowly(quota, 8, 2_000);
		expect(free(quota)).toBeGreaterThan(8);
	});
});

describe('a limit that was met', () => {
	/** Refused after so many answers in this window, with so many on their way. */
	function refusedAfter(used: number, underWay = 1): Quota {
		const quota = new Quota(clock, LIMIT);
		answered(quota, used);
		const turns = take(quota, underWay);
		quota.refuse(true);
		for (const over of turns) over('refused');
		return quota;
	}

	/** How many can be sent one after the other, each answered at once. */
	function sentNow(quota: Quota): number {
		let sent = 0;
		for (; quota.waitMs() === 0 && sent < 100; sent++) answered(quota, 1);
		return sent;
	}

	test.each([
		[20, 17],
		[0, 1],
	])('after %i, no more go at once than %i, and one alone', (used, share) => {
		const quota = refusedAfter(used);
		expect(free(quota)).toBe(used < share ? 1 : 0);
		now += LIMIT.windowMs + 1;
		expect(free(quota)).toBe(1);
	});

	test('those that were refused together count as one refusal', () => {
		const quota = refusedAfter(20);
		quota.refuse(false);
		now += LIMIT.windowMs + 1;
		const once = refusedAfter(20);
		now += LIMIT.windowMs + 1;
		expect(sentNow(quota)).toBe(sentNow(once));
	});

	test('the share grows with each answer, the more the smaller it is', () => {
		const grown = [8, 20, 30, 38].map((used) => {
			const quota = refusedAfter(used);
			now += LIMIT.windowMs + 1;
			return sentNow(quota) - Math.floor(used * 0.87);
		});
		expect(grown).toEqual(grown.toSorted((a, b) => b - a));
		expect(grown[0]).toBeGreaterThan(8);
		expect(grown.at(-1)).toBeGreaterThanOrEqual(5);
	});

	test('it waits for the oldest to be forgotten, or for an answer', () => {
		const quota = refusedAfter(20);
		expect(quota.waitMs()).toBe(LIMIT.windowMs + 1);
		now += LIMIT.windowMs + 1;
		take(quota, 1);
		expect(quota.waitMs()).toBe(NEVER);
	});

	test('as many go in parallel as use up the share in half a window', () => {
		const quota = new Quota(clock, LIMIT);
		for (let times = 0; times < 60; times++) slowly(quota, 1);
		now += LIMIT.windowMs + 1;
		slowly(quota, 20);
		const turns = take(quota, 4);
		quota.refuse(true);
		for (const over of turns) over('refused');
		now += LIMIT.windowMs + 1;
		const widths = Array.from({ length: 6 }, () => {
			slowly(quota, 1);
			return free(quota);
		});
		// About 20 of them, each a second, in 5 s.
		expect(widths).toEqual([2, 3, 4, 5, 5, 5]);
	});

	test('all of the limit and no more, however much went well', () => {
		const quota = refusedAfter(20);
		for (let times = 0; times < 20; times++) {
			now += LIMIT.windowMs + 1;
			sentNow(quota);
		}
		now += LIMIT.windowMs + 1;
		expect(sentNow(quota)).toBe(40);
	});
});
