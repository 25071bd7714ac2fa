/**
 * The one place that names what can go wrong between us and the service (Errors; design of the failure table), and what
 * became of the request. After `nothing` it may be sent again, and after `unknown` where twice does no harm. It is not known
 * after `unreadable` either, but another answer would be no better.
 */
export const effects = {
	/** 429: over the rate limit, refused before it was looked at. */
	rateLimited: 'nothing',
	/** 500 write_failed: "the resource is unchanged, so a retry is safe". */
	writeFailed: 'nothing',
	/** 500 internal_error, 5xx, or no readable answer to a request that was sent. */
	serverFailed: 'unknown',
	/** The connection broke, or no answer came in time, after the request may have been sent. */
	connectionLost: 'unknown',
	/** A success, other than 204, without a body. */
	emptyAnswer: 'unknown',
	/** The request was surely not sent: unknown host, refused connection, untrusted certificate. */
	unreachable: 'nothing',
	unauthorized: 'refused',
	forbidden: 'refused',
	notFound: 'refused',
	/** 405: the service has no such endpoint. */
	notOffered: 'refused',
	identifierTaken: 'refused',
	/** The service names fields it does not accept. */
	invalid: 'refused',
	/** The workspace's plan lacks the feature. */
	upgradeRequired: 'refused',
	/** Any other refusal in the service's envelope. */
	refused: 'refused',
	/** A redirect, which is never followed: it could carry the key to another host. */
	redirected: 'refused',
	/** An answer that is not the service's envelope. */
	notTheService: 'unreadable',
	/** More than one answer may hold. */
	tooLarge: 'unreadable',
	/** Records nested in records, deeper than n8n can store them. */
	tooDeep: 'unreadable',
	/** The envelope of a success, without the data that belongs in it. */
	incomplete: 'unreadable',
	/** A list that goes on for ever. */
	endless: 'refused',
	cancelled: 'refused',
} as const;

export type ProblemKind = keyof typeof effects;

/** "0 items found", "No results were found": of a list, never of one thing that is missing. */
const NOTHING_FOUND =
	/^(?:0 [\w -]+?|no (?:items|results|records|entries|data|matches)|nothing)(?: (?:was|were))? found\b/i;

/**
 * Whether a list of /v1 is empty by this refusal: the service says that nothing was found, or has no such page behind
 * the first one. Whether this API answers so is not known; a sibling interface of a live service does.
 */
export function saysEmpty({ kind, isForeign, key, message = '' }: Problem, page: number): boolean {
	if (isForeign) return false;
	if (kind === 'notFound' && page > 0) return true;
	const isUnnamed = key === undefined && (kind === 'notFound' || kind === 'refused');
	return isUnnamed && NOTHING_FOUND.test(message.trim());
}

export interface FieldProblem {
	field: string;
	message: string;
}

/** What the service, or the way to it, said. Plain data, without headers, keys or request bodies. */
export interface Problem {
	kind: ProblemKind;
	/** Whether it was not the service's envelope that said so, and thus perhaps not the service. */
	isForeign?: boolean;
	/** HTTP status; absent when there was no answer. */
	status?: number;
	/** `data.key` or `data.code` of the envelope, or the code of a network failure. */
	key?: string;
	/** The service's own words. */
	message?: string;
	/** validation_error: one entry per offending field. */
	fields?: FieldProblem[];
	/** Plan-gated features: what the plan lacks, which one has it, and what the service suggests. */
	upgrade?: { feature?: string; plan?: string; action?: string };
	/** Where a redirect pointed to, as origin and path, without its query. */
	location?: string;
	/** Milliseconds the service asked to wait, as Retry-After says; absent when it did not or cannot be read. */
	retryAfterMs?: number;
}
