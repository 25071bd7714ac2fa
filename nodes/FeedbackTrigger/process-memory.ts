import { clock } from '../shared/node/n8n-transport';

/** Longer than the time between two polls: some poll once a month. */
const KEPT_MS = 40 * 86_400_000;

/** What this process knows of triggers or lists until it ends. Forgets what no poll has needed for 40 days. */
export class ProcessMemory<T> {
	private readonly known = new Map<string, { value: T; neededAt: number }>();

	constructor(private readonly make: () => T) {}

	of(key: string): T {
		const value = this.known.get(key)?.value ?? this.make();
		const neededAt = clock.now();
		this.known.delete(key);
		this.known.set(key, { value, neededAt });
		for (const [one, { neededAt: at }] of this.known) {
			// The oldest comes first.
			if (neededAt - at < KEPT_MS) break;
			this.known.delete(one);
		}
		return value;
	}
}
