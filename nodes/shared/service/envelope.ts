import { hasTooManyValues, isTooDeep, parseJson } from './json';
import { type FieldProblem, type Problem, type ProblemKind, saysEmpty } from './problems';
import { type DataRecord, isDataRecord } from './records';

/** An answer as it came over the wire. Header names are lower case. */
export interface Answer {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	body: string;
	/** Whether the body was larger than an answer may be. Then none of it was kept. */
	isTooLarge?: boolean;
}

/** What an answer means: data to read further, or a problem. */
export type Meaning = { data: unknown; raw: string; status: number } | { problem: Problem };

/**
 * Reads the envelope (`info` of docs/openapi.yaml). `status: "error"` is an error under any HTTP status. A 2xx without the
 * envelope is an error too, never an empty answer. Only a 204 has no body to parse: every other answer has the
 * envelope, so a missing body was lost on its way.
 */
export function readAnswer(answer: Answer): Meaning {
	const { status, body } = answer;
	if (status >= 300 && status < 400) return { problem: redirected(answer) };
	if (answer.isTooLarge) return { problem: { kind: 'tooLarge', status } };
	if (status === 204) return { data: undefined, raw: '', status };
	const isEmpty = isSuccess(status) && body.trim() === '';
	return isEmpty ? { problem: { kind: 'emptyAnswer', status } } : readEnvelope(answer);
}

function readEnvelope(answer: Answer): Meaning {
	const { status, body } = answer;
	const succeeded = isSuccess(status);
	const refused = (kind: ProblemKind) => ({
		problem: succeeded ? { kind, status } : foreign(answer),
	});
	if (hasTooManyValues(body)) return refused('tooLarge');
	const envelope = parsed(body);
	if (isTooDeep(envelope)) return refused('tooDeep');
	const isOurs = isDataRecord(envelope) && STATUSES.includes(envelope.status);
	if (!isOurs) return { problem: foreign(answer) };
	if (succeeded && envelope.status !== 'error') return { data: envelope.data, raw: body, status };
	return { problem: refusal(envelope.status === 'error' ? envelope : {}, answer) };
}

export function isSuccess(status: number): boolean {
	return status >= 200 && status < 300;
}

const STATUSES: readonly unknown[] = ['success', 'error'];

function parsed(body: string): unknown {
	try {
		return parseJson(body.trim()); // Also without byte order marks, which JSON does not have.
	} catch {
		return undefined; // Not JSON: the caller treats it as foreign.
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
				action: isDataRecord(data.cta)
					? (words(data.cta.url) ?? words(data.cta.text))
					: words(data.cta),
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
	identifier_taken: 'identifierTaken',
	rate_limit: 'rateLimited',
	write_failed: 'writeFailed',
	internal_error: 'serverFailed',
	upgrade_required: 'upgradeRequired',
};

const KIND_OF_STATUS: Readonly<Record<number, ProblemKind>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	405: 'notOffered',
	408: 'serverFailed',
	429: 'rateLimited',
};

/** The kind of a refusal: by its key, and by the HTTP status only where there is no known key, as in /v1. */
export function classify(key: string | undefined, status: number): ProblemKind {
	const byKey = key !== undefined && Object.hasOwn(KIND_OF_KEY, key) ? KIND_OF_KEY[key] : undefined;
	return byKey ?? KIND_OF_STATUS[status] ?? (status >= 500 ? 'serverFailed' : 'refused');
}

/** What the code decides by. It is known beforehand, so it is no echo of a key and need not be masked. */
export const decisive = ({ kind, status, key = '', message }: Problem): Problem => ({
	kind,
	...((status === undefined || Object.hasOwn(KIND_OF_KEY, key)) && key && { key }),
	...(saysEmpty({ kind: 'refused', message }, 0) && { message }),
});

/**
 * An answer that is not from the service. Only its status is read, and only if that means the same everywhere. Its text and
 * odd content types are not quoted: they could contain the key in an unknown form.
 */
function foreign(answer: Answer): Problem {
	const { status, headers } = answer;
	const kind = classify(undefined, status);
	const [type] =
		/^[a-z]{1,12}\/[a-z.+-]{1,20}(?=\s*(?:;|$))/.exec(words(headers['content-type']) ?? '') ?? [];
	return {
		kind: MEANT_BY_ANYONE.includes(kind) ? kind : 'notTheService',
		status,
		...(type && { contentType: type }),
		retryAfterMs: retryAfter(answer),
	};
}

const MEANT_BY_ANYONE: readonly ProblemKind[] = ['unauthorized', 'rateLimited', 'serverFailed'];

function redirected({ status, headers }: Answer): Problem {
	const target = words(headers.location) ?? '';
	const location = URL.canParse(target) ? new URL(target).origin : undefined;
	return { kind: 'redirected', status, location };
}

/** Retry-After in milliseconds; undefined if it is missing or not a number of seconds. */
function retryAfter({ headers }: Answer): number | undefined {
	const value = words(headers['retry-after'])?.trim() ?? '';
	return /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Maximum number of refused fields that are read: a message shows no more. */
const MOST_FIELDS = 20;

function fieldProblems(errors: unknown): FieldProblem[] {
	const entries = Array.isArray(errors) ? errors.slice(0, MOST_FIELDS) : [];
	return entries.filter(isDataRecord).map(({ field, message }) => ({
		field: words(field) ?? '',
		message: words(message) ?? 'is not accepted',
	}));
}

function words(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}
