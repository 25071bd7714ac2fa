import type { Call } from './endpoint.mts';
import { keyedError, type Namespace, Refusal, UpgradeRequired, unauthorized } from './envelope.mts';
import type { Settings } from './settings.mts';

export type FaultAction =
	/** Any status with any body; without a body, the error envelope of the namespace. */
	| { type: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
	/** 429; `retryAfter` is sent as it is given, and is 1 if it is not. A 429 without the header: `status`. */
	| { type: 'rateLimit'; retryAfter?: number | string }
	| { type: 'writeFailed' }
	| { type: 'internalError'; applied: boolean }
	| { type: 'resetBefore' }
	/** The connection is cut after the write was applied. */
	| { type: 'resetAfter' }
	/** Never answers; `applied` says whether the write happens nevertheless (default: no). */
	| { type: 'timeout'; applied?: boolean }
	| { type: 'html'; status: number }
	| { type: 'truncatedJson' }
	| { type: 'emptyBody'; status: number }
	/** Any JSON value, with 200. */
	| { type: 'json'; value: unknown }
	| { type: 'envelopeWithoutData' }
	/** The right answer, but as text/plain. */
	| { type: 'wrongContentType' }
	/** The right answer behind a byte order mark, as some servers on Windows send it. */
	| { type: 'byteOrderMark' }
	/** `status` is 302 if it is not given. */
	| { type: 'redirect'; location: string; status?: number }
	/** Lists give their first page whatever page is asked for, and say that there are more. */
	| { type: 'samePageForever' }
	| { type: 'upgradeRequired'; feature?: string }
	| { type: 'unauthorized' }
	| { type: 'forbidden' };

export interface Fault {
	method?: string;
	/** A path and everything below it (`/v1/post` is not `/v1/posts`), or a pattern tested on path and query. */
	path?: string | RegExp;
	/** How often; default 1. */
	times?: number;
	/** How many matching requests pass first; default 0. */
	after?: number;
	action: FaultAction;
}

/** The faults to come. One request meets one of them at most: the first that matches and is not used up. */
export class Faults {
	#pending: Array<Fault & { times: number; after: number }> = [];

	add(fault: Fault): void {
		this.#pending.push({ ...fault, times: fault.times ?? 1, after: fault.after ?? 0 });
	}

	clear(): void {
		this.#pending = [];
	}

	next(method: string, url: string): FaultAction | undefined {
		for (const fault of this.#pending) {
			if (!matches(fault, method, url)) continue;
			if (fault.after > 0) {
				fault.after--;
				continue;
			}
			fault.times--;
			if (fault.times <= 0) this.#pending = this.#pending.filter((other) => other !== fault);
			return fault.action;
		}
		return undefined;
	}
}

function matches(fault: Fault, method: string, url: string): boolean {
	if (fault.method && fault.method.toUpperCase() !== method) return false;
	if (fault.path === undefined) return true;
	// Not `test`: a global pattern would remember where it last matched.
	if (fault.path instanceof RegExp) return url.search(fault.path) !== -1;
	const path = url.split('?')[0];
	const below = fault.path.endsWith('/') ? fault.path : `${fault.path}/`;
	return path === fault.path || path.startsWith(below);
}

export interface Written {
	status: number;
	headers: Record<string, string>;
	/** Absent: the body is empty. */
	body?: string;
}

/** What comes instead of the service's answer, with nothing applied. Undefined: the service does answer. */
export function answerInstead(
	action: FaultAction,
	namespace: Namespace,
	settings: Settings,
): Written | undefined {
	const refused = (refusal: Refusal) => {
		const { status, body } = refusal.written(namespace, settings);
		return json(status, body);
	};
	switch (action.type) {
		case 'status': {
			const { status, body, headers } = action;
			const answer = body === undefined ? refused(errorOf(status)) : json(status, body);
			const text = { headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
			const given = typeof body === 'string' ? { ...text, status, body } : answer;
			return { ...given, headers: { ...given.headers, ...headers } };
		}
		case 'rateLimit':
			return {
				...refused(errorOf(429)),
				headers: { 'content-type': jsonType, 'retry-after': String(action.retryAfter ?? 1) },
			};
		case 'writeFailed':
			return json(500, keyedError('write_failed', 'The write could not complete.'));
		case 'internalError':
			return action.applied ? undefined : internalError;
		case 'html':
			return {
				status: action.status,
				headers: { 'content-type': 'text/html; charset=utf-8' },
				body: '<!doctype html><html><head><title>Not the API</title></head><body><h1>Not the API</h1></body></html>',
			};
		case 'redirect':
			return { status: action.status ?? 302, headers: { location: action.location } };
		case 'upgradeRequired':
			return refused(new UpgradeRequired(action.feature ?? 'groups'));
		case 'unauthorized':
			return refused(unauthorized('Invalid API key.'));
		case 'forbidden':
			return refused(errorOf(403));
		case 'emptyBody':
			return action.status < 400 ? undefined : { status: action.status, headers: {} };
		default:
			return undefined;
	}
}

/** What becomes of the service's own answer on its way; the request has been carried out. */
export function garble(action: FaultAction, answer: Written): Written {
	switch (action.type) {
		case 'internalError':
			return internalError;
		case 'truncatedJson':
			return { ...answer, body: truncated(answer.body) };
		case 'emptyBody':
			return { status: action.status, headers: {} };
		case 'json':
			return json(200, action.value);
		case 'envelopeWithoutData':
			return json(200, { status: 'success' });
		case 'byteOrderMark':
			return { ...answer, body: answer.body && `\uFEFF${answer.body}` };
		case 'wrongContentType':
			if (answer.body === undefined) return answer;
			return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } };
		default:
			return answer;
	}
}

const jsonType = 'application/json; charset=utf-8';

function json(status: number, value: unknown): Written {
	return { status, headers: { 'content-type': jsonType }, body: JSON.stringify(value) };
}

const internalError = json(500, keyedError('internal_error', 'Something went wrong.'));

function errorOf(status: number): Refusal {
	const keys: Record<number, string> = {
		400: 'validation_error',
		401: 'unauthorized',
		403: 'forbidden',
		404: 'not_found',
		409: 'identifier_taken',
		429: 'rate_limit',
	};
	return new Refusal(status, keys[status] ?? 'internal_error', `Answered ${status} on request.`);
}

/** An answer without a body (204) has nothing to lose. */
const truncated = (body?: string) => body?.slice(0, Math.ceil(body.length / 2));

export function firstPageForEver(call: Call, list: (call: Call) => unknown): unknown {
	const query = new URLSearchParams(call.query);
	query.delete('page');
	const page = list({ ...call, query });
	const hasItems = typeof page === 'object' && page !== null && 'items' in page;
	return hasItems ? { ...page, has_more: true } : page;
}
