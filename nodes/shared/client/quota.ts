import type { Clock } from './transport';

/** So many requests in so many milliseconds, counted over any stretch of that length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** A refused request is not counted by the service, nor is one that was not sent after all. */
export type TurnEnd = 'answered' | 'refused' | 'unsent';

/** From so many side by side on, there is no need to count them. */
const WIDE = 64;

/**
 * When the limit is met, all that are on their way are refused. So a process goes carefully where it may be met, and twice as
 * wide elsewhere. As long as it was not met, that is up to an eighth, which surely fits, and again from half of it on, since
 * not many others can be there then.
 */
const TWICE = 2;
const SURE = 1 / 8;
const HARDLY_SHARED = 1 / 2;

/** Half as many as one execution has by default; once the limit was met, so few as use up two and a half times the share. */
const CAREFUL = 4;
const LOOKED_FOR = 2.5;

/** Doubled by each refusal until a process gets more: so long after the pause it looks for more at the latest. */
const LOOK_AFTER_MS = 500;

/**
 * What a process that has the whole limit gives up of it when it is refused; one with a smaller share gives up as much
 * less. It or another one takes it soon.
 */
const GIVEN_UP = 0.5;

/**
 * How many requests this process may send. The limit is one for the whole workspace, and other processes and tools use it
 * too; which share of it is free is told by the answers alone. After a 429 a process has its share: somewhat less than
 * what it got through in the last window. Once half of that has gone well, or some time has passed, it looks for more, and
 * keeps what it gets. So shares become equal: who has more gives up more, and all find the same.
 *
 * A request counts from the moment it is sent until a whole window after its answer: when the service counted it is not
 * known, only that it lies between.
 */
export class Quota {
	private underWay = 0;
	private readonly answered: number[] = [];
	/**
	 * How many may be on their way at the same time. It begins carefully, too, since others may have used up the limit. After
	 * a 429 one goes alone; then twice as many with each round that went well, up to so many as were not too many, and from
	 * there on one more with each round.
	 */
	private width: number;
	private soonAsWide = Number.POSITIVE_INFINITY;
	/** Requests that surely fit into a window, and how many went well since one was refused. */
	private share: number;
	private wellSince = 0;
	private refusals = 0;
	/** What is not used of a window is lost, so a process that has used up its share looks for more also after a while. */
	private looksAgainAt = Number.POSITIVE_INFINITY;
	private looksAgainAfterMs = LOOK_AFTER_MS;
	/** How long answers take, roughly. */
	private answerMs = 0;

	/** @param limit absent where none is documented: then the 429 answers alone tell how many may go side by side */
	constructor(
		private readonly clock: Clock,
		private readonly limit?: RateLimit,
	) {
		this.width = limit ? CAREFUL : Number.POSITIVE_INFINITY;
		this.share = limit ? limit.requests * SURE : Number.POSITIVE_INFINITY;
	}

	/** Milliseconds until one more may be sent, or, for infinity, until an answer has come. */
	waitMs(): number {
		if (this.underWay >= Math.floor(this.width)) return Number.POSITIVE_INFINITY;
		if (!this.limit) return 0;
		const counted = this.underWay + this.countedNow();
		if (counted < this.share) return 0;
		const now = this.clock.now();
		const [oldest = Number.POSITIVE_INFINITY] = this.answered;
		const untilOneIsForgotten = oldest + this.limit.windowMs + 1 - now;
		if (counted >= this.limit.requests) return untilOneIsForgotten;
		if (this.refusals === 0) {
			if (counted >= this.limit.requests * HARDLY_SHARED) return 0;
		} else if (this.wellSince * 2 < this.share && this.looksAgainAt > now) {
			return Math.min(untilOneIsForgotten, this.looksAgainAt - now);
		}
		return this.underWay < this.careful(this.limit) ? 0 : Number.POSITIVE_INFINITY;
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
	 * @param resumesAt when the pause ends that follows, in milliseconds since 1970
	 */
	refuse(isFirst: boolean, resumesAt: number): void {
		if (isFirst) {
			// Of a limit it is the sum that was too much, where there is none how many went side by side.
			this.soonAsWide = Math.max(1, Math.floor(this.limit ? this.underWay : this.underWay / 2));
			this.share = this.shareLeft();
			this.looksAgainAfterMs *= 2;
		}
		this.looksAgainAt = resumesAt + this.looksAgainAfterMs;
		this.width = 1;
		this.wellSince = 0;
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

	private shareLeft(): number {
		if (!this.limit) return Number.POSITIVE_INFINITY;
		const used = this.countedNow();
		return Math.max(1, Math.floor(used * (1 - (GIVEN_UP * used) / this.limit.requests)));
	}

	/** @param tookMs from when it was sent to its answer */
	private goneWell(tookMs: number): void {
		this.wellSince++;
		if (this.answered.length > this.share) {
			this.share = this.answered.length;
			this.looksAgainAfterMs = LOOK_AFTER_MS;
		}
		this.answerMs += (tookMs - this.answerMs) / 8;
		if (this.width < this.widest()) this.width += this.width < this.soonAsWide ? 1 : 1 / this.width;
		else if (!this.limit) this.width = Number.POSITIVE_INFINITY;
	}

	private widest(): number {
		return this.limit ? TWICE * this.careful(this.limit) : WIDE;
	}

	/** How many may be on their way where the limit may be met. */
	private careful({ requests, windowMs }: RateLimit): number {
		if (this.refusals === 0) return Math.max(CAREFUL, this.needed(requests, windowMs));
		return this.needed(Math.min(LOOKED_FOR * this.share, requests), windowMs);
	}

	/** So many on their way are so many requests in a window, with answers that take as long as they do. */
	private needed(requests: number, windowMs: number): number {
		return Math.ceil((Math.max(1, this.answerMs) * requests) / windowMs);
	}
}
