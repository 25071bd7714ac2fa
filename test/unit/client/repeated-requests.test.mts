// Which requests are sent again, how often, and what is said of them in the end.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { PATIENT } from '../../../nodes/shared/client/retry';
import { TransportFailure } from '../../../nodes/shared/client/transport';
import type { ProblemKind } from '../../../nodes/shared/service/problems';
import {
	badGateway,
	calls,
	cancellation,
	empty,
	everyCall,
	failure,
	frozen,
	html,
	safeCalls,
} from './calls.mts';
import { error, ok, scene, type Step } from './scripted-transport.mts';

test.each<[string, Step, ProblemKind, safe: number, create: number, inDoubt?: boolean]>([
	['429', error(429, 'rate_limit'), 'rateLimited', 9, 9],
	['429, come back at once', error(429, 'x', { 'retry-after': '0' }), 'rateLimited', 9, 9],
	['429, come back in an hour', error(429, 'x', { 'retry-after': '3600' }), 'rateLimited', 1, 1],
	['write_failed', error(500, 'write_failed'), 'writeFailed', 5, 5],
	['internal_error', error(500, 'internal_error'), 'serverFailed', 5, 1, true],
	['502', badGateway, 'serverFailed', 5, 1, true],
	['408', { status: 408, headers: {}, body: '' }, 'serverFailed', 5, 1, true],
	['connection lost', 'ECONNRESET', 'connectionLost', 5, 1, true],
	['no answer in time', 'ETIMEDOUT', 'connectionLost', 5, 1, true],
	['a success without a body', empty, 'emptyAnswer', 5, 1, true],
	['unheard-of trouble', 'UNKNOWN', 'connectionLost', 5, 1, true],
	['refused connection', 'ECONNREFUSED', 'unreachable', 5, 5],
	['unknown host', 'ENOTFOUND', 'unreachable', 5, 5],
	['an address that n8n forbids', 'SSRF_BLOCKED', 'unreachable', 1, 1],
	['bad certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable', 5, 5],
	['a header that cannot be sent', 'ERR_INVALID_CHAR', 'unreachable', 5, 5],
	['401', error(401, 'unauthorized'), 'unauthorized', 1, 1],
	['403', error(403, 'forbidden'), 'forbidden', 1, 1],
	['404', error(404, 'not_found'), 'notFound', 1, 1],
	['409', error(409, 'identifier_taken'), 'identifierTaken', 1, 1],
	['400', error(400, 'validation_error'), 'invalid', 1, 1],
	['upgrade_required', error(200, 'upgrade_required'), 'upgradeRequired', 1, 1],
	['400 with no known key', error(400, 'x'), 'refused', 1, 1],
	['405', error(405, 'x'), 'notOffered', 1, 1],
	['HTML', html, 'notTheService', 1, 1, true],
])(
	'how often a request is sent after %s',
	async (_what, step, kind, safe, create, inDoubt = false) => {
		for (const name of everyCall) {
			const one = scene([step]);
			const { problem, tries, waitedMs, mayHaveBeenApplied } = await failure(calls[name](one));
			expect(problem.kind, name).toBe(kind);
			expect(mayHaveBeenApplied, name).toBe(inDoubt && !['get', 'list'].includes(name));
			expect(one.sent.length, name).toBe(name === 'create' ? create : safe);
			expect(tries, name).toBe(one.sent.length);
			expect(waitedMs, name).toBeLessThanOrEqual(PATIENT.waitMs);
			expect(waitedMs, name).toBe(one.sent.at(-1)!.at - one.sent[0].at);
			const requests = one.sent.map(({ method, url, body }) => `${method} ${url} ${body}`);
			expect(new Set(requests).size, name).toBe(1);
		}
	},
);

