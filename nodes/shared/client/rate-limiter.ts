import type { Clock } from './transport';

/** How many requests are allowed within any window of this length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** Limits, "Rate": for /v2. For /v1 no number is documented; it is slowed by its 429 answers alone. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

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
	go(hasTurn: boolean): void;
}

/**
 * Keeps below a limit that all requests of a workspace share: a sliding window, in which executions take turns. A request
 * counts from when it is sent until a window after its answer, since nobody knows when the service counted it. A refusal
 * pauses all; then one request goes, and one more with each answer.
 */
export class RateLimiter {
	private width: number;
	private underWay = 0;
	/** When the requests were answered that still count. */
	private readonly answered: number[] = [];
	private pausedUntil = 0;
	private refusals = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;
	private hopelessSince?: number;
	/** In the order of their rounds. */
	private readonly line: Waiter[] = [];
	private round = REFUSED;
	/** After a pause first goes an execution that was not refused, which may fare better. */
	private isOthersTurn = false;
	private timer?: AbortController;

	/** @param limit absent where none is documented */
	constructor(
		private readonly clock: Clock,
		private readonly limit?: RateLimit,
	) {
		this.width = limit ? WIDTH : Number.POSITIVE_INFINITY;
	}

	/**
	 * Runs one request when its turn has come; ends early, without running it, when the signal does.
	 * @param request calls back when it is refused since the limit is reached, with the milliseconds to hold back all others
	 * @param who which execution asks
	 * @param wasRefused whether it was sent before, and refused
	 */
	async run<T>(
		request: (refused: (ms: number) => void) => Promise<T>,
		signal?: AbortSignal,
		who?: unknown,
		wasRefused = false,
	): Promise<T | undefined> {
		if (!(await this.turn(who, signal, wasRefused))) return undefined;
		const { refusals } = this;
		let isCounted = !signal?.aborted;
		try {
			if (!isCounted) return undefined;
			return await request((ms) => {
				isCounted = false;
				this.pause(ms);
			});
		} finally {
			this.underWay--;
			// What was sent before a refusal says nothing of what goes after it.
			if (isCounted) this.count(refusals === this.refusals);
			this.serve();
		}
	}

	/** The limit is reached: holds back every request for this many milliseconds. */
	pause(ms: number): void {
		const now = this.clock.now();
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.min(ms, LONGEST_PAUSE_MS));
		this.refusals++;
		this.refusedAt = now;
		this.hopelessSince ??= now;
		this.width = 1;
		this.isOthersTurn = true;
	}

	/** Milliseconds for which every request is held back; 0 when none is. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** For how long every answer has been a refusal. */
	get hopelessMs(): number {
		return this.clock.now() - (this.hopelessSince ?? this.clock.now());
	}

	/** Milliseconds until the next request may be sent, or, for infinity, until an answer has come. */
	waitMs(): number {
		if (this.underWay >= this.width) return Number.POSITIVE_INFINITY;
		const { requests, windowMs } = this.limit ?? {
			requests: Number.POSITIVE_INFINITY,
			windowMs: 0,
		};
		const since = this.clock.now() - windowMs;
		while (this.answered[0] < since) this.answered.shift();
		if (this.underWay + this.answered.length < requests) return this.heldMs();
		const [oldest = Number.POSITIVE_INFINITY] = this.answered;
		return Math.max(this.heldMs(), oldest + 1 - since);
	}

	/** Whether nobody would notice a new one in its place. */
	get isIdle(): boolean {
		const isUsed = this.underWay > 0 || this.line.length > 0;
		return !isUsed && this.waitMs() === 0 && this.answered.length === 0;
	}

	private count(isRecent: boolean): void {
		const now = this.clock.now();
		this.hopelessSince = undefined;
		if (this.limit) this.answered.push(now);
		const isShared = this.limit && now - this.refusedAt < 2 * this.limit.windowMs;
		const most = isShared ? SHARED_WIDTH : this.limit ? WIDTH : Number.POSITIVE_INFINITY;
		if (isRecent) this.width = Math.min(this.width + 1, most);
	}

	private async turn(who: unknown, signal?: AbortSignal, wasRefused = false): Promise<boolean> {
		if (signal?.aborted) return false;
		const last = this.line.findLast((other) => other.who === who);
		const round = wasRefused ? REFUSED : Math.max(this.round, last?.round ?? 0) + 1;
		let leave: () => void = () => undefined;
		const hasTurn = await new Promise<boolean>((resolve) => {
			const waiter: Waiter = { who, round, go: resolve };
			const ahead = this.line.findLastIndex((other) => other.round <= round);
			this.line.splice(ahead + 1, 0, waiter);
			leave = () => {
				const place = this.line.indexOf(waiter);
				if (place >= 0) this.line.splice(place, 1);
				resolve(false);
				this.serve();
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.serve();
		});
		signal?.removeEventListener('abort', leave);
		return hasTurn;
	}

	/** Lets go whoever may go, and sets the timer for those who may not yet; each answer comes here as well. */
	private serve(): void {
		this.timer?.abort();
		while (this.line.length > 0 && this.waitMs() === 0) {
			const next = this.next();
			this.round = Math.max(this.round, next.round);
			this.underWay++;
			next.go(true);
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
