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
	])('after a refusal of %i side by side one more with each answer, up to %i', (sent, half) => {
		const quota = new Quota(clock);
		const turns = take(quota, sent);
		quota.refuse(true, now);
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

	test('nobody counts any more from 64 side by side on', () => {
		const quota = new Quota(clock);
		const turns = take(quota, 126);
		quota.refuse(true, now);
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
		quota.refuse(true, now);
		answered(quota, 3);
		quota.refuse(false, now);
		for (const over of turns) over('refused');
		expect(free(quota)).toBe(1);
		answered(quota, 7);
		expect(free(quota)).toBe(8);
	});

	test('what was sent before a refusal says nothing of what goes after it', () => {
		const quota = new Quota(clock);
		const turns = take(quota, 16);
		quota.refuse(true, now);
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
	test('four go at a time at first, and one more with each answer up to eight, of an eighth of it', () => {
		const quota = new Quota(clock, { ...LIMIT, requests: 128 });
		for (const width of [4, 5, 6, 7, 8, 8, 8, 8, 8]) {
			expect(free(quota)).toBe(width);
			answered(quota, 1);
		}
		// Of sixteen, seven are left: the next ones are beyond.
		expect(free(quota)).toBe(7);
	});

	test('beyond the eighth four, and eight again once half of it is used', () => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, 5);
		expect(free(quota)).toBe(4);
		answered(quota, 10);
		expect(free(quota)).toBe(4);
		// These four are half of it, with sixteen that were answered.
		answered(quota, 1);
		expect(free(quota)).toBe(8);
		answered(quota, 21);
		expect(free(quota)).toBe(3);
	});

	test('also while none of the eighth is answered yet', () => {
		expect(free(new Quota(clock, { requests: 16, windowMs: 10_000 }))).toBe(4);
	});

	test('those beyond the eighth wait for an answer', () => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, 10);
		take(quota, 4);
		expect(quota.waitMs()).toBe(NEVER);
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

	test('answers that take long let more go side by side, so that it can be used up', () => {
		const quota = new Quota(clock, LIMIT);
		// Roughly 2 s an answer: 8 on their way are 40 in 10 s.
		for (let times = 0; times < 60; times++) slowly(quota, 1, 2_000);
		now += 20_000;
		expect(free(quota)).toBe(8);
		for (const over of take(quota, 16)) over('answered');
		expect(free(quota)).toBe(16);
	});
});

