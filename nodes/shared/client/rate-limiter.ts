import { AdaptiveLimit, type RateLimit, type TurnEnd } from './adaptive-limit';
import type { Clock } from './transport';

/** Limits, "Rate": for /v2. For /v1 no number is documented; it is slowed by its 429 answers alone. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

/** After the window of the documented limit part of it is surely free again, whoever asks for a longer pause. */
const LONGEST_PAUSE_MS = V2_LIMIT.windowMs;

type Turn = ReturnType<AdaptiveLimit['take']>;

/** Someone in line. */
interface Waiter {
	who: unknown;
	go(turn: Turn): void;
}

/**
 * Lets requests go one by one as far as the limit allows: those of one execution in the order they asked, and executions in
 * turns, so that none has to wait for all that another one has to do.
 */
export class RateLimiter {
	private readonly limit: AdaptiveLimit;
	private pausedUntil = 0;
	/** Who waits, by execution; the one whose turn is next stands first. */
	private readonly lines = new Map<unknown, Waiter[]>();
	/** Who was refused and goes before all others, or it might be refused time and again. */
	private again: Waiter[] = [];
	/** Between two that were refused goes one of another execution, which may fare better. */
	private isOthersTurn = false;
	private isServing = false;
	/** Ends the wait for the next turn: an answer has come, or nobody is in line any more. */
	private waiting?: AbortController;

	constructor(
		private readonly clock: Clock,
		limit?: RateLimit,
	) {
		this.limit = new AdaptiveLimit(clock, limit);
	}

	/**
	 * Runs one request when its turn has come; ends early, without running it, when the signal does.
	 * @param request calls back when it is refused since the limit is reached, with the milliseconds to hold back all others
	 * @param who tells executions apart
	 * @param wasRefused whether it was sent before, and refused
	 */
	async run<T>(
		request: (refused: (ms: number) => void) => Promise<T>,
		signal?: AbortSignal,
		who?: unknown,
		wasRefused = false,
	): Promise<T | undefined> {
		const over = await this.turn(who, signal, wasRefused);
		if (!over) return undefined;
		let end: TurnEnd = 'unsent';
		try {
			if (signal?.aborted) return undefined;
			end = 'answered';
			return await request((ms) => {
				end = 'refused';
				this.pause(ms);
			});
		} finally {
			over(end);
			this.waiting?.abort();
		}
	}

	/**
	 * The limit is reached: holds back every request for so many milliseconds. Never for longer than a minute: an hour,
	 * from whoever stands in between, must not silence all workflows for an hour.
	 */
	pause(ms: number): void {
		// Those sent together are refused together, which is one refusal.
		const isFirst = this.heldMs() === 0;
		this.isOthersTurn = true;
		const until = this.clock.now() + Math.min(ms, LONGEST_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.limit.refuse(isFirst);
	}

	/** Milliseconds for which every request is held back; 0 when none is. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** Milliseconds until the next request may be sent, or, for infinity, until an answer has come. */
	waitMs(): number {
		return Math.max(this.heldMs(), this.limit.waitMs());
	}

	/** Whether nobody would notice a new one in its place. */
	get isIdle(): boolean {
		return this.heldMs() === 0 && !this.isAwaited && this.limit.isUnused;
	}

	private async turn(
		who: unknown,
		signal: AbortSignal | undefined,
		wasRefused: boolean,
	): Promise<Turn | undefined> {
		if (signal?.aborted) return undefined;
		let leave: () => void = () => undefined;
		const turn = await new Promise<Turn | undefined>((resolve) => {
			const waiter: Waiter = { who, go: resolve };
			leave = () => {
				this.forget(who, waiter);
				resolve(undefined);
			};
			signal?.addEventListener('abort', leave, { once: true });
			if (wasRefused) this.again.push(waiter);
			else this.lines.set(who, [...(this.lines.get(who) ?? []), waiter]);
			void this.serve();
		});
		signal?.removeEventListener('abort', leave);
		return turn;
	}

	/** Lets go whoever may go, and waits for those who may not yet. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.isAwaited) {
			const wait = this.waitMs();
			if (wait <= 0) {
				this.next().go(this.limit.take());
				continue;
			}
			this.waiting = new AbortController();
			// Each answer ends it, so that it never takes as long as that.
			await this.clock.sleep(Math.min(wait, LONGEST_PAUSE_MS), this.waiting.signal);
		}
		this.isServing = false;
	}

	private get isAwaited(): boolean {
		return this.lines.size > 0 || this.again.length > 0;
	}

	private next(): Waiter {
		const others = [...this.lines.keys()].filter(
			(who) => !this.again.some((one) => one.who === who),
		);
		const isOthersTurn = this.isOthersTurn && others.length > 0;
		this.isOthersTurn = false;
		const refused = isOthersTurn ? undefined : this.again.shift();
		if (refused) return refused;
		const [who] = isOthersTurn ? others : this.lines.keys();
		const [next, ...behind] = this.lines.get(who)!;
		this.lines.delete(who);
		if (behind.length > 0) this.lines.set(who, behind);
		return next;
	}

	private forget(who: unknown, waiter: Waiter): void {
		const others = this.lines.get(who)?.filter((other) => other !== waiter) ?? [];
		if (others.length > 0) this.lines.set(who, others);
		else this.lines.delete(who);
		this.again = this.again.filter((other) => other !== waiter);
		if (!this.isAwaited) this.waiting?.abort();
	}
}

const rateLimiters = new Map<string, RateLimiter>();

/**
 * The rate limiter that every execution in this process shares for one namespace of one workspace. Ask for it each time it is
 * used: idle ones are forgotten, and two must never serve one workspace side by side.
 * @param workspace tells base URL and credential apart, without holding the key
 */
export function sharedRateLimiter(
	workspace: string,
	namespace: 'v1' | 'v2',
	clock: Clock,
): RateLimiter {
	const name = `${namespace} ${workspace}`;
	const existing = rateLimiters.get(name);
	if (existing) return existing;
	for (const [other, rateLimiter] of rateLimiters)
		if (rateLimiter.isIdle) rateLimiters.delete(other);
	const rateLimiter = new RateLimiter(clock, namespace === 'v2' ? V2_LIMIT : undefined);
	rateLimiters.set(name, rateLimiter);
	return rateLimiter;
}
