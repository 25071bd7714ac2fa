// How many requests a process may send, answer by answer.
import { beforeEach, describe, expect, test } from 'vitest';
import { AdaptiveLimit } from '../../../nodes/shared/client/adaptive-limit';

let now: number;
beforeEach(() => {
	now = 1_000_000;
});
const clock = { now: () => now, sleep: async () => {} };

const LIMIT = { requests: 40, windowMs: 10_000 };
const NEVER = Number.POSITIVE_INFINITY;

type Turn = ReturnType<AdaptiveLimit['take']>;

/** As a rate limiter does: it asks how long to wait, and then takes a turn. */
const take = (adaptive: AdaptiveLimit, count: number): Turn[] =>
	Array.from({ length: count }, () => {
		adaptive.waitMs();
		return adaptive.take();
	});

/** So many one after the other, each answered at once. */
const answered = (adaptive: AdaptiveLimit, count: number) => {
	for (let times = 0; times < count; times++) take(adaptive, 1)[0]('answered');
};

/** So many together, answered after a second or as long as said. */
const slowly = (adaptive: AdaptiveLimit, count: number, tookMs = 1_000) => {
	const turns = take(adaptive, count);
	now += tookMs;
	for (const over of turns) over('answered');
};

/** How many more may be sent now, at the most so many. */
function free(adaptive: AdaptiveLimit, most = 100): number {
	const turns: Turn[] = [];
	while (turns.length < most && adaptive.waitMs() <= 0) turns.push(adaptive.take());
	for (const over of turns) over('unsent');
	return turns.length;
}

describe('where no limit is known', () => {
	test('all may go', () => expect(free(new AdaptiveLimit(clock))).toBe(100));

	test.each([
		[1, 1],
		[2, 1],
		[3, 1],
		[16, 8],
		[17, 8],
	])('after a refusal of %i in parallel one more with each answer, up to %i', (sent, half) => {
		const adaptive = new AdaptiveLimit(clock);
		const turns = take(adaptive, sent);
		adaptive.refuse(true);
		for (const over of turns) over('refused');
		for (let width = 1; width < half; width++) {
			expect(free(adaptive)).toBe(width);
			answered(adaptive, 1);
		}
		// From there on one more with each round, since each answer adds its part.
		expect(free(adaptive)).toBe(half);
		let answers = 0;
		for (; free(adaptive) < half + 1; answers++) answered(adaptive, 1);
		expect(answers).toBeGreaterThanOrEqual(half);
		expect(answers).toBeLessThanOrEqual(half + 1);
	});

	test('nobody counts any more from 64 in parallel on', () => {
		const adaptive = new AdaptiveLimit(clock);
		const turns = take(adaptive, 126);
		adaptive.refuse(true);
		for (const over of turns) over('refused');
		answered(adaptive, 62);
		expect(free(adaptive)).toBe(63);
		// 63 answers are a round, by which one more may go.
		answered(adaptive, 63);
		expect(free(adaptive)).toBe(63);
		answered(adaptive, 1);
		expect(free(adaptive)).toBe(64);
		answered(adaptive, 1);
		expect(free(adaptive)).toBe(100);
	});

	test('those that are refused together with another one leave one alone, and no less', () => {
		const adaptive = new AdaptiveLimit(clock);
		const turns = take(adaptive, 16);
		adaptive.refuse(true);
		answered(adaptive, 3);
		adaptive.refuse(false);
		for (const over of turns) over('refused');
		expect(free(adaptive)).toBe(1);
		answered(adaptive, 7);
		expect(free(adaptive)).toBe(8);
	});

	test('what was sent before a refusal says nothing of what goes after it', () => {
		const adaptive = new AdaptiveLimit(clock);
		const turns = take(adaptive, 16);
		adaptive.refuse(true);
		for (const over of turns) over('answered');
		expect(free(adaptive)).toBe(1);
	});

	test('nothing is counted that was answered', () => {
		const adaptive = new AdaptiveLimit(clock);
		expect(adaptive.isUnused).toBe(true);
		const [over] = take(adaptive, 1);
		expect(adaptive.isUnused).toBe(false);
		over('answered');
		expect(adaptive.isUnused).toBe(true);
	});
});

