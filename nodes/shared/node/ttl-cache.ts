import type { Clock } from '../client/transport';

/** At most this many things are remembered; then the oldest is forgotten. */
const MOST = 100;

/** Remembers for a short while what was read, so that whoever asks again does not read it again. */
export class TtlCache<T> {
	private readonly entries = new Map<string, { until: number; value: Promise<T> }>();

	/** @param ms how long something is remembered, in milliseconds */
	constructor(
		private readonly clock: Clock,
		private readonly ms: number,
	) {}

	/**
	 * What was read under this name, or is being read; a failure is not remembered.
	 * @param name holds no key: it outlives the call
	 */
	async get(name: string, read: () => Promise<T>): Promise<T> {
		const now = this.clock.now();
		for (const [old, { until }] of this.entries) if (until <= now) this.entries.delete(old);
		const cached = this.entries.get(name);
		if (cached) return await cached.value;
		const [oldest] = this.entries.keys();
		if (this.entries.size >= MOST) this.entries.delete(oldest);
		const entry = { until: now + this.ms, value: read() };
		this.entries.set(name, entry);
		entry.value.catch(() => {
			if (this.entries.get(name) === entry) this.entries.delete(name);
		});
		return await entry.value;
	}
}
