import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { authenticate, permit } from './auth.mts';
import type { Database } from './database.mts';
import type { Answer, Endpoint } from './endpoint.mts';
import {
	InvalidFields,
	type Namespace,
	notFound,
	Refusal,
	stringifyEnvelope,
	UpgradeRequired,
} from './envelope.mts';
import type { RateLimiter } from './limits.mts';
import { type LoggedRequest, withoutKey } from './request-log.mts';
import type { Settings } from './settings.mts';
import { isGated } from './workspaces.mts';

export interface Service {
	database: Database;
	settings: Settings;
	limiter: RateLimiter;
	requests: LoggedRequest[];
	closed: boolean;
}

/** A request body as it was read; `problem` says why there is no value. */
export interface ReceivedBody {
	value?: unknown;
	problem?: string;
}

interface Arrival {
	service: Service;
	endpoint: Endpoint | undefined;
	namespace: Namespace;
	query: URLSearchParams;
	request: FastifyRequest;
}

/** Answers one request; `endpoint` is absent where the path is none of the API. */
export async function serve(
	service: Service,
	endpoint: Endpoint | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<unknown> {
	const url = request.raw.url ?? '/';
	const [path, search = ''] = split(url);
	const received = request.body as ReceivedBody | undefined;
	const entry: LoggedRequest = {
		at: Date.now(),
		method: request.method,
		path: withoutKey(url),
		body: received?.value,
		status: 0,
	};
	service.requests.push(entry);
	const arrival: Arrival = {
		service,
		endpoint,
		namespace: /^\/v2(\/|$)/.test(path) ? 'v2' : 'v1',
		query: lastOfEach(search),
		request,
	};
	if (service.settings.latencyMs > 0) await sleep(service.settings.latencyMs);
	if (service.closed) return reply.hijack();
	const answer = perform(arrival);
	entry.status = answer.status;
	reply.code(answer.status).headers(answer.headers);
	if (answer.body === undefined) return reply.send();
	return reply.header('content-type', 'application/json; charset=utf-8').send(answer.body);
}

interface Written {
	status: number;
	headers: Record<string, string>;
	body: string | undefined;
}

function perform(arrival: Arrival): Written {
	const { service, namespace } = arrival;
	try {
		const { status, data } = handle(arrival);
		if (data === undefined) return { status, headers: {}, body: undefined };
		return { status, headers: {}, body: stringifyEnvelope(data, service.settings.emptyMapAsArray) };
	} catch (error) {
		if (!(error instanceof Refusal)) console.error(error);
		const refusal =
			error instanceof Refusal
				? error
				: new Refusal(500, 'internal_error', 'Something went wrong in the sandbox itself.');
		const { status, headers } = refusal;
		return { status, headers, body: JSON.stringify(refusal.body(namespace)) };
	}
}

function handle({ service, endpoint, namespace, query, request }: Arrival): Answer {
	const { database, settings, limiter } = service;
	const key = authenticate(database, namespace, request.headers.authorization, query);
	const limit = namespace === 'v2' ? settings.v2Limit : settings.v1Limit;
	limiter.admit(`${namespace} ${key.workspace}`, limit);
	if (!endpoint) throw notFound('Endpoint');
	permit(key.permissions, endpoint.method);
	if (isGated(database, key.workspace, endpoint.feature))
		throw new UpgradeRequired(endpoint.feature);
	const received = (request.body ?? {}) as ReceivedBody;
	if (received.problem) throw new InvalidFields([{ field: 'body', message: received.problem }]);
	const call = {
		database,
		settings,
		workspace: key.workspace,
		params: request.params as Record<string, string>,
		query,
		// Without a body every required field is missing, which is said field by field.
		body: received.value === undefined ? {} : received.value,
	};
	if (endpoint.method === 'GET') return endpoint.handle(call);
	return database.transaction(() => endpoint.handle(call));
}

/** Of a parameter given twice the last one counts. */
function lastOfEach(search: string): URLSearchParams {
	return new URLSearchParams(Object.fromEntries(new URLSearchParams(search)));
}

function split(url: string): string[] {
	const at = url.indexOf('?');
	return at === -1 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
