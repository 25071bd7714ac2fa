import type { Clock } from './transport';

/** How many requests are allowed within any window of this length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** Limits, "Rate": for /v2. For /v1 no number is documented; it is slowed by its 429 answers alone. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

const UNLIMITED: RateLimit = { requests: Number.POSITIVE_INFINITY, windowMs: 0 };

/** In parallel within a documented limit. Once others use it up, all that are under way are refused together. */
const WIDTH = 8;
const SHARED_WIDTH = 2;

/** What a call can wait for. An hour, from whoever stands in between, must not silence all workflows for an hour. */
const LONGEST_PAUSE_MS = 170_000;

/** The round of requests that were refused before: they go first, or they might be refused again and again. */
const REFUSED = 0;

interface Waiter {
	who: unknown;
	/** Executions take turns: each has one request in a round. */
	round: number;
	go(): void;
}

/**
 * Keeps below a limit that all requests of a workspace share: a sliding window, in which executions take turns. A request
 * counts from when it is sent until a window after its answer, since nobody knows when the service counted it. A refusal
 * pauses all; then one request goes, and one more with each answer.
 */
export class RateLimiter {
	private readonly limit: RateLimit;
	private readonly most: number;
	private width: number;
	private underWay = 0;
	/** When the requests were answered that still count. */
	private readonly answered: number[] = [];
	private pausedUntil = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;
	/** In the order of their rounds. */
	private readonly line: Waiter[] = [];
	private round = REFUSED;
	/** After a pause first goes an execution that was not refused, which may fare better. */
	private isOthersTurn = false;
	private timer?: AbortController;

	/** @param limit absent where none is documented */
	constructor(
		private readonly clock: Clock,
		limit?: RateLimit,
	) {
		this.limit = limit ?? UNLIMITED;
		this.most = limit ? WIDTH : Number.POSITIVE_INFINITY;
		this.width = this.most;
	}

	/**
	 * Stands in line until a request may be sent; `leave` has to follow its answer. Ends early when the signal does.
	 * @param who which execution asks
	 * @param wasRefused whether it was sent before, and refused
	 * @returns whether it may be sent
	 */
	async enter(who?: unknown, signal?: AbortSignal, wasRefused = false): Promise<boolean> {
		if (signal?.aborted) return false;
		const last = this.line.findLast((other) => other.who === who);
		const round = wasRefused ? REFUSED : Math.max(this.round, last?.round ?? 0) + 1;
		const ahead = this.line.findLastIndex((other) => other.round <= round);
		return await new Promise<boolean>((resolve) => {
			const cancel = () => {
				this.line.splice(this.line.indexOf(waiter), 1);
				resolve(false);
			};
			const go = () => {
				signal?.removeEventListener('abort', cancel);
				resolve(true);
			};
			const waiter: Waiter = { who, round, go };
			this.line.splice(ahead + 1, 0, waiter);
			signal?.addEventListener('abort', cancel);
			this.serve();
		});
	}

	/** The answer has come. @param refusedMs where it says that the limit is reached: how long to hold back all others */
	leave(refusedMs?: number): void {
		this.underWay--;
		if (refusedMs === undefined) this.count();
		else this.pause(refusedMs);
		this.serve();
	}

	/** Holds back every request for this many milliseconds. */
	pause(ms: number): void {
		this.refusedAt = this.clock.now();
		const until = this.refusedAt + Math.min(ms, LONGEST_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.width = 1;
		this.isOthersTurn = true;
	}

	/** Milliseconds for which every request is held back; 0 when none is. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** Milliseconds until the next request may be sent, or, for infinity, until an answer has come. */
	waitMs(): number {
		if (this.underWay >= this.width) return Number.POSITIVE_INFINITY;
		const since = this.clock.now() - this.limit.windowMs;
		while (this.answered[0] < since) this.answered.shift();
		if (this.underWay + this.answered.length < this.limit.requests) return this.heldMs();
		const [oldest = Number.POSITIVE_INFINITY] = this.answered;
		return Math.max(this.heldMs(), oldest + 1 - since);
	}

	/** Whether nobody would notice a new one in its place. */
	get isIdle(): boolean {
		return this.waitMs() === 0 && !this.underWay && !this.line.length && !this.answered.length;
	}

	private count(): void {
		const now = this.clock.now();
		this.answered.push(now);
		// What is answered in a pause was sent before it, and says nothing of what goes after it.
		if (this.heldMs() > 0) return;
		const isShared = now - this.refusedAt < 2 * this.limit.windowMs;
		this.width = Math.min(this.width + 1, isShared ? SHARED_WIDTH : this.most);
	}

	/** Lets go whoever may go, and sets the timer for those who may not yet; each answer comes here as well. */
	private serve(): void {
		this.timer?.abort();
		while (this.line.length > 0 && this.waitMs() === 0) {
			const next = this.next();
			this.round = Math.max(this.round, next.round);
			this.underWay++;
			next.go();
		}
		const ms = this.waitMs();
		if (this.line.length === 0 || ms === Number.POSITIVE_INFINITY) return;
		const { signal } = (this.timer = new AbortController());
		void this.clock.sleep(ms, signal).then(() => signal.aborted || this.serve());
	}

	private next(): Waiter {
		const refused = this.line.filter(({ round }) => round === REFUSED).map(({ who }) => who);
		const other = this.line.findIndex(({ who }) => this.isOthersTurn && !refused.includes(who));
		this.isOthersTurn = false;
		return this.line.splice(Math.max(0, other), 1)[0];
	}
}

const rateLimiters = new Map<string, RateLimiter>();

/**
 * The rate limiter that every execution in this process shares for one namespace of one workspace. Ask for it each time it is
 * used: idle ones are forgotten, and two must never serve one workspace at once.
 * @param workspace names base URL and credential, without holding the key
 */
export function sharedRateLimiter(
	workspace: string,
	namespace: 'v1' | 'v2',
	clock: Clock,
): RateLimiter {
	const name = `${namespace} ${workspace}`;
	const existing = rateLimiters.get(name);
	if (existing) return existing;
	for (const [other, { isIdle }] of rateLimiters) if (isIdle) rateLimiters.delete(other);
	const rateLimiter = new RateLimiter(clock, namespace === 'v2' ? V2_LIMIT : undefined);
	rateLimiters.set(name, rateLimiter);
	return rateLimiter;
}
