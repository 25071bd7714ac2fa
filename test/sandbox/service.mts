import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticate, permit } from './auth.mts';
import type { Database } from './database.mts';
import type { Answer, Call, Endpoints } from './endpoint.mts';
import {
	InvalidFields,
	type Namespace,
	notFound,
	Refusal,
	stringifyEnvelope,
} from './envelope.mts';
import {
	answerInstead,
	type FaultAction,
	type Faults,
	firstPageForEver,
	garble,
	type Written,
} from './faults.mts';
import type { RateLimiter } from './limits.mts';
import { type Exchange, type LoggedRequest, PAGE_ADDRESS, withoutKey } from './request-log.mts';
import type { Settings } from './settings.mts';

export interface Service {
	database: Database;
	settings: Settings;
	limiter: RateLimiter;
	faults: Faults;
	requests: LoggedRequest[];
	seen?: (exchange: Exchange) => void;
	/** Aborted when the sandbox closes: whoever still waits stops waiting. */
	closing: AbortSignal;
}

/** A request body as it was read; `problem` says why there is no value. */
export interface ReceivedBody {
	value?: unknown;
	problem?: string;
}

type Endpoint = [request: string, handle: Endpoints[string]];

interface Arrival {
	service: Service;
	endpoint: Endpoint | undefined;
	namespace: Namespace;
	query: URLSearchParams;
	request: FastifyRequest;
	fault: FaultAction | undefined;
}

/** Answers one request; `endpoint` is absent where the API has no such path. */
export async function serve(
	service: Service,
	endpoint: Endpoint | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const url = withoutKey(request.raw.url ?? '/');
	const entry: LoggedRequest = {
		at: Date.now(),
		method: request.method,
		path: url,
		body: (request.body as ReceivedBody | undefined)?.value,
		status: 0,
	};
	if (request.ip !== PAGE_ADDRESS) service.requests.push(entry);
	const fault = service.faults.next(request.method, url);
	const arrival: Arrival = {
		service,
		endpoint,
		namespace: /^\/v2(\/|$|\?)/.test(url) ? 'v2' : 'v1',
		query: lastOfEach(request.raw.url ?? ''),
		request,
		fault,
	};

	const { latencyMs } = service.settings;
	if (latencyMs > 0) {
		await sleep(latencyMs, undefined, { signal: service.closing }).catch(() => undefined);
	}
	if (service.closing.aborted) return reply.hijack();

	const written = write(arrival);
	if (written === undefined) {
		reply.hijack();
		if (fault?.type !== 'timeout') request.raw.socket.resetAndDestroy();
		return reply;
	}
	entry.status = written.status;
	if (!fault) service.seen?.({ ...entry, answer: written.body });
	return reply.code(written.status).headers(written.headers).send(written.body);
}

/** Carries the request out, with what the fault makes of it. Undefined: there will be no answer. */
function write(arrival: Arrival): Written | undefined {
	const { fault, namespace } = arrival;
	if (fault?.type === 'resetBefore') return undefined;
	if (fault?.type === 'timeout' && !fault.applied) return undefined;
	const instead = fault && answerInstead(fault, namespace, arrival.service.settings);
	if (instead) return instead;
	const answer = perform(arrival);
	if (fault?.type === 'resetAfter' || fault?.type === 'timeout') return undefined;
	return fault ? garble(fault, answer) : answer;
}

function perform(arrival: Arrival): Written {
	const { service, namespace } = arrival;
	const { settings } = service;
	const headers = { 'content-type': 'application/json; charset=utf-8' };
	try {
		const { status, data } = handle(arrival);
		if (data === undefined) return { status, headers: {} };
		return { status, headers, body: stringifyEnvelope(data, namespace, settings) };
	} catch (error) {
		if (!(error instanceof Refusal)) console.error(error);
		const refusal =
			error instanceof Refusal
				? error
				: new Refusal(500, 'internal_error', 'Something went wrong in the sandbox itself.');
		const { status, body } = refusal.written(namespace, settings);
		return {
			status,
			headers: { ...headers, ...refusal.headers },
			body: JSON.stringify(body),
		};
	}
}

function handle(arrival: Arrival): Answer {
	const { service, endpoint, namespace, query, request, fault } = arrival;
	const { database, settings, limiter } = service;
	const key = authenticate(database, namespace, request.headers.authorization, query);
	if (namespace === 'v2') limiter.admit(key.workspace, settings.v2Limit);
	if (!endpoint) throw notFound('Endpoint');
	const [known, act] = endpoint;
	if (undocumentedLists.includes(known)) expectThere(settings);
	permit(key.permissions, request.method);
	const received = (request.body ?? {}) as ReceivedBody;
	if (received.problem) throw new InvalidFields([{ field: 'body', message: received.problem }]);
	const call: Call = {
		database,
		settings,
		workspace: key.workspace,
		params: request.params as Record<string, string>,
		query: namespace === 'v1' ? without(query, settings.ignoredParameters) : query,
		// Without a body every required field is missing, which is said field by field.
		body: received.value === undefined ? {} : received.value,
	};
	if (request.method !== 'GET') return database.transaction(() => act(call));
	const list = (asked: Call) => act(asked).data;
	const isStuck = fault?.type === 'samePageForever';
	return { status: 200, data: isStuck ? firstPageForEver(call, list) : list(call) };
}

/** What the specification does not show, so that it may not be there. */
const undocumentedLists = [
	'GET /v1/post/{postId}/comments',
	'GET /v1/users',
	'GET /v2/documents',
	'GET /v2/groups',
	'GET /v2/groups/{groupId}',
];

function expectThere({ undocumentedLists }: Settings): void {
	if (undocumentedLists === 404) throw notFound('Endpoint');
	if (undocumentedLists === 405) {
		throw new Refusal(405, 'method_not_allowed', 'This method is not allowed here.');
	}
}

function without(query: URLSearchParams, names: readonly string[]): URLSearchParams {
	return new URLSearchParams([...query].filter(([name]) => !names.includes(name)));
}

/** Of a parameter given twice the last one counts. */
function lastOfEach(url: string): URLSearchParams {
	const at = url.indexOf('?');
	if (at === -1) return new URLSearchParams();
	return new URLSearchParams(Object.fromEntries(new URLSearchParams(url.slice(at))));
}
