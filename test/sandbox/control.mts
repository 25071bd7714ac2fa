import type { FastifyInstance } from 'fastify';
import { type FieldError, InvalidFields } from './envelope.mts';
import type { FaultAction } from './faults.mts';
import type { Sandbox } from './server.mts';
import type { ReceivedBody } from './service.mts';

type Controlled = Omit<Sandbox, 'baseUrl' | 'port'>;
type Body = Record<string, unknown>;

/** The sandbox's own controls for other processes, under /_sandbox. They need no key and are no part of the API. */
export function control(server: FastifyInstance, sandbox: Controlled): void {
	const commands: Array<['GET' | 'POST' | 'DELETE', string, (body: Body) => unknown]> = [
		['POST', 'faults', (body) => sandbox.fault(readFault(body))],
		['DELETE', 'faults', () => sandbox.clearFaults()],
		['GET', 'requests', () => ({ requests: sandbox.requests })],
		['DELETE', 'requests', () => void (sandbox.requests.length = 0)],
		['POST', 'posts', (body) => create(body, sandbox.createPosts)],
		['POST', 'updates', (body) => create(body, sandbox.createUpdates)],
		['POST', 'users', (body) => create(body, sandbox.createUsers)],
		['POST', 'keys', ({ key, ...options }) => sandbox.addKey(text('key', key), options)],
		['POST', 'keys/revoke', ({ key }) => sandbox.revokeKey(text('key', key))],
		['POST', 'gates', (body) => sandbox.gate(...gateOf(body))],
		['POST', 'gates/remove', (body) => sandbox.ungate(...gateOf(body))],
		['GET', 'settings', () => ({ settings: sandbox.settings })],
		['POST', 'settings', (body) => changeSettings(sandbox, body)],
	];
	for (const [method, path, run] of commands) {
		server.route({
			method,
			url: `/_sandbox/${path}`,
			handler: (request, reply) => {
				if (!/^(::ffff:)?127\.|^::1$/.test(request.ip)) return reply.code(404).send();
				try {
					const received = (request.body ?? {}) as ReceivedBody;
					if (received.problem) throw invalid({ field: 'body', message: received.problem });
					const result = run((received.value ?? {}) as Body);
					return reply.send(result ?? { done: true });
				} catch (error) {
					if (!(error instanceof InvalidFields)) throw error;
					return reply.code(400).send({ errors: error.errors });
				}
			},
		});
	}
}

/** JSON has no patterns and no Infinity: `pathPattern` is the source of one, and `times: null` never ends. */
function readFault({ method, path, pathPattern, times, after, action }: Body) {
	if (typeof action !== 'object' || action === null || !('type' in action)) {
		throw invalid({ field: 'action', message: 'must be an object with a type' });
	}
	return {
		method: method as string | undefined,
		path:
			pathPattern === undefined ? (path as string) : new RegExp(text('pathPattern', pathPattern)),
		times: times === null ? Infinity : (times as number | undefined),
		after: after as number | undefined,
		action: action as FaultAction,
	};
}

function create(
	{ count = 1, workspace, ...template }: Body,
	make: (count: number, template: object, workspace?: string) => number[],
) {
	if (!Number.isSafeInteger(count))
		throw invalid({ field: 'count', message: 'must be an integer' });
	return { ids: make(count as number, template, workspace as string | undefined) };
}

function gateOf({ feature, workspace }: Body): [string, string | undefined] {
	return [text('feature', feature), workspace as string | undefined];
}

function changeSettings(sandbox: Controlled, changes: Body) {
	const unknown = Object.keys(changes).filter((name) => !(name in sandbox.settings));
	if (unknown.length > 0) throw invalid({ field: unknown[0], message: 'is not a setting' });
	Object.assign(sandbox.settings, changes);
	return { settings: sandbox.settings };
}

function text(field: string, value: unknown): string {
	if (typeof value === 'string' && value !== '') return value;
	throw invalid({ field, message: 'must be a text' });
}

function invalid(error: FieldError): InvalidFields {
	return new InvalidFields([error]);
}
