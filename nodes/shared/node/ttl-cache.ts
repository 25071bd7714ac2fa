import type { Clock } from '../client/transport';

/** How many things are remembered in all, and for one owner: then the oldest of the owner is forgotten. */
const MOST = 100;
const MOST_OF_ONE = 10;

/** Remembers for a short while what was read, so that whoever asks again does not read it again. */
export class TtlCache<T> {
	private readonly entries = new Map<string, { owner: string; until: number; value: Promise<T> }>();

	/** @param ms how long something is remembered, in milliseconds */
	constructor(
		private readonly clock: Clock,
		private readonly ms: number,
	) {}

	/**
	 * What was read under this name, or is being read; a failure is not remembered. Where all are full with what belongs to
	 * others, it is read each time.
	 * @param owner whose it is, without holding a key: it outlives the call
	 */
	async get(owner: string, name: string, read: () => Promise<T>): Promise<T> {
		const now = this.clock.now();
		for (const [old, { until }] of this.entries) if (until <= now) this.entries.delete(old);
		const place = JSON.stringify([owner, name]);
		const cached = this.entries.get(place);
		if (cached) return await cached.value;
		const own = [...this.entries].filter(([, entry]) => entry.owner === owner);
		if (own.length >= MOST_OF_ONE) this.entries.delete(own[0][0]);
		const entry = { owner, until: now + this.ms, value: read() };
		if (this.entries.size < MOST) this.entries.set(place, entry);
		entry.value.catch(() => {
			if (this.entries.get(place) === entry) this.entries.delete(place);
		});
		return await entry.value;
	}
}
