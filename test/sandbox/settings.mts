export interface RateLimit {
	requests: number;
	windowMs: number;
}

/** What can be switched while the sandbox runs: what the specification leaves open, each switch one thing. */
export interface Settings {
	v2Limit: RateLimit;
	/** Where v1 pages start. Where that is 1, page 0 is the first one as well. */
	pageBase: 0 | 1;
	/** What v1 says to a page behind the last one. */
	pastTheEnd: 'empty' | 'refused';
	/** What v1 says to a list without any record: an empty page, or an error. */
	nothingFound: 'empty' | 'refused';
	v1PerPage: number;
	/** Whether v1 lists say `has_more` and `page`. */
	hasMore: boolean;
	ignoredParameters: readonly string[];
	postOrder: 'new' | 'trend';
	mapsAsArrays: boolean;
	emptyMapAsArray: boolean;
	idsAsText: boolean;
	/** Lists that the specification does not show: there, or the status with which they are not. */
	undocumentedLists: 'there' | 404 | 405;
	/** How v1 writes an error: a message under its status, or under HTTP 200. */
	v1Errors: 'message' | 'http200';
	latencyMs: number;
}

export const defaultSettings: Settings = {
	v2Limit: { requests: 300, windowMs: 60_000 },
	pageBase: 0,
	pastTheEnd: 'empty',
	nothingFound: 'empty',
	v1PerPage: 10,
	hasMore: true,
	ignoredParameters: [],
	postOrder: 'new',
	mapsAsArrays: false,
	emptyMapAsArray: false,
	idsAsText: false,
	undocumentedLists: 'there',
	v1Errors: 'message',
	latencyMs: 0,
};
