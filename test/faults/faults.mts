// Every way of failing that the sandbox can produce, and what has to come of it for each kind of operation.
import { inOtherMood } from '../sandbox/moods.mts';
import type { Fault, FaultAction } from '../sandbox/server.mts';
import type { Play, Role } from './rehearsal.mts';

/** How often something is sent and what comes of it. */
export interface Expected {
	/** Requests sent. */
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

export interface FaultCase {
	/** As the columns of the table have it. */
	name: string;
	/** What the sandbox does, or how it is done where the sandbox has no part in it. */
	play(address: Addresses): Play;
	/**
	 * For roles that it does not concern: undefined.
	 * @param key of the operation, where the role alone does not say
	 */
	expect(role: Role, key?: string): Expected | undefined;
	/**
	 * Costly, and nothing of the service's own is in the answer: in one mood it is as in the others, and for one
	 * operation as for all of its role.
	 */
	isCostly?: true;
}

export interface Addresses {
	/** Another host, which must hear nothing. */
	elsewhere: string;
	/** Where nobody listens. */
	nowhere: string;
	/** What a careless service would echo. */
	secrets: readonly string[];
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
const SAYS_NO_MORE = ['comment.getAll', 'comment.getAllOfPosts', 'npsResponse.getAll'];

/** One request more, for the posts of which the comments are asked for. */
const furtherOf = (key: string) => (key === 'comment.getAllOfPosts' ? 1 : 0);

const page = (text: string) => ({ 'content-type': 'text/html', text });

const everyFaultCase: readonly FaultCase[] = [
	{ name: 'none', play: () => ({}), expect: again([]) },
	{
		name: '429, Retry-After 2',
		play: () => once({ type: 'rateLimit', retryAfter: 2 }, { times: 2 }),
		expect: again([2250, 2250]),
	},
	{
		name: '429, Retry-After a date',
		play: () =>
			once({
				type: 'status',
				status: 429,
				headers: {
					date: 'Mon, 06 May 2024 09:00:00 GMT',
					'retry-after': 'Mon, 06 May 2024 09:00:20 GMT',
				},
			}),
		expect: again([20_250]),
	},
	{
		name: '429, Retry-After nonsense',
		play: () => once({ type: 'rateLimit', retryAfter: 'soon' }),
		expect: again([3000]),
	},
	{
		name: '429, no Retry-After',
		play: () => once({ type: 'status', status: 429 }, { times: 3 }),
		expect: again([3000, 6000, 12_000]),
	},
	{
		name: '429 for ever',
		play: () => always({ type: 'rateLimit', retryAfter: 30 }),
		expect: inVain(/rate limit/, Array(5).fill(30_250)),
	},
	{
		name: '429, a day',
		play: () => always({ type: 'rateLimit', retryAfter: 86_400 }),
		expect: inVain(/rate limit/, []),
	},
	{
		name: 'write_failed',
		play: () => once({ type: 'writeFailed' }, { times: 2 }),
		expect: again(backOff(3)),
	},
	{
		name: 'write_failed for ever',
		play: () => always({ type: 'writeFailed' }),
		expect: inVain(/could not save/),
	},
	{
		name: 'internal_error, not applied',
		play: () => once({ type: 'internalError', applied: false }),
		expect: inDoubt(0),
	},
	{
		name: 'internal_error, applied',
		play: () => once({ type: 'internalError', applied: true }),
		expect: inDoubt(1),
	},
	{
		name: 'internal_error for ever',
		play: () => always({ type: 'internalError', applied: true }),
		expect: inDoubt(1, { isForEver: true }),
	},
	{
		name: '502 page',
		play: () => once({ type: 'html', status: 502 }),
		expect: inDoubt(0),
	},
	{
		name: '503 empty',
		play: () => once({ type: 'emptyBody', status: 503 }),
		expect: inDoubt(0),
	},
	{
		name: '504 for ever',
		play: () => always({ type: 'html', status: 504 }),
		expect: inDoubt(0, { isForEver: true }),
	},
	{
		name: 'reset before',
		play: () => once({ type: 'resetBefore' }),
		expect: inDoubt(0),
	},
	{
		name: 'reset after',
		play: () => once({ type: 'resetAfter' }),
		expect: inDoubt(1),
	},
	{
		name: 'reset for ever',
		play: () => always({ type: 'resetAfter' }),
		expect: inDoubt(1, { isForEver: true }),
	},
	{
		name: 'no answer, not applied',
		play: () => ({ ...once({ type: 'timeout' }), hanging: 1 }),
		expect: inDoubt(0, { timeoutMs: 60_000 }),
	},
	{
		name: 'no answer, applied',
		play: () => ({ ...once({ type: 'timeout', applied: true }), hanging: 1 }),
		expect: inDoubt(1, { timeoutMs: 60_000 }),
	},
	{
		name: 'nobody there',
		play: ({ nowhere }) => ({ baseUrl: nowhere }),
		expect: inVain(/could not be reached/),
	},
	{
		name: 'HTML under 200',
		play: () => once({ type: 'html', status: 200 }),
		expect: (role) => ({
			sent: 1,
			message: isOnce(role) ? MAY_BE_DONE : /did not come from the feedback service/,
			applied: 0,
		}),
	},
	{
		name: 'HTML under 404',
		play: () => once({ type: 'html', status: 404 }),
		expect: (role) => ({
			sent: 1,
			// Of lists that a service may lack, it is the gateway's way to say so.
			message: isOnce(role) ? MAY_BE_DONE : /did not come from the feedback service|does not offer/,
			applied: 0,
		}),
	},
	{
		name: 'truncated JSON',
		play: () => once({ type: 'truncatedJson' }),
		expect: (role) => (role === 'unassign' ? { sent: 1, applied: 1 } : unreadable(role)),
	},
	{ name: 'an array', play: () => once({ type: 'json', value: [{ id: 1 }] }), expect: unreadable },
	{ name: 'null', play: () => once({ type: 'json', value: null }), expect: unreadable },
	{
		name: 'another object',
		play: () => once({ type: 'json', value: { status: 'ok', data: {} } }),
		expect: unreadable,
	},
	{
		name: 'empty 200',
		play: () => once({ type: 'emptyBody', status: 200 }),
		expect: inDoubt(1),
	},
	{
		name: 'empty 200 for ever',
		play: () => always({ type: 'emptyBody', status: 200 }),
		expect: inDoubt(1, { isForEver: true }),
	},
	{
		name: 'envelope without data',
		play: () => once({ type: 'envelopeWithoutData' }),
		expect: without,
	},
	{
		name: 'wrong content type',
		play: () => once({ type: 'wrongContentType' }),
		expect: again([]),
	},
	{
		name: '7 MB',
		play: () => once({ type: 'hugeBody', bytes: 7 * 1024 * 1024 }),
		expect: (role) => (role === 'record' ? { sent: 1, applied: 1 } : without(role)),
		isCostly: true,
	},
	{
		name: 'redirect 302',
		play: ({ elsewhere }) => once({ type: 'redirect', location: `${elsewhere}/v1?k=1` }),
		expect: refused(/redirected to another address/),
	},
	{
		name: 'redirect 307',
		play: ({ elsewhere }) => once({ type: 'redirect', location: elsewhere, status: 307 }),
		expect: refused(/redirected to another address/),
	},
	{
		name: 'upgrade_required',
		play: () => once({ type: 'upgradeRequired', feature: 'groups' }),
		expect: refused(/Groups is not included in your plan/),
	},
	{ name: '401', play: () => once({ type: 'unauthorized' }), expect: refused(/key was rejected/) },
	{ name: '403', play: () => once({ type: 'forbidden' }), expect: refused(/is not allowed to/) },
	{
		name: '404',
		play: () => once({ type: 'status', status: 404 }),
		expect: refused(/^No |did not find|does not offer/),
	},
	{
		name: '409',
		play: () => once({ type: 'status', status: 409 }),
		expect: refused(/^The service refused|already used/),
	},
	{
		name: 'validation_error',
		play: () =>
			once({
				type: 'status',
				status: 400,
				body: {
					status: 'error',
					data: {
						key: 'validation_error',
						errors: [{ field: 'title', message: 'is too plain' }],
					},
				},
			}),
		expect: refused(/does not accept '?title'?.*is too plain/i),
	},
	{
		name: '400 of /v1',
		play: () =>
			once({ type: 'status', status: 400, body: { status: 'error', message: 'No such type.' } }),
		expect: refused(/refused to .*No such type\./),
	},
	{
		name: 'echo of the key, 400',
		play: ({ secrets }) =>
			once({
				type: 'status',
				status: 400,
				body: { status: 'error', message: `Bad Authorization header: ${secrets.join(' ')}` },
			}),
		expect: refused(/refused to .*\*\*\*/),
	},
	{
		name: 'echo of the key, 403 page',
		play: ({ secrets }) =>
			once({ type: 'status', status: 403, ...bodyOf(page(`<p>Authorization: ${secrets[1]}`)) }),
		expect: (role) => ({
			sent: 1,
			message: isOnce(role) ? MAY_BE_DONE : /did not come from the feedback service/,
			applied: 0,
		}),
	},
	{
		name: 'same page for ever',
		play: ({ listed }) => once({ type: 'samePageForever' }, { times: ALWAYS, path: listed }),
		expect: (role, key = '') => {
			if (role !== 'list') return undefined;
			return SAYS_NO_MORE.includes(key)
				? { sent: 3 + furtherOf(key), applied: 1, isWhole: false }
				: { sent: 54, message: /list could not be read completely/, applied: 0, isWhole: false };
		},
	},
	{
		name: 'endless has_more',
		play: ({ listed }) => ({
			...once({ type: 'endlessPages' }, { times: ALWAYS, path: listed }),
			parameters: { returnAll: false, limit: 230 },
		}),
		expect: (role, key = '') =>
			role === 'list' ? { sent: 3 + furtherOf(key), applied: 1, isWhole: false } : undefined,
	},
	{
		name: 'reset on page 2',
		play: () => once({ type: 'resetAfter' }, { after: 1 }),
		expect: (role) => (role === 'list' ? { sent: 2, applied: 1 } : undefined),
	},
];

export const faultCases = everyFaultCase.filter(({ isCostly }) => !(isCostly && inOtherMood));

function bodyOf({ text, ...headers }: { 'content-type': string; text: string }) {
	return { body: text, headers };
}
