import type { Clock } from './transport';

/** So many requests in so many milliseconds, counted over any stretch of that length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** Limits, "Rate": for /v2. For /v1 no number is documented; it is slowed by its 429 answers alone. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

/** After the window of the documented limit some of the quota is surely free again, whoever asks for a longer pause. */
const LONGEST_PAUSE_MS = V2_LIMIT.windowMs;

/** How often a request looks again when as many are on their way as may be, and no answer has come back yet. */
const LOOK_AGAIN_MS = 20;

/** From so many side by side on, there is no need to count them. */
const WIDE = 64;

/** Someone in line. */
interface Waiter {
	go(): void;
}

/**
 * Lets requests go one by one within the rate limit: those of one execution in the order they asked, and executions in
 * turns, so that none has to wait for all that another one has to do. A request counts from the moment it is sent until
 * a whole window after its answer: when the service counted it is not known, only that it lies between.
 */
export class Pace {
	private inFlight = 0;
	private readonly answered: number[] = [];
	private pausedUntil = 0;
	/** How many may be on their way at the same time: half as many after a 429, then one more for each round that went well. */
	private width = Number.POSITIVE_INFINITY;
	/** Who waits, by execution; the one whose turn is next stands first. */
	private readonly lines = new Map<unknown, Waiter[]>();
	private isServing = false;
	/** Ends the wait for the next turn when nobody is in line any more. */
	private waiting?: AbortController;

	constructor(
		private readonly clock: Clock,
		private readonly limit?: RateLimit,
	) {}

	/**
	 * Runs one request when its turn has come; ends early, without running it, when the signal does.
	 * @param who tells executions apart
	 */
	async run<T>(
		request: () => Promise<T>,
		signal?: AbortSignal,
		who?: unknown,
	): Promise<T | undefined> {
		if (!(await this.turn(who, signal))) return undefined;
		if (signal?.aborted) {
			this.inFlight--;
			return undefined;
		}
		try {
			return await request();
		} finally {
			this.inFlight--;
			this.width = this.width < WIDE ? this.width + 1 / this.width : Number.POSITIVE_INFINITY;
			if (this.limit) this.answered.push(this.clock.now());
		}
	}

	/**
	 * Holds back every request for so many milliseconds: the service said that the limit is reached. Afterwards half as
	 * many go side by side as before, and slowly more again. Never for longer than a minute: an hour, from whoever stands in between, must not silence all workflows for an hour.
	 */
	pause(ms: number): void {
		// Those sent together are refused together, which is one refusal.
		if (this.heldMs() === 0) this.width = Math.max(1, Math.floor((this.inFlight + 1) / 2));
		const until = this.clock.now() + Math.min(ms, LONGEST_PAUSE_MS);
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	/** Milliseconds for which every request is held back; 0 when none is. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	/** Whether nobody would notice a new one in its place. */
	get isIdle(): boolean {
		const now = this.clock.now();
		const last = this.answered.at(-1);
		const isCounted = this.limit && last !== undefined && last + this.limit.windowMs >= now;
		return this.inFlight === 0 && this.lines.size === 0 && this.pausedUntil <= now && !isCounted;
	}

	private async turn(who: unknown, signal?: AbortSignal): Promise<boolean> {
		if (signal?.aborted) return false;
		let leave: () => void = () => undefined;
		const granted = await new Promise<boolean>((resolve) => {
			const waiter: Waiter = { go: () => resolve(true) };
			leave = () => {
				this.forget(who, waiter);
				resolve(false);
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.lines.set(who, [...(this.lines.get(who) ?? []), waiter]);
			void this.serve();
		});
		signal?.removeEventListener('abort', leave);
		return granted;
	}

	/** Lets go whoever may go, and waits for those who may not yet. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.lines.size > 0) {
			const wait = this.waitMs();
			if (wait <= 0) {
				this.letNextGo();
				continue;
			}
			this.waiting = new AbortController();
			await this.clock.sleep(wait, this.waiting.signal);
		}
		this.isServing = false;
	}

	private letNextGo(): void {
		const [[who, [next, ...others]]] = this.lines;
		this.lines.delete(who);
		if (others.length > 0) this.lines.set(who, others);
		this.inFlight++;
		next.go();
	}

	private forget(who: unknown, waiter: Waiter): void {
		const others = this.lines.get(who)?.filter((other) => other !== waiter) ?? [];
		if (others.length > 0) this.lines.set(who, others);
		else this.lines.delete(who);
		if (this.lines.size === 0) this.waiting?.abort();
	}

	private waitMs(): number {
		const now = this.clock.now();
		if (this.pausedUntil > now) return this.heldMs();
		if (this.inFlight >= Math.floor(this.width)) return LOOK_AGAIN_MS;
		if (!this.limit) return 0;
		const { requests, windowMs } = this.limit;
		while (this.answered.length > 0 && this.answered[0] + windowMs < now) this.answered.shift();
		if (this.inFlight + this.answered.length < requests) return 0;
		return this.answered.length > 0 ? this.answered[0] + windowMs - now + 1 : LOOK_AGAIN_MS;
	}
}

const paces = new Map<string, Pace>();

/**
 * The pace that every execution in this process shares for one namespace of one workspace. Ask for it each time it is
 * used: idle ones are forgotten, and two must never serve one workspace side by side.
 * @param workspace tells base URL and credential apart, without holding the key
 */
export function sharedPace(workspace: string, namespace: 'v1' | 'v2', clock: Clock): Pace {
	const name = `${namespace} ${workspace}`;
	const known = paces.get(name);
	if (known) return known;
	for (const [other, pace] of paces) if (pace.isIdle) paces.delete(other);
	const pace = new Pace(clock, namespace === 'v2' ? V2_LIMIT : undefined);
	paces.set(name, pace);
	return pace;
}
