/**
 * The only list of problems with a request, each with what became of the request. After `nothing` it changed nothing and may
 * be sent again; after `unknown` only if sending it twice does no harm. After `unreadable` the outcome is unknown, too, but
 * a retry would get no better answer. After `final` it is not sent again: it was refused, given up or cancelled.
 */
export const effects = {
	/** 429: over the rate limit, refused before it was processed. */
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
	unauthorized: 'final',
	forbidden: 'final',
	notFound: 'final',
	/** 405: the service has no such endpoint. */
	notOffered: 'final',
	identifierTaken: 'final',
	/** The service names fields it does not accept. */
	invalid: 'final',
	/** The workspace's plan lacks the feature. */
	upgradeRequired: 'final',
	/** Any other refusal in the service's envelope. */
	refused: 'final',
	/** A redirect, which is never followed: it could carry the key to another host. */
	redirected: 'final',
	/** An answer that is not the service's envelope. */
	notTheService: 'unreadable',
	/** The answer exceeds the limit of bytes or records. */
	tooLarge: 'unreadable',
	/** Records nested in records, deeper than n8n can store them. */
	tooDeep: 'unreadable',
	/** The envelope of a success, without the data that belongs in it. */
	incomplete: 'unreadable',
	/** A list that does not end. */
	endless: 'final',
	cancelled: 'final',
} as const;

export type ProblemKind = keyof typeof effects;

/**
 * "0 items found", "No results were found.": a whole sentence about the records of a list. With more words around it, such
 * as "No data found: your trial has ended", it is a failure.
 */
const NOTHING_FOUND = new RegExp(
	`^(?:nothing|(?:0|no) (?:(?:matching|feedback|changelog|nps) )?(?:${[
		'items',
		'results',
		'records',
		'entries',
		'data',
		'matches',
		'posts',
		'comments',
		'updates',
		'users',
		'end-users',
		'responses',
	].join('|')}))(?: (?:was|were))? found[.!]?$`,
	'i',
);

/**
 * Whether this refusal says that a list of /v1 is empty: it found no records, or has no such page after the first one.
 * It is unknown whether this API answers like that; a sibling interface of a live service does.
 */
export function saysEmpty({ kind, key, message = '' }: Problem, page: number): boolean {
	if (kind === 'notFound' && page > 0) return true;
	const isUnnamed = key === undefined && (kind === 'notFound' || kind === 'refused');
	return isUnnamed && NOTHING_FOUND.test(message.trim());
}

export interface FieldProblem {
	field: string;
	message: string;
}

/** What went wrong, as the service or the network reported it. Plain data, without headers, keys or request bodies. */
export interface Problem {
	kind: ProblemKind;
	/** HTTP status; absent when there was no answer. */
	status?: number;
	/** `data.key` or `data.code` of the envelope, or the code of a network failure. */
	key?: string;
	/** The service's own words. */
	message?: string;
	/** validation_error: one entry per offending field. */
	fields?: FieldProblem[];
	/** `UpgradeRequired` in docs/openapi.yaml: the feature, the plan that has it, and what the service suggests. */
	upgrade?: { feature?: string; plan?: string; action?: string };
	/** Scheme and host that a redirect pointed to, if it names one. */
	location?: string;
	/** The content type of an answer that is not the service's. */
	contentType?: string;
	/** Characters of the pages read, of a list that does not end. */
	size?: number;
	/** Milliseconds to wait, as Retry-After says; absent if that is missing or unreadable. */
	retryAfterMs?: number;
}
