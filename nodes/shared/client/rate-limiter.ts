import type { Clock } from './transport';

/** The number of requests allowed within any window of this length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** For `/v2` (`RateLimit` in docs/openapi.yaml). For `/v1` no number is documented, so only its 429 answers slow it down. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

const UNLIMITED: RateLimit = { requests: Number.POSITIVE_INFINITY, windowMs: 0 };

/** Parallel requests within a documented limit; fewer while other processes use it, since all under way are refused together. */
const WIDTH = 8;
const SHARED_WIDTH = 2;

/** Parallel requests without a documented limit: more would not be faster, and look like an attack. */
const WIDEST = 32;

/** The longest pause that a call can wait for. A proxy that asks for an hour must not stop all workflows for an hour. */
const LONGEST_PAUSE_MS = 170_000;

/** The round of requests that were refused before. They go first, or they might be refused again and again. */
const REFUSED = 0;

/** A request that waits for its turn. */
export interface Turn {
	/** Identifies the execution. */
	who?: unknown;
	/** Ends the wait early. */
	signal?: AbortSignal;
	/** Whether the request was refused before. */
	wasRefused?: boolean;
}

interface Waiter {
	who: unknown;
	/** Each execution has one request in a round, so executions take turns. */
	round: number;
	go(): void;
}

/**
 * Keeps all requests of a workspace below a shared limit: a sliding window, in which executions take turns. A request
 * counts until a window after its answer, since the service may have counted it then. A refusal pauses all requests. After
 * the pause one request goes, then one more with each answer.
 */
export class RateLimiter {
	private readonly limit: RateLimit;
	private readonly most: number;
	private width: number;
	private underWay = 0;
	/** Times of the answers that still count. */
	private readonly answered: number[] = [];
	private pausedUntil = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;
	/** In the order of their rounds. */
	private readonly line: Waiter[] = [];
	private round = REFUSED;
	/** After a pause, an execution that was not refused goes first, since its requests may be accepted. */
	private isOthersTurn = false;
	private timer?: AbortController;

	/** @param limit absent if none is documented */
	constructor(
		private readonly clock: Clock,
		limit?: RateLimit,
	) {
		this.limit = limit ?? UNLIMITED;
		this.most = limit ? WIDTH : WIDEST;
		this.width = this.most;
	}

	/**
	 * Sends a request when its turn comes. Whatever the task throws, the others go on.
	 * @param task sends the request. After a refusal its result has the milliseconds to pause all requests
	 * @returns undefined if the signal ended the wait
	 */
	async run<T extends { pauseMs?: number }>(
		turn: Turn,
		task: () => Promise<T>,
	): Promise<T | undefined> {
		if (!(await this.enter(turn))) return undefined;
		let pauseMs: number | undefined;
		try {
			const result = await task();
			({ pauseMs } = result);
			return result;
		} finally {
			this.underWay--;
			if (pauseMs === undefined) this.count();
			else this.pause(pauseMs);
			this.serve();
		}
	}

	/** @returns whether the request may be sent */
	private async enter({ who, signal, wasRefused = false }: Turn): Promise<boolean> {
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

	/** Pauses all requests for this number of milliseconds. */
	pause(ms: number): void {
		this.refusedAt = this.clock.now();
		const until = this.refusedAt + Math.min(ms, LONGEST_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.width = 1;
		this.isOthersTurn = true;
	}

	/** Milliseconds until the end of the pause; 0 without one. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** Milliseconds until the next request may be sent. Infinity: not before another answer. */
	waitMs(): number {
		if (this.underWay >= this.width) return Number.POSITIVE_INFINITY;
		const since = this.clock.now() - this.limit.windowMs;
		while (this.answered[0] < since) this.answered.shift();
		if (this.underWay + this.answered.length < this.limit.requests) return this.heldMs();
		const [oldest = Number.POSITIVE_INFINITY] = this.answered;
		return Math.max(this.heldMs(), oldest + 1 - since);
	}

	/** Whether it holds no state, so that a new one can replace it. */
	get isIdle(): boolean {
		return this.waitMs() === 0 && !this.underWay && !this.line.length && !this.answered.length;
	}

	private count(): void {
		const now = this.clock.now();
		this.answered.push(now);
		// An answer during a pause belongs to a request from before it, and does not widen the line.
		if (this.heldMs() > 0) return;
		const isShared = now - this.refusedAt < 2 * this.limit.windowMs;
		this.width = Math.min(this.width + 1, isShared ? SHARED_WIDTH : this.most);
	}

	/** Starts all requests that may go now, and a timer for the next one. */
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
 * The rate limiter that every execution in this process shares for one namespace of one scope. Ask for it each time it is
 * used: idle ones are forgotten, and two must never serve one scope at once.
 * @param scope names base URL and credential, without holding the key
 */
export function sharedRateLimiter(
	scope: string,
	namespace: 'v1' | 'v2',
	clock: Clock,
): RateLimiter {
	const name = `${namespace} ${scope}`;
	const existing = rateLimiters.get(name);
	if (existing) return existing;
	for (const [other, { isIdle }] of rateLimiters) if (isIdle) rateLimiters.delete(other);
	const rateLimiter = new RateLimiter(clock, namespace === 'v2' ? V2_LIMIT : undefined);
	rateLimiters.set(name, rateLimiter);
	return rateLimiter;
}
