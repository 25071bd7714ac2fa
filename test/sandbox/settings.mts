export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** What can be switched while the sandbox runs. */
export interface Settings {
	v2Limit: RateLimit;
	v1Limit: RateLimit | undefined;
	/** Where v1 pages start; with 1, page 0 is page 1. */
	pageBase: 0 | 1;
	v1PerPage: number;
	/** Whether v1 lists say `has_more` and `page`. */
	hasMore: boolean;
	/** Write an empty keyed map as `[]`. */
	emptyMapAsArray: boolean;
	/** Add fields to every answer that no client knows. */
	unknownFields: boolean;
	latencyMs: number;
	/** How stale the `stats` of a group may be; the specification allows an hour. */
	groupStatsLagMs: number;
}

export const defaultSettings: Settings = {
	v2Limit: { requests: 300, windowMs: 60_000 },
	v1Limit: undefined,
	pageBase: 0,
	v1PerPage: 10,
	hasMore: true,
	emptyMapAsArray: false,
	unknownFields: false,
	latencyMs: 0,
	groupStatsLagMs: 0,
};
