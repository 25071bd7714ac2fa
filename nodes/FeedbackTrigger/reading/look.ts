export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
	/** Minutes since the last poll that delivered. */
	readonly minutes: number;
	/** Whether it skips the audit, but for what the last poll did not reach: to have time and requests left for what comes last. */
	skipsAudit = false;
	/** Whether its time was over before what comes last: failing pages, comments that failed, and missing records. */
	isCutShort = false;

	/** @param now when the poll started */
	constructor(
		readonly now: number,
		/** When the last poll started that delivered. */
		readonly last: number,
	) {
		this.minutes = (now - last) / MINUTE_MS;
		this.hour = now - (now % HOUR_MS);
	}
}