describe('whether it may have been applied', () => {
	test.each<[string, Step, boolean]>([
		['the connection was lost', 'ECONNRESET', true],
		['the service failed', error(500, 'internal_error'), true],
		['surely nothing was changed', error(500, 'write_failed'), false],
		['nothing was sent', 'ECONNREFUSED', false],
	])('a change that is refused after %s: %j', async (_what, step, doubt) => {
		for (const last of [error(404, 'not_found'), error(403, 'forbidden'), html]) {
			const one = scene([step, last]);
			const { problem, mayHaveBeenApplied } = await failure(calls.put(one));
			expect(problem.kind).not.toBe('connectionLost');
			expect(mayHaveBeenApplied).toBe(doubt || last === html);
			expect(one.sent).toHaveLength(2);
		}
	});

	test('of what was under way when the execution was cancelled', async () => {
		const { signal, abort } = cancellation();
		const cut = () => {
			abort();
			throw new TransportFailure('ABORTED', 'Nobody waits any more');
		};
		const failed = await failure(calls.create(scene(cut, { signal })));
		expect(failed).toMatchObject({ problem: { kind: 'cancelled' }, mayHaveBeenApplied: true });
	});

	test('not of what was refused, and stood in line again when the execution was cancelled', async () => {
		const { signal, abort } = cancellation();
		const one = scene([error(429, 'rate_limit', { 'retry-after': '50' })], { signal }, frozen());
		const call = failure(calls.create(one));
		await turn();
		abort();
		expect(await call).toMatchObject({ tries: 1, mayHaveBeenApplied: false });
	});
});

describe('getting better', () => {
	test.each(safeCalls)('%s goes on after trouble of every kind', async (name) => {
		const good = name === 'list' ? ok({ items: {} }) : ok({ feedback_id: 7 });
		const one = scene([
			'ECONNRESET',
			error(429, 'rate_limit', { 'retry-after': '3' }),
			error(500, 'internal_error'),
			error(500, 'write_failed'),
			good,
		]);
		await calls[name](one);
		const waits = one.sent.slice(1).map(({ at }, index) => at - one.sent[index].at);
		expect(waits).toEqual([250, 3000, 500, 1000]);
	});

	test('a limit that was waited for leaves the tries for other trouble as they were', async () => {
		const limited = error(429, 'rate_limit', { 'retry-after': '0' });
		const failed = error(500, 'write_failed');
		const one = scene([...Array<Step>(6).fill(limited), ...Array<Step>(4).fill(failed), ok({})]);
		await calls.put(one);
		expect(one.sent).toHaveLength(11);
	});

	test('the wait of one call is bounded in all', async () => {
		const one = scene([error(503, 'maintenance', { 'retry-after': '100' })]);
		expect(await failure(calls.get(one))).toMatchObject({ tries: 2, waitedMs: 100_000 });
	});
});

describe('deleting', () => {
	const gone = error(404, 'not_found');

	test.each<[string, Step]>([
		['the connection was lost', 'ECONNRESET'],
		['the service failed', error(500, 'internal_error')],
		['a proxy failed', badGateway],
		['an answer without a body', empty],
	])('what is not found after %s is gone, and may never have been there', async (_what, step) => {
		expect(await calls.delete(scene([step, gone]))).toEqual({
			deleted: true,
			notFound: true,
			feedback_id: 7,
		});
	});

	test.each<[string, Step]>([
		['surely nothing was changed', error(500, 'write_failed')],
		['the limit was reached', error(429, 'rate_limit')],
		['nothing was sent', 'ECONNREFUSED'],
	])('what is gone after %s was never there', async (_what, step) => {
		expect((await failure(calls.delete(scene([step, gone])))).problem.kind).toBe('notFound');
	});

	test('what is not there at once was never there', async () => {
		expect((await failure(calls.delete(scene([gone])))).problem.kind).toBe('notFound');
	});

	test('an answer without a body is enough under 204', async () => {
		const answer = { status: 204, headers: {}, body: '' };
		expect(await calls.delete(scene([answer]))).toEqual({ deleted: true, feedback_id: 7 });
	});
});
