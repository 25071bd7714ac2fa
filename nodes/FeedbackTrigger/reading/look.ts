const HOUR_MS = 3_600_000;

/** What one poll looks at. `Rotation` remembers it once the poll delivers. */
export class Look {
	/** The hour in which the poll started. */
	readonly hour: number;
	/** The older pages that had their turn. */
	readonly pages = new Set<number>();
	/** Records, by the ID, that a page has shown. */
	readonly shown = new Set<string>();
	/** Records, by the ID, that were requested, or whose comments were. */
	readonly requested = new Set<string>();
	/** Whether it skips the audit, to have time and requests left for what comes after it. */
	skipsAudit = false;
	/** Whether its time was over before what comes after the audit. */
	isCutShort = false;

	/** @param now when the poll started */
	constructor(
		readonly now: number,
		/** Minutes since the last poll that delivered. */
		readonly minutes: number,
	) {
		this.hour = now - (now % HOUR_MS);
	}
}
