import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../nodes/shared/service/envelope';
import type { Problem } from '../../../nodes/shared/service/problems';
import { failure, keyed, said } from '../answers.mts';

const read = (status: number, body: unknown, headers: Record<string, unknown> = {}) =>
	readAnswer({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

test.each<[string, number, unknown, unknown]>([
	['an object', 200, { status: 'success', data: { id: 1 } }, { id: 1 }],
	['an array', 200, { status: 'success', data: [1] }, [1]],
	['the status alone', 200, { status: 'success' }, undefined],
	['null as data', 200, { status: 'success', data: null }, null],
	['created', 201, { status: 'success', data: { id: 1 } }, { id: 1 }],
	['unknown fields beside it', 200, { status: 'success', data: 1, tomorrow: true }, 1],
	['blank lines and marks', 200, '\uFEFF\r\n\uFEFF\n {"status":"success","data":1}\n\uFEFF', 1],
	['204', 204, '', undefined],
	['204 with a body that must not be parsed', 204, '<html>', undefined],
])('a success: %s', (_what, status, body, data) => {
	expect(read(status, body)).toMatchObject({ data });
});

describe('problems', () => {
	test.each<[string, number, unknown, Partial<Problem>]>([
		['429 in /v1', 429, said('Slow down'), { kind: 'rateLimited', message: 'Slow down' }],
		['429 as a page', 429, '<h1>Too many', { kind: 'rateLimited', message: undefined }],
		['429 with no body', 429, '', { kind: 'rateLimited', message: undefined }],
		['502 as a page', 502, '<h1>Bad gateway', { kind: 'serverFailed', message: undefined }],
		['502 in JSON of a proxy', 502, { message: 'Bad gateway' }, { message: undefined }],
		['503 with no body', 503, '', { kind: 'serverFailed' }],
		['504 in JSON of a proxy', 504, { error: 'timeout' }, { kind: 'serverFailed' }],
		['an unknown key with 500', 500, keyed('meltdown'), { kind: 'serverFailed', key: 'meltdown' }],
		['401 in /v1', 401, said('Invalid key'), { kind: 'unauthorized', message: 'Invalid key' }],
		['401 as a page', 401, 'Unauthorized', { kind: 'unauthorized' }],
		['403 as a page', 403, '<h1>Blocked', { kind: 'notTheService', status: 403 }],
		['404 in /v1', 404, said('Post not found.'), { kind: 'notFound' }],
		['404 as a page', 404, '<h1>Not found', { kind: 'notTheService', status: 404 }],
		['409 with another key', 409, keyed('conflict'), { kind: 'refused', key: 'conflict' }],
		['409 in /v1', 409, said('Merged already'), { kind: 'refused', message: 'Merged already' }],
		['408', 408, said('Too slow'), { kind: 'serverFailed', status: 408 }],
		['400 in /v1', 400, said('Invalid type'), { kind: 'refused', message: 'Invalid type' }],
		['invalid_argument', 400, keyed('invalid_argument'), { kind: 'invalid' }],
		['a known key under another status', 400, keyed('forbidden'), { kind: 'forbidden' }],
		['a known key under 200', 200, keyed('not_found'), { kind: 'notFound', status: 200 }],
		['an error under 200 with no key', 200, said('Nope'), { kind: 'refused', message: 'Nope' }],
		['an error and nothing else', 400, { status: 'error' }, { kind: 'refused' }],
		['success under 500', 500, { status: 'success', message: 'x' }, { message: undefined }],
		[
			'a known key of a success',
			400,
			{ ...keyed('not_found'), status: 'success' },
			{ kind: 'refused' },
		],
		['success under 199', 199, { status: 'success' }, { kind: 'refused' }],
		['a key of Object.prototype', 400, keyed('constructor'), { kind: 'refused' }],
		['a 200 of spaces', 200, ' \r\n', { kind: 'emptyAnswer' }],
		['truncated JSON', 200, '{"status":"success","da', { kind: 'notTheService' }],
		['null', 200, 'null', { kind: 'notTheService' }],
		['an array', 200, [{ id: 1 }], { kind: 'notTheService' }],
		['an object without a status', 200, { data: {} }, { kind: 'notTheService' }],
		['another status', 200, { status: 'ok', data: {} }, { kind: 'notTheService' }],
		['a status that is a number', 200, { status: 200 }, { kind: 'notTheService' }],
	])('%s', (_what, status, body, problem) => {
		const meaning = read(status, body) as { problem: Problem };
		expect({ message: undefined, ...meaning.problem }).toMatchObject({ status, ...problem });
	});

	test('an answer of a stranger has its content type, without what follows', () => {
		const reading = read(200, '<p>Hi', { 'content-type': 'text/html; charset=utf-8' });
		expect(reading).toMatchObject({ problem: { contentType: 'text/html' } });
		const odd = read(200, '<p>Hi', { 'content-type': 'text/6b6579' });
		expect(odd).not.toHaveProperty('problem.contentType');
	});

	test('validation_error names every field, whatever else stands among them', () => {
		const errors = [
			{ field: 'title', message: 'is required' },
			{ field: 'type' },
			{ message: 'is odd' },
			'nonsense',
			null,
		];
		expect(read(400, failure({ key: 'validation_error', errors }))).toEqual({
			problem: {
				kind: 'invalid',
				status: 400,
				key: 'validation_error',
				message: undefined,
				fields: [
					{ field: 'title', message: 'is required' },
					{ field: 'type', message: 'is not accepted' },
					{ field: '', message: 'is odd' },
				],
				retryAfterMs: undefined,
			},
		});
	});

	test('only the first refused fields are read', () => {
		const errors = Array.from({ length: 1_000 }, (_, at) => ({
			field: `f${at}`,
			message: 'is odd',
		}));
		const reading = read(400, failure({ key: 'validation_error', errors }));
		const { fields } = (reading as { problem: Problem }).problem;
		expect(fields).toEqual(errors.slice(0, 20));
	});

	const parts = (count: number) => `[${Array(count).fill('{}').join(',')}]`;
	const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);

	test.each<[string, number, string, Partial<Problem>]>([
		['many values in a success', 200, `{"data":${parts(1_000_001)}}`, { kind: 'tooLarge' }],
		['many values that end nowhere', 200, '['.repeat(2_000_001), { kind: 'tooLarge' }],
		['many errors', 400, `{"errors":${parts(1_000_001)}}`, { kind: 'notTheService' }],
		['many values under 503', 503, parts(1_000_001), { kind: 'serverFailed' }],
		['many levels in a success', 200, levels(201), { kind: 'tooDeep' }],
		['many levels under 429', 429, levels(201), { kind: 'rateLimited' }],
	])('%s: nothing but the status counts', (_what, status, body, problem) => {
		expect(read(status, body)).toMatchObject({ problem: { status, ...problem } });
	});

	test.each<[string, object, Partial<Problem>]>([
		['a key', { data: { key: 'not_found' } }, { kind: 'notFound', key: 'not_found' }],
		['a code', { data: { code: 'not_found' } }, { kind: 'notFound', key: 'not_found' }],
		['a key, and another code', { data: { key: 'a', code: 'b' } }, { key: 'a' }],
		['a code, and an empty key', { data: { key: '', code: 'b' } }, { key: 'b' }],
		['a message in data', { data: { message: 'in' } }, { message: 'in' }],
		['a message beside data', { data: {}, message: 'out' }, { message: 'out' }],
		['a message in both', { data: { message: 'in' }, message: 'out' }, { message: 'in' }],
		['an empty one in data', { data: { message: '' }, message: 'out' }, { message: 'out' }],
		['a message without data', { data: 'odd', message: 'out' }, { message: 'out' }],
	])('a refusal with %s', (_what, said, problem) => {
		expect(read(400, { status: 'error', ...said })).toMatchObject({ problem });
	});

	const names = { feature_name: 'Groups', required_plan_name: 'Business' };
	const keys = { feature: 'groups', required_plan: 'business' };
	const link = { text: 'Upgrade', url: 'https://x.example/up' };

	test.each<[string, object, feature?: string, plan?: string, action?: string]>([
		['names and keys', { ...keys, ...names }, 'Groups', 'Business'],
		['keys', keys, 'groups', 'business'],
		['nothing', {}],
		['a text to go on', { cta: 'Upgrade now' }, undefined, undefined, 'Upgrade now'],
		['a link to go on', { cta: link }, undefined, undefined, link.url],
		['words to go on', { cta: { text: 'Upgrade' } }, undefined, undefined, 'Upgrade'],
	])('upgrade_required under 200, with %s', (_what, said, feature, plan, action) => {
		const data = { code: 'upgrade_required', ...said };
		expect(read(200, failure(data))).toMatchObject({
			problem: { kind: 'upgradeRequired', status: 200, upgrade: { feature, plan, action } },
		});
	});

	test.each([
		[302, 'https://other.example/v1/posts?api_key=x#y', 'https://other.example'],
		[301, undefined, undefined],
		[307, ['https://a.example'], undefined],
		[300, 'https://a.example:8443/login', 'https://a.example:8443'],
		[301, '/login', undefined],
	])('a redirect (%d) to %j', (status, location, shown) => {
		expect(read(status, '', { location })).toEqual({
			problem: { kind: 'redirected', status, location: shown },
		});
	});
});

test.each<[unknown, number | undefined]>([
	['0', 0],
	['7', 7000],
	[' 7 ', 7000],
	[7, 7000],
	['1.5', 1500],
	['Mon, 06 May 2024 07:08:39 GMT', undefined],
	['', undefined],
	['-5', undefined],
	['5s', undefined],
	['1e3', undefined],
	['soon', undefined],
	[['7'], undefined],
	[undefined, undefined],
])('Retry-After %j', (value, ms) => {
	const reading = read(429, keyed('rate_limit'), { 'retry-after': value });
	expect((reading as { problem: Problem }).problem.retryAfterMs).toBe(ms);
});
