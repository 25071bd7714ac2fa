import type { Clock } from './transport';

/** So many requests in so many milliseconds, counted over any stretch of that length. */
export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** Limits, "Rate": for /v2. For /v1 no number is documented; it is slowed by its 429 answers alone. */
export const V2_LIMIT: RateLimit = { requests: 300, windowMs: 60_000 };

/** How often a request looks again when all the quota is on its way and no answer has come back yet. */
const LOOK_AGAIN_MS = 20;

/**
 * Lets requests go one by one, in the order they asked, within the rate limit. A request counts from the moment it is
 * sent until a whole window after its answer: when the service counted it is not known, only that it lies between.
 */
export class Pace {
	private inFlight = 0;
	private readonly answered: number[] = [];
	private pausedUntil = 0;
	private lastInLine: Promise<void> = Promise.resolve();

	constructor(
		private readonly clock: Clock,
		private readonly limit?: RateLimit,
	) {}

	/** Runs one request when its turn has come; ends early, without running it, when the signal does. */
	async run<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
		if (!(await this.turn(signal))) return undefined;
		if (signal?.aborted) {
			this.inFlight--;
			return undefined;
		}
		try {
			return await request();
		} finally {
			this.inFlight--;
			if (this.limit) this.answered.push(this.clock.now());
		}
	}

	/** Holds back every request for so many milliseconds: the service said that the limit is reached. */
	pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	/** Milliseconds for which every request is held back; 0 when none is. */
	heldMs(): number {
		return Math.max(0, this.pausedUntil - this.clock.now());
	}

	private async turn(signal?: AbortSignal): Promise<boolean> {
		if (signal?.aborted) return false;
		const mine = this.lastInLine.then(async () => await this.free(signal));
		this.lastInLine = mine.then(() => undefined);
		const granted = await orAborted(mine, signal);
		if (!granted) {
			// A turn that was granted in the very moment of leaving is given back.
			void mine.then((late) => {
				if (late) this.inFlight--;
			});
		}
		return granted;
	}

	private async free(signal?: AbortSignal): Promise<boolean> {
		for (;;) {
			if (signal?.aborted) return false;
			const wait = this.waitMs();
			if (wait <= 0) {
				this.inFlight++;
				return true;
			}
			await this.clock.sleep(wait, signal);
		}
	}

	private waitMs(): number {
		const now = this.clock.now();
		if (this.pausedUntil > now) return this.heldMs();
		if (!this.limit) return 0;
		const { requests, windowMs } = this.limit;
		while (this.answered.length > 0 && this.answered[0] + windowMs < now) this.answered.shift();
		if (this.inFlight + this.answered.length < requests) return 0;
		return this.answered.length > 0 ? this.answered[0] + windowMs - now + 1 : LOOK_AGAIN_MS;
	}
}

/** Who leaves the line is not waited for: its turn, when it comes, finds the signal aborted and passes. */
async function orAborted(turn: Promise<boolean>, signal?: AbortSignal): Promise<boolean> {
	if (!signal) return await turn;
	let leave: () => void = () => undefined;
	const aborted = new Promise<boolean>((resolve) => {
		leave = () => resolve(false);
		signal.addEventListener('abort', leave, { once: true });
	});
	try {
		return await Promise.race([turn, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

const paces = new Map<string, Pace>();

/**
 * The pace that every execution in this process shares for one namespace of one workspace.
 * @param workspace tells base URL and credential apart
 */
export function sharedPace(workspace: string, namespace: 'v1' | 'v2', clock: Clock): Pace {
	const name = `${namespace} ${workspace}`;
	const pace = paces.get(name) ?? new Pace(clock, namespace === 'v2' ? V2_LIMIT : undefined);
	paces.set(name, pace);
	return pace;
}
