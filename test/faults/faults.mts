// Every way of failing that the sandbox can produce, and what has to come of it for each kind of operation.
import type { Fault, FaultAction } from '../sandbox/server.mts';
import { failure, said } from '../unit/answers.mts';
import type { Play, Role } from './rehearsal.mts';

export interface Expected {
	sent: number;
	/** The step succeeds, or fails with a message like this. */
	message?: RegExp;
	/** How often the service carried it out; for reads it makes no difference. */
	applied: 0 | 1;
	/** Milliseconds between the requests, by the virtual clock. */
	waits?: readonly number[];
	/** Whether a list gives what it gives on a good day; otherwise `sent` is the most that may be sent. */
	isWhole?: boolean;
}

/** As the columns of the table have it, with how it is played. */
export type FaultCase = readonly [
	name: string,
	/** What the sandbox does, or how it is done where the sandbox has no part in it. */
	play: (address: Addresses) => Play,
	/**
	 * For roles that it does not concern: undefined.
	 * @param key of the operation, where the role alone does not say
	 */
	expect: (role: Role, key?: string) => Expected | undefined,
];

export interface Addresses {
	/** Another host, which must hear nothing. */
	elsewhere: string;
	/** Where nobody listens. */
	nowhere: string;
	/** Where what an operation gives is asked for, as path and query. */
	listed: RegExp;
}

const ALWAYS = Number.POSITIVE_INFINITY;

const once = (action: FaultAction, more: Partial<Fault> = {}) => ({
	faults: [{ action, ...more }],
});
const always = (action: FaultAction) => once(action, { times: ALWAYS });

/** What must not happen twice. */
const isOnce = (role: Role) => ['create', 'queue', 'announce'].includes(role);
const isRead = (role: Role) => ['list', 'read', 'record'].includes(role);

/** Milliseconds between tries, halfway through the spread: 375, 750, 1500, 3000. */
const backOff = (tries: number) =>
	Array.from({ length: tries - 1 }, (_, index) => 375 * 2 ** index);

/** Sent again until it works, whatever it is. */
const again = (waits: readonly number[]) => (): Expected => ({
	sent: waits.length + 1,
	applied: 1,
	waits,
});

/** Sent again until patience ends, and nothing was changed. */
const inVain =
	(message: RegExp, waits: readonly number[] = backOff(5)) =>
	(): Expected => ({ sent: waits.length + 1, message, applied: 0, waits });

const MAY_BE_DONE = /(may exist|may have been changed).*not retried/;

/** Sent again only where that is safe; a create fails, and says what may have become of it. */
const inDoubt =
	(applied: 0 | 1, { isForEver = false, timeoutMs = 0 } = {}) =>
	(role: Role): Expected => {
		if (isOnce(role)) return { sent: 1, message: MAY_BE_DONE, applied };
		const waits = backOff(isForEver ? 5 : 2).map((ms) => ms + timeoutMs);
		return isForEver
			? { sent: 5, message: /failed|lost|in time|no answer/, applied, waits }
			: { sent: 2, applied: 1, waits };
	};

/** Refused at once, nothing done. */
const refused = (message: RegExp) => (): Expected => ({ sent: 1, message, applied: 0 });

/** Carried out, but the answer cannot be read: said, and never taken for an empty answer. */
const unreadable = (role: Role): Expected => ({
	sent: 1,
	message: isOnce(role) ? MAY_BE_DONE : /did not come from the feedback service/,
	applied: 1,
});

/** Carried out, with a success that lacks the record: enough for what needs no record. */
const without = (role: Role): Expected => {
	if (role === 'create') return { sent: 1, message: MAY_BE_DONE, applied: 1 };
	if (isRead(role)) return { sent: 1, message: /reported success but sent no/, applied: 1 };
	return { sent: 1, applied: 1 };
};

/** Lists whose pages do not say whether there are more: the same page again is their end. */
const SAYS_NO_MORE = [
	'comment.getAll',
	'comment.getAllOfPosts',
	'npsResponse.getAll',
	'npsResponse.summarize',
];