describe('a limit that was never met', () => {
	test('four go at a time where answers take no time', () => {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		for (let used = 0; used <= 36; used += 4) {
			expect(free(adaptive)).toBe(4);
			answered(adaptive, 4);
		}
		expect(free(adaptive)).toBe(0);
	});

	test('where it is used up, until the oldest is forgotten', () => {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		answered(adaptive, 30);
		now += 4_000;
		answered(adaptive, 10);
		expect(adaptive.waitMs()).toBe(6_001);
		now += 6_000;
		expect(adaptive.waitMs()).toBe(1);
		now += 1;
		expect(adaptive.waitMs()).toBe(0);
		expect(adaptive.isUnused).toBe(false);
		now += 4_000;
		expect(adaptive.isUnused).toBe(true);
	});

	test('where all of it is on its way, for an answer', () => {
		const adaptive = new AdaptiveLimit(clock, { requests: 4, windowMs: 10_000 });
		take(adaptive, 4);
		expect(adaptive.waitMs()).toBe(NEVER);
	});

	test('what was refused or not sent is not counted', () => {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		for (const over of take(adaptive, 38)) over('unsent');
		expect(adaptive.isUnused).toBe(true);
		expect(free(adaptive)).toBe(4);
	});

	test('answers that take long let as many go as use it up, and twice as many from half of it on', () => {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		// Roughly 2 s an answer: 8 on their way are 40 in 10 s.
		for (let times = 0; times < 60; times++) slowly(adaptive, 1, 2_000);
		expect(free(adaptive)).toBe(8);
		slowly(adaptive, 8, 2_000);
		slowly(adaptive, 8, 2_000);
		expect(free(adaptive)).toBeGreaterThan(8);
	});
});

describe('a limit that was met', () => {
	/** Refused after so many answers in this window, with so many on their way. */
	function refusedAfter(used: number, underWay = 1): AdaptiveLimit {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		answered(adaptive, used);
		const turns = take(adaptive, underWay);
		adaptive.refuse(true);
		for (const over of turns) over('refused');
		return adaptive;
	}

	/** How many can be sent one after the other, each answered at once. */
	function sentNow(adaptive: AdaptiveLimit): number {
		let sent = 0;
		for (; adaptive.waitMs() === 0 && sent < 100; sent++) answered(adaptive, 1);
		return sent;
	}

	test.each([
		[20, 17],
		[0, 1],
	])('after %i, no more go at once than %i, and one alone', (used, share) => {
		const adaptive = refusedAfter(used);
		expect(free(adaptive)).toBe(used < share ? 1 : 0);
		now += LIMIT.windowMs + 1;
		expect(free(adaptive)).toBe(1);
	});

	test('those that were refused together count as one refusal', () => {
		const adaptive = refusedAfter(20);
		adaptive.refuse(false);
		now += LIMIT.windowMs + 1;
		const once = refusedAfter(20);
		now += LIMIT.windowMs + 1;
		expect(sentNow(adaptive)).toBe(sentNow(once));
	});

	test('the share grows with each answer, the more the smaller it is', () => {
		const grown = [8, 20, 30, 38].map((used) => {
			const adaptive = refusedAfter(used);
			now += LIMIT.windowMs + 1;
			return sentNow(adaptive) - Math.floor(used * 0.87);
		});
		expect(grown).toEqual(grown.toSorted((a, b) => b - a));
		expect(grown[0]).toBeGreaterThan(8);
		expect(grown.at(-1)).toBeGreaterThanOrEqual(5);
	});

	test('it waits for the oldest to be forgotten, or for an answer', () => {
		const adaptive = refusedAfter(20);
		expect(adaptive.waitMs()).toBe(LIMIT.windowMs + 1);
		now += LIMIT.windowMs + 1;
		take(adaptive, 1);
		expect(adaptive.waitMs()).toBe(NEVER);
	});

	test('as many go in parallel as use up the share in half a window', () => {
		const adaptive = new AdaptiveLimit(clock, LIMIT);
		for (let times = 0; times < 60; times++) slowly(adaptive, 1);
		now += LIMIT.windowMs + 1;
		slowly(adaptive, 20);
		const turns = take(adaptive, 4);
		adaptive.refuse(true);
		for (const over of turns) over('refused');
		now += LIMIT.windowMs + 1;
		const widths = Array.from({ length: 6 }, () => {
			slowly(adaptive, 1);
			return free(adaptive);
		});
		// About 20 of them, each a second, in 5 s.
		expect(widths).toEqual([2, 3, 4, 5, 5, 5]);
	});

	test('all of the limit and no more, however much went well', () => {
		const adaptive = refusedAfter(20);
		for (let times = 0; times < 20; times++) {
			now += LIMIT.windowMs + 1;
			sentNow(adaptive);
		}
		now += LIMIT.windowMs + 1;
		expect(sentNow(adaptive)).toBe(40);
	});
});
