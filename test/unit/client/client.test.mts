import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from '../../../nodes/shared/client/client';
import { isFailureOf, ServiceFailure } from '../../../nodes/shared/client/failures';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { path } from '../../../nodes/shared/client/path';
import { PATIENT, PROMPT } from '../../../nodes/shared/client/retry';
import { TransportFailure } from '../../../nodes/shared/client/transport';
import { changelogUpdate } from '../../../nodes/shared/service/changelog-updates';
import { group } from '../../../nodes/shared/service/groups';
import { postMetadata } from '../../../nodes/shared/service/post-metadata';
import { post, postList } from '../../../nodes/shared/service/posts';
import type { ProblemKind } from '../../../nodes/shared/service/problems';
import { vote } from '../../../nodes/shared/service/votes';
import { VirtualClock } from '../virtual-clock.mts';
import { error, ok, scene, type Scene, type Step } from './scripted-transport.mts';

const failure = async (call: Promise<unknown>): Promise<ServiceFailure> => {
	const outcome = await call.then(
		(value) => value,
		(reason: unknown) => reason,
	);
	expect(outcome).toBeInstanceOf(ServiceFailure);
	return outcome as ServiceFailure;
};

const calls = {
	get: ({ client }: Scene) => client.get(path`/v1/post/${7}`, post),
	put: ({ client }: Scene) => client.put(path`/v1/post/${7}`, { title: 'x' }, post),
	remove: ({ client }: Scene) => client.remove(path`/v1/post/${7}`, post),
	create: ({ client }: Scene) =>
		client.post({ path: path`/v1/post`, body: { title: 'x', type: 'y' } }, post),
	vote: ({ client }: Scene) =>
		client.post({ path: path`/v1/post/${7}/vote`, body: { vote: 1 }, repeatable: true }, vote, {
			feedback_id: 7,
		}),
	list: ({ client }: Scene) => client.page(postList, 0, {}),
};
type CallName = keyof typeof calls;
const everyCall = Object.keys(calls) as CallName[];
const safeCalls = everyCall.filter((name) => name !== 'create');

const html: Step = { status: 200, headers: {}, body: '<!doctype html><h1>Garden</h1>' };
const empty: Step = { status: 200, headers: {}, body: '' };
const badGateway: Step = { status: 502, headers: {}, body: '<h1>Bad gateway</h1>' };

describe('how often a request is sent when the service never gets better', () => {
	test.each<[string, Step, ProblemKind, safe: number, create: number]>([
		['429', error(429, 'rate_limit'), 'rateLimited', 9, 9],
		['429, come back at once', error(429, 'x', { 'retry-after': '0' }), 'rateLimited', 9, 9],
		['429, come back in an hour', error(429, 'x', { 'retry-after': '3600' }), 'rateLimited', 1, 1],
		['write_failed', error(500, 'write_failed'), 'writeFailed', 5, 5],
		['internal_error', error(500, 'internal_error'), 'serverFailed', 5, 1],
		['502', badGateway, 'serverFailed', 5, 1],
		['408', { status: 408, headers: {}, body: '' }, 'serverFailed', 5, 1],
		['connection lost', 'ECONNRESET', 'connectionLost', 5, 1],
		['no answer in time', 'ETIMEDOUT', 'connectionLost', 5, 1],
		['a success without a body', empty, 'emptyAnswer', 5, 1],
		['unheard-of trouble', 'UNKNOWN', 'connectionLost', 5, 1],
		['refused connection', 'ECONNREFUSED', 'unreachable', 5, 5],
		['unknown host', 'ENOTFOUND', 'unreachable', 5, 5],
		['bad certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unreachable', 5, 5],
		['a header that cannot be sent', 'ERR_INVALID_CHAR', 'unreachable', 5, 5],
		['401', error(401, 'unauthorized'), 'unauthorized', 1, 1],
		['403', error(403, 'forbidden'), 'forbidden', 1, 1],
		['404', error(404, 'not_found'), 'notFound', 1, 1],
		['409', error(409, 'identifier_taken'), 'identifierTaken', 1, 1],
		['400', error(400, 'validation_error'), 'invalid', 1, 1],
		['upgrade_required', error(200, 'upgrade_required'), 'upgradeRequired', 1, 1],
		['HTML', html, 'notTheService', 1, 1],
		['a redirect', { status: 302, headers: {}, body: '' }, 'redirected', 1, 1],
	])('%s', async (_what, step, kind, safe, create) => {
		for (const name of everyCall) {
			const one = scene([step]);
			const { problem, tries, waitedMs } = await failure(calls[name](one));
			expect(problem.kind, name).toBe(kind);
			expect(one.sent.length, name).toBe(name === 'create' ? create : safe);
			expect(tries, name).toBe(one.sent.length);
			expect(waitedMs, name).toBeLessThanOrEqual(PATIENT.waitMs);
			expect(waitedMs, name).toBe(one.sent.at(-1)!.at - one.sent[0].at);
			const requests = one.sent.map(({ method, url, body }) => `${method} ${url} ${body}`);
			expect(new Set(requests).size, name).toBe(1);
		}
	});
});

