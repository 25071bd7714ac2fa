import type { ICredentialTestFunctions } from 'n8n-workflow';
import { beforeEach, expect, test, vi } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { failure, success } from '../answers.mts';
import { ownTimeInEachTest } from '../own-time.mts';

ownTimeInEachTest();
// By chance a wait can be longer than a person waits.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

const { credentialTest } = new Feedback().methods;

interface Step {
	status: number;
	data?: unknown;
	key?: string;
	headers?: object;
	page?: string;
}

/** Tests a credential at a service that answers by the script; its last step is repeated. */
async function verdict(name: string, steps: Step[], apiKey = 'good-key', postAddress = '') {
	const sent: Array<{ uri: string; authorization: string }> = [];
	const request = async (options: { uri: string; headers: { Authorization: string } }) => {
		sent.push({ uri: options.uri, authorization: options.headers.Authorization });
		const step = steps[Math.min(sent.length, steps.length) - 1];
		const { status, data, key, headers = {}, page } = step;
		const envelope = key === undefined ? success(data) : failure({ key });
		return await Promise.resolve({
			statusCode: status,
			headers,
			body: page ?? JSON.stringify(envelope),
		});
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const data = { baseUrl: 'https://feedback.example', apiKey, allowHttp: false, postAddress };
	const result = await credentialTest[name].call(context, {
		id: '1',
		name: 'Mine',
		type: 'feedbackBearerApi',
		data,
	});
	return { ...result, sent };
}

const good: Step = { status: 200, data: { items: [], has_more: false } };
const limited = (seconds: number): Step => ({
	status: 429,
	key: 'rate_limit',
	headers: { 'retry-after': `${seconds}` },
});

test.each([
	['testFeedbackBearer', 'good-key', 'Bearer good-key'],
	['testFeedbackBasic', 'good-key', `Basic ${Buffer.from('good-key:').toString('base64')}`],
	['testFeedbackBearer', ' Bearer  good-key\n', 'Bearer good-key'],
	// The longest that is taken.
	['testFeedbackBearer', 'k'.repeat(1_000), `Bearer ${'k'.repeat(1_000)}`],
])('%s: a good key is OK, and one post is asked for', async (name, apiKey, authorization) => {
	const { status, message, sent } = await verdict(name, [good], apiKey);
	expect({ status, message }).toEqual({
		status: 'OK',
		message: 'The service accepted the API key',
	});
	expect(sent).toHaveLength(1);
	expect(sent[0].authorization).toBe(authorization);
	expect(sent[0].uri).toMatch(/^https:\/\/feedback\.example\/v1\/posts\?.*per_page=1&page=0$/);
});

test.each<[string, Step[], 'OK' | 'Error', requests: number, RegExp]>([
	[
		'trouble of the service, which a person may try again',
		[{ status: 500, key: 'internal_error' }, good],
		'Error',
		1,
		/failed \(HTTP 500\)/,
	],
	['a limit that passes', [limited(1), good], 'OK', 2, /accepted/],
	['a limit that does not', [limited(1)], 'Error', 4, /limit/],
	['a wrong key', [{ status: 401, key: 'unauthorized' }], 'Error', 1, /rejected/],
	['a missing permission', [{ status: 403, key: 'forbidden' }], 'Error', 1, /not allowed/],
	['an hour to wait', [limited(3600)], 'Error', 1, /asks to wait 3600 s/],
])('%s', async (_what, steps, status, requests, message) => {
	const outcome = await verdict('testFeedbackBearer', steps);
	expect(outcome.status).toBe(status);
	expect(outcome.message).toMatch(message);
	expect(outcome.sent).toHaveLength(requests);
});

const refusal = (status: number, said: object): Step => ({
	status,
	page: JSON.stringify({ status: 'error', ...said }),
});

test.each<[string, Step, RegExp]>([
	['a page', { status: 200, page: '<h1>inner secret</h1>' }, /HTTP 200/],
	['a page of an error', { status: 500, page: 'inner secret' }, /HTTP 500/],
	['a refusal', { status: 401, page: '{"detail":"inner secret"}' }, /rejected/],
	['a redirect', { status: 302, headers: { location: 'http://inner.secret/' } }, /redirected/],
	[
		'a content type',
		{ status: 200, page: 'a', headers: { 'content-type': 'inner/secret' } },
		/200/,
	],
	['a message', refusal(403, { message: 'inner secret' }), /not allowed.*\.\nThe user of the key/],
	['a key', refusal(400, { data: { key: 'inner_secret', message: 'inner' } }), /refused.*400/],
	[
		'fields',
		refusal(400, {
			data: { key: 'validation_error', errors: [{ field: 'inner', message: 'secret' }] },
		}),
		/refused.*400/,
	],
	[
		'a plan',
		refusal(200, {
			data: { code: 'upgrade_required', feature: 'inner', required_plan: 'secret', cta: 'inner' },
		}),
		/not included in your plan/,
	],
])('nothing is quoted of an answer, whoever sends it: %s', async (_what, step, says) => {
	const { status, message } = await verdict('testFeedbackBearer', [step]);
	expect(status).toBe('Error');
	expect(message).toMatch(says);
	expect(message).not.toMatch(/inner|secret/);
});

test('a Post Address without {id} is refused, and nothing is sent', async () => {
	for (const name of ['testFeedbackBearer', 'testFeedbackBasic']) {
		const address = 'https://a.example/post/1042';
		expect(await verdict(name, [good], 'good-key', address)).toEqual({
			status: 'Error',
			message:
				'The Post Address in the credential must contain {id} once, in place of the ID of a post. Enter one such as https://feedback.example.com/post/{id}',
			sent: [],
		});
		expect(await verdict(name, [good], 'good-key', `${address}-{id}`)).toMatchObject({
			status: 'OK',
		});
	}
});

test('is not held back by a limit that was met before', async () => {
	await verdict('testFeedbackBearer', [limited(3600)]);
	expect((await verdict('testFeedbackBearer', [good])).status).toBe('OK');
});
