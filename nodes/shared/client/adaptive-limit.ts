import type { Clock } from './transport';

/** So many requests in so many milliseconds, counted over any stretch of that length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** A refused request is not counted by the service, nor is one that was not sent after all. */
export type TurnEnd = 'answered' | 'refused' | 'unsent';

/** From so many in parallel on, there is no need to count them. */
const WIDE = 64;

/** As many in parallel as one execution sends at a time by half, until the limit was met. */
const CAREFUL = 4;

/** What a process keeps of its share when it is refused, and how much of the limit it gains in a window. */
const DECREASE = 0.87;
const INCREASE = 0.5;

/**
 * When the limit is met, all requests on their way are refused. So no more go in parallel than use up the share in a
 * window, or in half of one where others are hardly there: after a 429, and from half of the limit on.
 */
const TWICE = 2;
const HARDLY_SHARED = 1 / 2;

/**
 * How many requests this process may send. The limit is one for the whole workspace, and other processes and tools use it
 * too; the answers alone tell which share of it is free. A process has the whole limit until it is refused, then a bit less
 * than what it got through in the last window. It gains with each answer. Who has more loses more and gains as much, so
 * shares become equal (additive increase, multiplicative decrease).
 *
 * A request counts from the moment it is sent until a whole window after its answer: when the service counted it is not
 * known, only that it lies between.
 */
export class AdaptiveLimit {
	private underWay = 0;
	private readonly answered: number[] = [];
	/** Requests that may be on their way at the same time. After a 429 it is one, and one more with each answer. */
	private width: number;
	/** Where no limit is known: as wide as it was safe before, from where it grows slowly. */
	private soonAsWide = Number.POSITIVE_INFINITY;
	/** Requests that may be sent in a window. */
	private share: number;
	private refusals = 0;
	/** How long answers take, roughly. */
	private answerMs = 0;

	/** @param limit absent where none is documented: then the 429 answers alone tell how many may go in parallel */
	constructor(
		private readonly clock: Clock,
		private readonly limit?: RateLimit,
	) {
		this.width = limit ? CAREFUL : Number.POSITIVE_INFINITY;
		this.share = limit?.requests ?? Number.POSITIVE_INFINITY;
	}

	/** Milliseconds until one more may be sent, or, for infinity, until an answer has come. */
	waitMs(): number {
		if (this.underWay >= Math.floor(this.width)) return Number.POSITIVE_INFINITY;
		if (!this.limit || this.underWay + this.countedNow() < Math.floor(this.share)) return 0;
		const [oldest = Number.POSITIVE_INFINITY] = this.answered;
		return oldest + this.limit.windowMs + 1 - this.clock.now();
	}

	/** One more has its turn. @returns what to call with how it ended */
	take(): (end: TurnEnd) => void {
		this.underWay++;
		const { refusals } = this;
		const since = this.clock.now();
		return (end) => {
			this.underWay--;
			if (end !== 'answered') return;
			if (this.limit) this.answered.push(this.clock.now());
			// What was sent before a refusal says nothing of what goes after it.
			if (refusals === this.refusals) this.goneWell(this.clock.now() - since);
		};
	}

	/**
	 * One that is under way was refused.
	 * @param isFirst of those that were sent together
	 */
	refuse(isFirst: boolean): void {
		if (isFirst) {
			this.soonAsWide = Math.max(1, Math.floor(this.underWay / 2));
			if (this.limit) this.share = Math.max(1, this.countedNow() * DECREASE);
		}
		this.width = 1;
		this.refusals++;
	}

	/** Whether the service counts nothing that was sent from here. */
	get isUnused(): boolean {
		return this.underWay === 0 && this.countedNow() === 0;
	}

	/** How many answered requests the service still counts. */
	private countedNow(): number {
		if (!this.limit) return 0;
		const since = this.clock.now() - this.limit.windowMs;
		while (this.answered[0] < since) this.answered.shift();
		return this.answered.length;
	}

	/** @param tookMs from when it was sent to its answer */
	private goneWell(tookMs: number): void {
		this.answerMs += (tookMs - this.answerMs) / 8;
		if (this.limit) this.gain(this.limit);
		else if (this.width >= WIDE) this.width = Number.POSITIVE_INFINITY;
		else this.width += this.width < this.soonAsWide ? 1 : 1 / this.width;
	}

	private gain({ requests, windowMs }: RateLimit): void {
		this.share = Math.min(requests, this.share + (INCREASE * requests) / this.share);
		const isMet = this.refusals > 0;
		const times = isMet || this.answered.length >= requests * HARDLY_SHARED ? TWICE : 1;
		// So many on their way are so many requests in a window, with answers that take as long as they do.
		const needed = Math.ceil((times * this.share * Math.max(1, this.answerMs)) / windowMs);
		this.width = Math.min(this.width + 1, Math.max(isMet ? 1 : CAREFUL, needed));
	}
}