describe('whether it may have been applied', () => {
	test.each<[Step, boolean]>([
		['ECONNRESET', true],
		[error(500, 'internal_error'), true],
		[badGateway, true],
		[html, true],
		[ok({ message: 'Done' }), true],
		[empty, true],
		[error(500, 'write_failed'), false],
		[error(429, 'rate_limit'), false],
		['ECONNREFUSED', false],
		[error(400, 'validation_error'), false],
		[error(401, 'unauthorized'), false],
	])('%j', async (step, doubt) => {
		const { mayHaveBeenApplied } = await failure(calls.create(scene([step])));
		expect(mayHaveBeenApplied).toBe(doubt);
	});

	test('also of what may be repeated, and never of what only reads', async () => {
		expect((await failure(calls.vote(scene(['ECONNRESET'])))).mayHaveBeenApplied).toBe(true);
		expect((await failure(calls.get(scene(['ECONNRESET'])))).mayHaveBeenApplied).toBe(false);
	});

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

	test.each([undefined, new DOMException('', 'TimeoutError')])(
		'not of what stood in line when the execution was ended by %j',
		async (reason) => {
			const one = scene([ok({})], { signal: AbortSignal.abort(reason) });
			expect((await failure(calls.create(one))).mayHaveBeenApplied).toBe(false);
		},
	);

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

describe('a change that reaches people', () => {
	const announce = ({ client }: Scene) =>
		client.put(path`/v1/update/${7}`, { notify: true }, changelogUpdate, { repeatable: false });

	test.each<[string, Step, number]>([
		['may have been applied', 'ECONNRESET', 1],
		['may have been applied, says the service', error(500, 'internal_error'), 1],
		['was surely not applied', error(500, 'write_failed'), 5],
		['was refused for now', error(429, 'x', { 'retry-after': '0' }), 9],
		['was never sent', 'ECONNREFUSED', 5],
	])('and %s', async (_what, step, times) => {
		const one = scene([step]);
		const { mayHaveBeenApplied } = await failure(announce(one));
		expect(one.sent).toHaveLength(times);
		expect(mayHaveBeenApplied).toBe(times === 1);
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
		expect(await calls.remove(scene([step, gone]))).toEqual({
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
		expect((await failure(calls.remove(scene([step, gone])))).problem.kind).toBe('notFound');
	});

	test('what is not there at once was never there', async () => {
		expect((await failure(calls.remove(scene([gone])))).problem.kind).toBe('notFound');
	});

	test('204 is enough', async () => {
		const answer = { status: 204, headers: {}, body: '' };
		expect(await calls.remove(scene([answer]))).toEqual({ deleted: true, feedback_id: 7 });
	});
});

describe('what came back', () => {
	test.each<[CallName, unknown, unknown]>([
		['get', { feedback_id: '7', new_field: 1 }, { feedback_id: 7, new_field: 1 }],
		['put', { feedback_id: '7' }, { feedback_id: 7 }],
		['put', { message: 'Saved' }, { feedback_id: 7, message: 'Saved' }],
		['put', undefined, { feedback_id: 7 }],
		['create', { feedback_id: '8', message: 'x' }, { feedback_id: 8, message: 'x' }],
		['vote', undefined, { feedback_id: 7 }],
		['vote', [], { feedback_id: 7 }],
		['remove', 'anything', { deleted: true, feedback_id: 7 }],
	])('%s: %j', async (name, data, record) => {
		expect(await calls[name](scene([ok(data)]))).toEqual(record);
	});

	const metadata = ({ client }: Scene) =>
		client.getAny(path`/v1/post/${7}/meta`, postMetadata, { feedback_id: 7 });

	test.each<[unknown, unknown[]]>([
		[{ key: 'a', value: '1' }, [{ feedback_id: 7, key: 'a', value: '1' }]],
		[
			[{ key: 'a' }, { feedback_id: '8', key: 'b' }],
			[
				{ feedback_id: 7, key: 'a' },
				{ feedback_id: 8, key: 'b' },
			],
		],
		[[], [{ feedback_id: 7 }]],
		[{}, [{ feedback_id: 7 }]],
	])('one record or several: %j', async (data, records) => {
		const one = scene([ok(data)]);
		expect(await metadata(one)).toEqual(records);
		expect(one.sent).toMatchObject([
			{ method: 'GET', url: 'https://feedback.example/v1/post/7/meta' },
		]);
	});

	test.each<unknown>([undefined, null, 'text', 5, [1], [{ key: 'a' }, null]])(
		'neither one record nor several: %j is incomplete',
		async (data) => {
			expect((await failure(metadata(scene([ok(data)])))).problem).toEqual({
				kind: 'incomplete',
				status: 200,
			});
		},
	);

	test('a failure is told by its kind, and by nothing else', async () => {
		const failed = await failure(calls.get(scene([error(404, 'not_found')])));
		expect(isFailureOf(failed, 'notFound')).toBe(true);
		expect(isFailureOf(failed, 'forbidden', 'notFound')).toBe(true);
		expect(isFailureOf(failed, 'forbidden')).toBe(false);
		expect(isFailureOf({ problem: { kind: 'notFound' } }, 'notFound')).toBe(false);
	});

	test.each<[CallName, unknown]>([
		['get', undefined],
		['get', null],
		['get', []],
		['get', {}],
		['get', 'text'],
		['get', { padding: 'x' }],
		['create', undefined],
		['create', {}],
		['create', [1]],
		['create', { message: 'Created' }],
		['list', undefined],
		['list', {}],
		['list', { items: null }],
		['list', { items: [null] }],
	])('%s: %j is incomplete', async (name, data) => {
		expect((await failure(calls[name](scene([ok(data)])))).problem.kind).toBe('incomplete');
	});
});

describe('requests', () => {
	test('a query has what is filled in, encoded', async () => {
		const one = scene([ok({ items: {} })]);
		const query = { search: 'a&b=ä /', owner: '', segment: undefined, per_page: 100 };
		await one.client.page(postList, 2, query);
		expect(one.sent[0].url).toBe(
			'https://feedback.example/v1/posts?type=all&filter=all&search=a%26b%3D%C3%A4%20%2F&per_page=100&page=2',
		);
		expect(one.sent[0]).toMatchObject({ method: 'GET' });
		expect(one.sent[0].body).toBeUndefined();
	});

	test('the same words with another status are no page', async () => {
		const { body } = ok({ items: {} });
		const one = scene([
			{ status: 200, headers: {}, body },
			{ status: 403, headers: {}, body },
		]);
		await one.client.page(postList, 0, {});
		const refused = one.client.page(postList, 0, {});
		expect((await failure(refused)).problem.kind).toBe('forbidden');
	});

	test('those to /v2 keep the limit of /v2, and all others that of /v1', async () => {
		const asked: string[] = [];
		const one = scene([ok({ feedback_id: 7, group_id: 1, id: 'a' })]);
		const rateLimiter = (namespace: 'v1' | 'v2') => {
			asked.push(namespace);
			return one.rateLimiter;
		};
		const other = scene([ok({ feedback_id: 7, group_id: 1, id: 'a' })], { rateLimiter });
		await calls.get(other);
		expect(new Set(asked.splice(0))).toEqual(new Set(['v1']));
		await other.client.get(path`/v2/groups/${1}`, group);
		expect(new Set(asked)).toEqual(new Set(['v2']));
	});

	test.each([
		['https://feedback.example', 'feedback.example:443'],
		['http://localhost', 'localhost:80'],
		['https://feedback.example:8443/api', 'feedback.example:8443'],
	])('a failure of %s says that %s was asked, and what it said', async (baseUrl, host) => {
		const failed = await failure(calls.get(scene([error(403, 'forbidden')], { baseUrl })));
		expect(failed.call).toMatchObject({ method: 'GET', host });
		expect(failed.message).toBe('In its own words');
		expect((await failure(calls.get(scene([ok({})], { baseUrl })))).message).toBe('incomplete');
	});

	test('every request has a minute', async () => {
		const one = scene([ok({ feedback_id: 7 })]);
		await calls.get(one);
		expect(one.sent[0].timeoutMs).toBe(60_000);
	});
});

describe('secrets', () => {
	const secrets = ['s3cret', 's3cret+more', 'czNjcmV0Og'];

	test('are nowhere in a failure, wherever the service echoes them', async () => {
		const echo = {
			key: 'validation_error',
			message: 'Key s3cret+more and s3cret are Basic czNjcmV0Og==',
			errors: [{ field: 's3cret', message: 'is czNjcmV0Og' }],
		};
		const steps: Step[] = [
			{ status: 400, headers: {}, body: JSON.stringify({ status: 'error', data: echo }) },
			{ status: 200, headers: {}, body: `<p>${'x'.repeat(490)} s3cret+more</p>` },
			{ status: 302, headers: { location: 'https://other.example/s3cret' }, body: '' },
		];
		for (const step of steps) {
			const shown = JSON.stringify(
				await failure(calls.create(scene([step], { secrets: () => secrets }))),
			);
			expect(shown).not.toMatch(/s3c|czNj|\+more/);
			expect(shown).toContain('***');
		}
	});

	test('are taken out before a long text is cut', async () => {
		for (let before = 480; before <= 505; before++) {
			const body = `${'x'.repeat(before)}s3cret+more`;
			const one = scene([{ status: 200, headers: {}, body }], { secrets: () => secrets });
			const { problem } = await failure(calls.get(one));
			expect(problem.message).not.toMatch(/s3/);
			expect(problem.message!.length).toBeLessThanOrEqual(501);
		}
	});

	test('a key that is a word of ours changes nothing but what the service said', async () => {
		const one = scene([error(404, 'not_found', {}, 'not found')], { secrets: () => ['not', 'e'] });
		expect((await failure(calls.get(one))).problem).toMatchObject({
			kind: 'notFound',
			message: '*** found',
		});
	});

	test('a flood of field errors is bounded', async () => {
		const errors = Array.from({ length: 10_000 }, () => ({ field: 'x', message: 'y'.repeat(999) }));
		const data = { key: 'validation_error', errors };
		const body = JSON.stringify({ status: 'error', data });
		const { problem } = await failure(calls.create(scene([{ status: 400, headers: {}, body }])));
		expect(problem.fields).toHaveLength(50);
		expect(JSON.stringify(problem).length).toBeLessThan(50_000);
	});
});

/** Answers when the test says so. */
function held() {
	const waiting: Array<() => void> = [];
	const script = async () =>
		await new Promise<ReturnType<typeof ok>>((resolve) =>
			waiting.push(() => resolve(ok({ feedback_id: 1 }))),
		);
	return { script, release: () => waiting.shift()!() };
}

describe('writes side by side', () => {
	const titles = ({ sent }: Scene) =>
		sent.map(({ body, url }) => (JSON.parse(body ?? '{}') as { title?: string }).title ?? url);

	test('those that change the same thing go one after the other, in the order asked', async () => {
		const { script, release } = held();
		const one = scene(script);
		const put = (id: number, title: string) =>
			one.client.put(path`/v1/post/${id}`, { title }, post);
		const all = [put(1, 'a'), put(1, 'b'), put(2, 'c'), put(1, 'd')];
		await turn();
		expect(titles(one)).toEqual(['a', 'c']);
		release();
		await all[0];
		await turn();
		expect(titles(one)).toEqual(['a', 'c', 'b']);
		release();
		release();
		await Promise.all(all.slice(0, 3));
		await turn();
		release();
		await all[3];
		expect(titles(one)).toEqual(['a', 'c', 'b', 'd']);
	});

	test('what belongs to a thing waits for the thing, also after a failure', async () => {
		const one = scene([error(400, 'validation_error'), ok({ feedback_id: 1 })]);
		const update = one.client.put(path`/v1/post/${1}`, { title: 'a' }, post);
		const voting = one.client.post(
			{ path: path`/v1/post/${'1'}/vote`, body: { vote: 1 }, repeatable: true },
			vote,
			{ feedback_id: 1 },
		);
		await expect(update).rejects.toThrow();
		await voting;
		expect(one.sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
	});

	test('a new one waits for the one before it, and not for the first, which is over', async () => {
		const { script, release } = held();
		const one = scene(script);
		const put = (title: string) => one.client.put(path`/v1/post/${1}`, { title }, post);
		const [first, second] = [put('a'), put('b')];
		await turn();
		release();
		await first;
		const third = put('c');
		await turn();
		expect(titles(one)).toEqual(['a', 'b']);
		release();
		await second;
		await turn();
		expect(titles(one)).toEqual(['a', 'b', 'c']);
		release();
		await third;
	});

	test('parts of one thing go side by side, each in its own order', async () => {
		const { script, release } = held();
		const one = scene(script);
		const voting = (user: number, at = 1) => {
			const body = { title: `${user} on ${at}`, vote: 1, user_id: user };
			const call = { path: path`/v1/post/${at}/vote`, body, conflictKey: `user ${user}` };
			return one.client.post(call, vote, { feedback_id: at });
		};
		const all = [voting(1), voting(2), voting(1), voting(1, 2)];
		await turn();
		expect(titles(one)).toEqual(['1 on 1', '2 on 1', '1 on 2']);
		release();
		await all[0];
		await turn();
		expect(titles(one)).toHaveLength(4);
		for (let left = 3; left > 0; left--) release();
		await Promise.all(all);
	});

	test('creates go side by side, unless they say what they change', async () => {
		const { script, release } = held();
		const one = scene(script);
		const create = (id: string, conflictKey?: string) =>
			one.client.post({ path: path`/v2/groups`, body: { id }, conflictKey }, group, {
				group_id: 1,
			});
		const all = [create('a'), create('b'), create('c', 'group c'), create('c', 'group c')];
		await turn();
		expect(one.sent).toHaveLength(3);
		release();
		release();
		release();
		await Promise.all(all.slice(0, 3));
		await turn();
		expect(one.sent).toHaveLength(4);
		release();
		await Promise.all(all);
	});

	test('reads wait for nobody', async () => {
		const { script, release } = held();
		const one = scene(script);
		const all = [calls.put(one), calls.get(one), calls.get(one)];
		await turn();
		expect(one.sent).toHaveLength(3);
		all.forEach(release);
		await Promise.all(all);
	});
});

describe('cancelling', () => {
	test('ends a wait for the next try at once, and sends nothing more', async () => {
		const { signal, abort } = cancellation();
		const one = scene([error(500, 'write_failed')], { signal }, frozen());
		const call = failure(calls.put(one));
		await turn();
		expect(one.sent).toHaveLength(1);
		abort();
		expect(await call).toMatchObject({ problem: { kind: 'cancelled' }, tries: 1 });
		expect(one.sent).toHaveLength(1);
	});

	test('ends a pause at the limit at once', async () => {
		const { signal, abort } = cancellation();
		const one = scene([error(429, 'rate_limit', { 'retry-after': '50' })], { signal }, frozen());
		const call = failure(calls.get(one));
		await turn();
		abort();
		expect((await call).problem.kind).toBe('cancelled');
		expect(one.sent).toHaveLength(1);
	});

	test('ends calls that stand in line behind others at once', async () => {
		const { script, release } = held();
		const { signal, abort } = cancellation();
		const one = scene(script, { signal });
		const [first, second] = [calls.put(one), failure(calls.put(one))];
		await turn();
		abort();
		release();
		await first;
		expect(await second).toMatchObject({ problem: { kind: 'cancelled' }, tries: 0 });
		expect(one.sent).toHaveLength(1);
	});

	test('an answer that came all the same is kept', async () => {
		const { script, release } = held();
		const { signal, abort } = cancellation();
		const one = scene(script, { signal });
		const call = calls.create(one);
		await turn();
		abort();
		release();
		expect(await call).toEqual({ feedback_id: 1 });
	});

	test.each(['the client', 'the call'])(
		'a signal of %s ends the request under way',
		async (whose) => {
			const [ofClient, ofCall] = [cancellation(), cancellation()];
			const one = scene(
				async ({ signal }) =>
					await new Promise((_resolve, reject) =>
						signal?.addEventListener('abort', () =>
							reject(new TransportFailure('ABORTED', 'ended')),
						),
					),
				{ signal: ofClient.signal },
			);
			const call = failure(one.client.page(postList, 0, {}, { signal: ofCall.signal }));
			await turn();
			(whose === 'the client' ? ofClient : ofCall).abort();
			expect(await call).toMatchObject({ problem: { kind: 'cancelled' }, tries: 1 });
		},
	);

	test('sends nothing when it came first', async () => {
		const one = scene([ok({ feedback_id: 1 })], { signal: AbortSignal.abort() });
		expect((await failure(calls.get(one))).problem.kind).toBe('cancelled');
		expect(one.sent).toEqual([]);
	});

	test('time that ran out reads like a service that did not answer', async () => {
		const signal = AbortSignal.abort(new DOMException('', 'TimeoutError'));
		const one = scene([ok({})], { signal });
		expect((await failure(calls.get(one))).problem).toMatchObject({
			kind: 'connectionLost',
			key: 'ETIMEDOUT',
		});
	});
});

describe('a service that asks to wait', () => {
	const limited = (seconds: number) => error(429, 'rate_limit', { 'retry-after': `${seconds}` });

	test('makes whoever comes meanwhile wait, or be told', async () => {
		const one = scene([ok({ feedback_id: 7 })]);
		one.rateLimiter.pause(50_000);
		const start = one.clock.now();
		await calls.get(one);
		expect(one.sent[0].at - start).toBe(50_000);
		const other = scene([ok({})], { patience: PROMPT }, one.clock, one.rateLimiter);
		one.rateLimiter.pause(40_000);
		expect(await failure(calls.get(other))).toMatchObject({
			problem: { kind: 'rateLimited', retryAfterMs: 40_000 },
			tries: 0,
		});
	});

	test('for longer than a minute makes only the call wait that was told so', async () => {
		const one = scene([limited(100), ok({ feedback_id: 7 })]);
		const start = one.clock.now();
		const call = calls.get(one);
		while (one.sent.length === 0) await turn();
		const other = scene([ok({ feedback_id: 7 })], {}, one.clock, one.rateLimiter);
		await calls.get(other);
		expect(other.sent[0].at - start).toBe(60_000);
		await call;
		expect(one.sent[1].at - start).toBe(100_000);
	});

	test('for an hour fails the call at once, with the time asked for, and holds others back for a minute', async () => {
		const one = scene([limited(3600)]);
		expect(await failure(calls.get(one))).toMatchObject({
			problem: { kind: 'rateLimited', retryAfterMs: 3_600_000 },
			tries: 1,
			waitedMs: 0,
		});
		expect(one.rateLimiter.heldMs()).toBe(60_000);
	});

	test('is heard by whoever serves the workspace by then', async () => {
		const clock = new VirtualClock();
		const [former, other] = [new RateLimiter(clock), new RateLimiter(clock)];
		let current = former;
		const answers = [error(500, 'write_failed'), limited(7), ok({ feedback_id: 7 })];
		const script = async () => {
			const answer = answers[one.sent.length - 1];
			if (one.sent.length === 1) {
				current = other;
				other.pause(5000);
			}
			return await Promise.resolve(answer);
		};
		const one = scene(script, { rateLimiter: () => current }, clock);
		const start = clock.now();
		await calls.put(one);
		expect(one.sent.map(({ at }) => at - start)).toEqual([0, 5000, 12_000]);
		expect(former.heldMs()).toBe(0);
	});

	test('lets another execution go when it is over, then whoever was refused, and executions take turns otherwise', async () => {
		const answers = [limited(5)];
		const script = () => answers.shift() ?? ok({ feedback_id: 7 });
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
		const [one, other] = [
			scene(script, {}, clock, rateLimiter),
			scene(script, {}, clock, rateLimiter),
		];
		const order: string[] = [];
		const get = async ({ client }: Scene, name: string) => {
			await client.get(path`/v1/post/${7}`, post);
			order.push(name);
		};
		const refused = get(one, 'refused');
		while (one.sent.length === 0) await turn();
		await Promise.all([
			refused,
			get(other, 'a1'),
			get(other, 'a2'),
			get(other, 'a3'),
			get(one, 'b'),
		]);
		expect(order).toEqual(['a1', 'refused', 'b', 'a2', 'a3']);
	});

	test.each<Step>([
		error(500, 'write_failed'),
		error(503, 'x', { 'retry-after': '7' }),
		'ECONNREFUSED',
	])('makes nobody else wait where it is not the limit: %j', async (step) => {
		const one = scene([step]);
		await failure(calls.get(one));
		expect(one.rateLimiter.heldMs()).toBe(0);
	});

	test('holds others back also when the call was at its last try', async () => {
		const one = scene([limited(3)], { patience: { ...PATIENT, triesAtLimit: 1 } });
		await failure(calls.get(one));
		expect(one.sent).toHaveLength(1);
		expect(one.rateLimiter.heldMs()).toBe(3000);
	});
});

describe('time', () => {
	/** A service that answers, or fails, only after so long; the time-out of the transport ends it. */
	const slow = (ms: number, step: Step, options: Partial<ClientOptions> = {}): Scene => {
		const one = scene(async ({ timeoutMs }) => {
			await one.clock.sleep(Math.min(ms, timeoutMs));
			if (ms > timeoutMs) throw new TransportFailure('ETIMEDOUT', 'No answer came in time');
			if (typeof step === 'string') throw new TransportFailure(step, 'failed');
			return step;
		}, options);
		return one;
	};

	test.each<[string, number, Step]>([
		['never answers', Number.POSITIVE_INFINITY, 'ETIMEDOUT'],
		['fails slowly', 50_000, error(500, 'internal_error')],
		['is at its limit, and slow to say so', 20_000, error(429, 'rate_limit')],
		['asks to wait again and again', 20_000, error(503, 'x', { 'retry-after': '40' })],
	])('a call to a service that %s ends within three minutes', async (_what, ms, step) => {
		const one = slow(ms, step);
		const start = one.clock.now();
		await failure(calls.get(one));
		expect(one.clock.now() - start).toBeLessThanOrEqual(180_000);
		expect(one.sent.length).toBeGreaterThan(1);
		for (const { at, timeoutMs } of one.sent) {
			expect(timeoutMs).toBeGreaterThanOrEqual(10_000);
			expect(timeoutMs).toBe(Math.min(60_000, start + 180_000 - at));
		}
	});

	test('a time-out of its own is kept to', async () => {
		const one = slow(Number.POSITIVE_INFINITY, 'ETIMEDOUT', { timeoutMs: 7_000 });
		await failure(calls.get(one));
		expect(one.sent.map(({ timeoutMs }) => timeoutMs)).toEqual(Array(5).fill(7_000));
	});

	test('standing in line behind others is not counted', async () => {
		const rateLimiter = (clock: VirtualClock) =>
			new RateLimiter(clock, { requests: 1, windowMs: 200_000 });
		const clock = new VirtualClock();
		const one = scene([ok({ feedback_id: 7 })], {}, clock, rateLimiter(clock));
		await Promise.all([calls.get(one), calls.get(one)]);
		expect(one.sent).toHaveLength(2);
	});
});

function cancellation() {
	const controller = new AbortController();
	return { signal: controller.signal, abort: () => controller.abort() };
}

/** A clock that stands still: whoever waits goes on only by being cancelled. */
function frozen(): VirtualClock {
	const clock = new VirtualClock();
	void clock.during(async () => await new Promise(() => undefined));
	return clock;
}