describe('a limit that was met', () => {
	/** Refused after so many answers in this window, with so many on their way. */
	function refusedAfter(used: number, underWay = 1): Quota {
		const quota = new Quota(clock, LIMIT);
		answered(quota, used);
		const turns = take(quota, underWay);
		quota.refuse(true, now);
		for (const over of turns) over('refused');
		return quota;
	}

	test.each([
		[40, 20],
		[30, 18],
		[20, 15],
		[8, 7],
		[1, 1],
		[0, 1],
	])('after %i, %i surely fit into the next window', (used, share) => {
		const quota = refusedAfter(used);
		now += LIMIT.windowMs + 1;
		let sent = 0;
		// Looking for more would come after five seconds, or when half of it has gone well.
		for (; quota.waitMs() === 0 && sent < share; sent++) take(quota, 1)[0]('answered');
		expect(sent).toBe(share);
	});

	test('one goes alone, then one more with each answer up to as many as were on their way, then with each round', () => {
		const quota = new Quota(clock, LIMIT);
		slowly(quota, 60);
		now += LIMIT.windowMs + 1;
		slowly(quota, 20);
		const turns = take(quota, 4);
		quota.refuse(true, now);
		for (const over of turns) over('refused');
		now += LIMIT.windowMs + 1;
		for (const [width, answers] of [
			[1, 1],
			[2, 1],
			[3, 1],
			[4, 5],
			[5, 1],
		]) {
			expect(free(quota)).toBe(width);
			slowly(quota, answers);
		}
	});

	test('with answers that take no time, two go, and one where more is looked for', () => {
		const quota = refusedAfter(20);
		now += LIMIT.windowMs + 1;
		answered(quota, 10);
		expect(free(quota)).toBe(2);
		answered(quota, 5);
		expect(free(quota)).toBe(1);
	});

	test.each([3, 20])('after %i, it waits for the time to look for more', (used) => {
		const quota = refusedAfter(used);
		expect(quota.waitMs()).toBe(1_000);
		now += 400;
		expect(quota.waitMs()).toBe(600);
		now += 600;
		expect(quota.waitMs()).toBe(0);
		// One at a time, with answers that take no time.
		take(quota, 1);
		expect(quota.waitMs()).toBe(NEVER);
	});

	test('the time to look for more begins when the pause ends, also when it becomes longer', () => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, 20);
		quota.refuse(true, now + 3_000);
		expect(quota.waitMs()).toBe(4_000);
		quota.refuse(false, now + 5_000);
		expect(quota.waitMs()).toBe(6_000);
	});

	test('the next time it waits twice as long, until it has got more', () => {
		const quota = refusedAfter(20);
		now += 1_000;
		quota.refuse(true, now);
		expect(quota.waitMs()).toBe(2_000);
		now += 9_001;
		// Fifteen less a part are surely free; half of them gone well, it looks for more, and gets it.
		answered(quota, 16);
		expect(quota.waitMs()).toBe(0);
		quota.refuse(true, now);
		expect(quota.waitMs()).toBe(1_000);
	});

	test('it waits twice as long also when it has got its share, and no more', () => {
		const quota = refusedAfter(20);
		now += LIMIT.windowMs + 1;
		answered(quota, 15);
		quota.refuse(true, now);
		expect(quota.waitMs()).toBe(2_000);
	});

	test.each([
		['more than half of the share gone well is', 20, 13, 8, true],
		['just half of it is', 30, 21, 9, true],
		['less than half of it is not', 20, 12, 7, false],
	])('%s time to look for more', (_what, used, early, since, isTime) => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, early);
		now += 9_000;
		answered(quota, used - early);
		// The time to look for more is a long way off.
		for (let times = 0; times < 3; times++) quota.refuse(true, now + 20_000);
		now += 1_001;
		for (let sent = 0; sent < since; sent++) {
			expect(quota.waitMs()).toBe(0);
			answered(quota, 1);
		}
		// So many are counted by now as are the share.
		expect(quota.waitMs()).toBe(isTime ? 0 : 9_000);
	});

	test('from the time to look for more on, one is looked for, though two may go', () => {
		const quota = new Quota(clock, LIMIT);
		answered(quota, 12);
		now += 9_000;
		answered(quota, 8);
		quota.refuse(true, now + 3_000);
		now += 3_000;
		answered(quota, 7);
		// Eight of the former window and seven of this one are the share of fifteen.
		expect(quota.waitMs()).toBe(1_000);
		now += 1_000;
		expect(free(quota)).toBe(1);
	});

	test.each([
		[20, 15, 4],
		[38, 28, 4],
		[8, 7, 2],
	])(
		'after %i, looking for more than %i, with answers that take a second, %i are on their way',
		(used, share, side) => {
			const quota = refusedAfter(used);
			now += LIMIT.windowMs + 1;
			// One at a time, until it is known how long answers take.
			for (let times = 0; times < 60; times++) {
				slowly(quota, 1);
				if (times % 5 === 4) now += LIMIT.windowMs + 1;
			}
			now += LIMIT.windowMs + 1;
			slowly(quota, share);
			expect(free(quota)).toBe(side);
		},
	);

	test('all of the limit and no more, however much went well', () => {
		const quota = refusedAfter(20);
		answered(quota, 20);
		expect(quota.waitMs()).toBe(10_001);
	});
});
