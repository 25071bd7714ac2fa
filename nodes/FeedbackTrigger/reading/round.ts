// When the pages and records of a list were read last, in polls of this process. Post Gaining Traction dates votes by it. A round is
// the latest series of polls that has read each page. A known record that none of its pages has shown may be deleted.
import { clock } from '../../shared/node/transport';
import type { Pages } from './pages';

const HOUR_MS = 3_600_000;

export class Round {
	private readonly pages = new Map<number, number>();
	private readonly ids = new Map<string, number>();
	/** When the last poll has read anything. */
	private polled?: number;
	/** When this process stored the cursor last: by the hour, so that an idle poll seldom has to store it. */
	stored?: number;
	/** When n8n last came with another cursor, as after a restart, and when that one was stored. */
	private begun = 0;
	private before?: number;

	/** Starts a poll. @param stored when the cursor was stored that n8n gives it */
	start(stored: number | undefined): void {
		if (stored !== undefined && stored === this.stored) return;
		this.begun = clock.now();
		this.before = stored;
	}

	/**
	 * When the stored values of a record were read, in milliseconds. A change that is found now is not older.
	 * @param isOnTop whether it stands on top of the list, where only what has changed since the last poll is new
	 */
	readAt(id: string, isOnTop: boolean): number {
		const at = (isOnTop ? this.polled : this.ids.get(id)) ?? Number.POSITIVE_INFINITY;
		const isStored = at >= this.begun && at < Number.POSITIVE_INFINITY;
		return isStored ? at : Math.min(at, this.before ?? this.begun);
	}

	/** Adds the pages of a poll. @returns the IDs that the round has shown; undefined until each page was read */
	add({ read, met, depth }: Pages): ReadonlyMap<string, unknown> | undefined {
		const now = clock.now();
		for (const number of read.keys()) this.pages.set(number, now);
		for (const id of met) this.ids.set(id, now);
		this.polled = now;
		this.stored = now - (now % HOUR_MS);
		const times = Array.from({ length: depth + 1 }, (_, page) => this.pages.get(page) ?? 0);
		const oldest = Math.min(...times);
		if (oldest === 0) return undefined;
		for (const [id, at] of this.ids) if (at < oldest) this.ids.delete(id);
		return this.ids;
	}
}

/** By trigger and list. Kept in memory until the process ends. */
const rounds = new Map<string, Round>();

export function roundOf(list: string): Round {
	const round = rounds.get(list) ?? new Round();
	rounds.set(list, round);
	return round;
}
