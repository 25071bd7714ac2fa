import { parseJson } from './json';
import type { FieldProblem, Problem, ProblemKind } from './problems';
import { type DataRecord, isDataRecord } from './records';

/** An answer as it came over the wire. Header names are lower case. */
export interface Answer {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	body: string;
}

/** What an answer means: data that may be read on, or a problem. */
export type Reading = { data: unknown; raw: string } | { problem: Problem };

/** How much of a foreign answer is quoted, in characters. */
const SNIPPET = 200;

/**
 * Reads the envelope (Errors; Success statuses). `status: "error"` is an error whatever the HTTP status, and a 2xx that
 * is not the envelope is an error too, never an empty answer. A 204, and a 2xx without a body, have nothing to parse.
 */
export function readAnswer(answer: Answer): Reading {
	const { status, body } = answer;
	if (status >= 300 && status < 400) return { problem: redirected(answer) };
	const succeeded = status >= 200 && status < 300;
	if (succeeded && (status === 204 || body.trim() === '')) return { data: undefined, raw: '' };

	const envelope = parsed(body);
	if (!isDataRecord(envelope) || typeof envelope.status !== 'string') {
		return { problem: foreign(answer, succeeded) };
	}
	if (succeeded && envelope.status !== 'error') return { data: envelope.data, raw: body };
	return { problem: refusal(envelope, answer) };
}

function parsed(body: string): unknown {
	try {
		return parseJson(body);
	} catch {
		return undefined; // Not JSON: the caller calls it foreign and quotes it.
	}
}

function refusal(envelope: DataRecord, answer: Answer): Problem {
	const data = isDataRecord(envelope.data) ? envelope.data : {};
	const key = words(data.key) ?? words(data.code);
	const fields = fieldProblems(data.errors);
	return {
		kind: classify(key, answer.status),
		status: answer.status,
		key,
		message: words(data.message) ?? words(envelope.message),
		...(fields.length > 0 && { fields }),
		...(key === 'upgrade_required' && {
			upgrade: {
				feature: words(data.feature_name) ?? words(data.feature),
				plan: words(data.required_plan_name) ?? words(data.required_plan),
				action: callToAction(data.cta),
			},
		}),
		retryAfterMs: retryAfter(answer),
	};
}

const KIND_OF_KEY: Readonly<Record<string, ProblemKind>> = {
	validation_error: 'invalid',
	invalid_argument: 'invalid',
	unauthorized: 'unauthorized',
	forbidden: 'forbidden',
	not_found: 'notFound',
	identifier_taken: 'taken',
	rate_limit: 'rateLimited',
	write_failed: 'writeFailed',
	internal_error: 'serverFailed',
	upgrade_required: 'upgradeRequired',
};

const KIND_OF_STATUS: Readonly<Record<number, ProblemKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	409: 'taken',
	429: 'rateLimited',
};

/** The kind of a refusal: by its key, and by the HTTP status only where there is no known key, as in /v1. */
export function classify(key: string | undefined, status: number): ProblemKind {
	const byKey = key !== undefined && Object.hasOwn(KIND_OF_KEY, key) ? KIND_OF_KEY[key] : undefined;
	return byKey ?? KIND_OF_STATUS[status] ?? (status >= 500 ? 'serverFailed' : 'refused');
}

function foreign(answer: Answer, succeeded: boolean): Problem {
	const byStatus = succeeded ? 'notTheService' : classify(undefined, answer.status);
	return {
		kind: byStatus === 'notFound' || byStatus === 'refused' ? 'notTheService' : byStatus,
		status: answer.status,
		message: answer.body.replace(/\s+/g, ' ').trim().slice(0, SNIPPET) || undefined,
		retryAfterMs: retryAfter(answer),
	};
}

function redirected({ status, headers }: Answer): Problem {
	const target = words(headers.location);
	return { kind: 'redirected', status, location: target?.split(/[?#]/)[0] };
}

/** Retry-After in milliseconds, from seconds or an HTTP date; undefined when missing or malformed. */
function retryAfter({ headers }: Answer): number | undefined {
	const value = words(headers['retry-after'])?.trim();
	if (value === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const until = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(until) ? undefined : Math.max(0, until - Date.now());
}

function fieldProblems(errors: unknown): FieldProblem[] {
	if (!Array.isArray(errors)) return [];
	return errors.filter(isDataRecord).map(({ field, message }) => ({
		field: words(field) ?? '',
		message: words(message) ?? 'is not accepted',
	}));
}

function callToAction(cta: unknown): string | undefined {
	return isDataRecord(cta) ? (words(cta.url) ?? words(cta.text)) : words(cta);
}

function words(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}
