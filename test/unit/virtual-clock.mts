import type { Clock } from '../../nodes/shared/client/transport';

interface Sleeper {
	due: number;
	wake(): void;
}

/** Looks at the clock without waiting: far more than a test needs. An endless loop would fill the memory, and name no test. */
const MOST_LOOKS = 300_000;

/** Time that passes only when nothing else can happen, and then at once: waiting costs a test nothing. */
export class VirtualClock implements Clock {
	#now: number;
	#busy = 0;
	#looking = false;
	readonly #sleepers = new Set<Sleeper>();
	#looks = 0;

	constructor(start = Date.UTC(2024, 4, 6, 7, 8, 9)) {
		this.#now = start;
	}

	now = (): number => {
		if (this.#looks++ > MOST_LOOKS)
			throw new Error('Time does not end: something goes on for ever');
		return this.#now;
	};

	sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		if (signal?.aborted) return;
		const due = this.now() + ms;
		await new Promise<void>((resolve) => {
			const leave = () => {
				this.#sleepers.delete(sleeper);
				resolve();
			};
			const sleeper: Sleeper = {
				due,
				wake: () => {
					signal?.removeEventListener('abort', leave);
					leave();
				},
			};
			signal?.addEventListener('abort', leave, { once: true });
			this.#sleepers.add(sleeper);
			this.#look();
		});
	};

	/** Something that takes no time: the clock stands still until it is over. */
	async during<T>(work: () => Promise<T>): Promise<T> {
		this.#busy++;
		try {
			return await work();
		} finally {
			this.#busy--;
			this.#look();
		}
	}

	/** Once all that can go on has gone on, the next sleeper wakes. */
	#look(): void {
		if (this.#looking) return;
		this.#looking = true;
		setImmediate(() => {
			this.#looking = false;
			if (this.#busy > 0 || this.#sleepers.size === 0) return;
			const next = [...this.#sleepers].reduce((a, b) => (b.due < a.due ? b : a));
			this.#looks = 0;
			this.#now = Math.max(this.#now, next.due);
			next.wake();
			this.#look();
		});
	}
}