export const faultCases: readonly FaultCase[] = [
	['none', () => ({}), again([])],
	[
		'429, Retry-After 2',
		() => once({ type: 'rateLimit', retryAfter: 2 }, { times: 2 }),
		again([2250, 2250]),
	],
	[
		'429, Retry-After a date',
		() => once({ type: 'rateLimit', retryAfter: 'Mon, 06 May 2024 09:00:20 GMT' }),
		again([3000]),
	],
	[
		'429, no Retry-After',
		() => once({ type: 'status', status: 429 }, { times: 3 }),
		again([3000, 6000, 12_000]),
	],
	[
		'429 for ever',
		() => always({ type: 'rateLimit', retryAfter: 30 }),
		inVain(/rate limit/, Array(5).fill(30_250)),
	],
	['429, a day', () => always({ type: 'rateLimit', retryAfter: 86_400 }), inVain(/rate limit/, [])],
	['write_failed', () => once({ type: 'writeFailed' }, { times: 2 }), again(backOff(3))],
	['write_failed for ever', () => always({ type: 'writeFailed' }), inVain(/could not save/)],
	[
		'internal_error, not applied',
		() => once({ type: 'internalError', applied: false }),
		inDoubt(0),
	],
	['internal_error, applied', () => once({ type: 'internalError', applied: true }), inDoubt(1)],
	[
		'internal_error for ever',
		() => always({ type: 'internalError', applied: true }),
		inDoubt(1, { isForEver: true }),
	],
	['502 page', () => once({ type: 'html', status: 502 }), inDoubt(0)],
	['503 empty', () => once({ type: 'emptyBody', status: 503 }), inDoubt(0)],
	['504 for ever', () => always({ type: 'html', status: 504 }), inDoubt(0, { isForEver: true })],
	['reset before', () => once({ type: 'resetBefore' }), inDoubt(0)],
	['reset after', () => once({ type: 'resetAfter' }), inDoubt(1)],
	['reset for ever', () => always({ type: 'resetAfter' }), inDoubt(1, { isForEver: true })],
	[
		'no answer, not applied',
		() => ({ ...once({ type: 'timeout' }), hanging: 1 }),
		inDoubt(0, { timeoutMs: 60_000 }),
	],
	[
		'no answer, applied',
		() => ({ ...once({ type: 'timeout', applied: true }), hanging: 1 }),
		inDoubt(1, { timeoutMs: 60_000 }),
	],
	['nobody there', ({ nowhere }) => ({ baseUrl: nowhere }), inVain(/could not be reached/)],
	[
		'HTML under 200',
		() => once({ type: 'html', status: 200 }),
		(role) => ({
			sent: 1,
			message: isOnce(role) ? MAY_BE_DONE : /did not come from the feedback service/,
			applied: 0,
		}),
	],
	[
		'HTML under 404',
		() => once({ type: 'html', status: 404 }),
		(role) => ({
			sent: 1,
			// Of lists that a service may lack, it is the gateway's way to say so.
			message: isOnce(role)
				? MAY_BE_DONE
				: /did not come from the feedback service|API was not found|does not offer/,
			applied: 0,
		}),
	],
	[
		'truncated JSON',
		() => once({ type: 'truncatedJson' }),
		(role) => (role === 'unassign' ? { sent: 1, applied: 1 } : unreadable(role)),
	],
	['an array', () => once({ type: 'json', value: [{ id: 1 }] }), unreadable],
	['another object', () => once({ type: 'json', value: { status: 'ok', data: {} } }), unreadable],
	['empty 200', () => once({ type: 'emptyBody', status: 200 }), inDoubt(1)],
	[
		'empty 200 for ever',
		() => always({ type: 'emptyBody', status: 200 }),
		inDoubt(1, { isForEver: true }),
	],
	['envelope without data', () => once({ type: 'envelopeWithoutData' }), without],
	['wrong content type', () => once({ type: 'wrongContentType' }), again([])],
	['byte order marks', () => always({ type: 'byteOrderMark' }), again([])],
	[
		'redirect 302',
		({ elsewhere }) => once({ type: 'redirect', location: `${elsewhere}/v1?k=1` }),
		refused(/redirected to another address/),
	],
	[
		'upgrade_required',
		() => once({ type: 'upgradeRequired', feature: 'groups' }),
		refused(/Groups is not included in your plan/),
	],
	['401', () => once({ type: 'unauthorized' }), refused(/key was rejected/)],
	['403', () => once({ type: 'forbidden' }), refused(/is not allowed to/)],
	[
		'404',
		() => once({ type: 'status', status: 404 }),
		refused(/^No |API was not found|does not offer/),
	],
	[
		'409',
		() => once({ type: 'status', status: 409 }),
		refused(/^The service refused|already used/),
	],
	[
		'validation_error',
		() =>
			once({
				type: 'status',
				status: 400,
				body: failure({
					key: 'validation_error',
					errors: [{ field: 'title', message: 'is too plain' }],
				}),
			}),
		refused(/does not accept '?title'?.*is too plain/i),
	],
	[
		'400 of /v1',
		() => once({ type: 'status', status: 400, body: said('No such type.') }),
		refused(/refused to .*No such type\./),
	],
	[
		'same page for ever',
		({ listed }) => once({ type: 'samePageForever' }, { times: ALWAYS, path: listed }),
		(role, key = '') => {
			if (role !== 'list') return undefined;
			// It sends a few requests, whatever comes.
			if (key === 'post.findSimilar') return { sent: 6, applied: 1, isWhole: false };
			// The first page, and the three that repeat it; before the comments of all posts, the posts.
			const further = key === 'comment.getAllOfPosts' ? 1 : 0;
			return SAYS_NO_MORE.includes(key)
				? { sent: 4 + further, applied: 1, isWhole: false }
				: { sent: 54, message: /list could not be read completely/, applied: 0, isWhole: false };
		},
	],
	[
		'reset on page 2',
		() => once({ type: 'resetAfter' }, { after: 1 }),
		(role) => (role === 'list' ? { sent: 2, applied: 1 } : undefined),
	],
];
