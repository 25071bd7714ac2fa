/** When the stored votes of a post were read: by this process, if it has stored them, or else before n8n's cursor was stored. */
export class ReadTimes {
	/** When this process stored the cursor last, by the hour. */
	private storedAt?: number;
	/** When n8n last came with a cursor that this process has not stored, as after a restart. And when that was stored. */
	private changedAt = 0;
	private storedBefore?: number;

	/** A poll begins. @param stored when the cursor was stored that n8n gives it */
	begin(now: number, stored: number | undefined): void {
		if (stored !== undefined && stored === this.storedAt) return;
		this.changedAt = now;
		this.storedBefore = stored;
	}

	stored(hour: number): void {
		this.storedAt = hour;
	}

	/** @param shownAt when a page has shown the post; undefined if this process has not seen it */
	of(shownAt = 0): number {
		if (shownAt >= this.changedAt) return shownAt;
		return Math.min(shownAt || Number.POSITIVE_INFINITY, this.storedBefore ?? this.changedAt);
	}
}
