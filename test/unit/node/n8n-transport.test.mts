import {
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	NodeApiError,
} from 'n8n-workflow';
import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { type OutgoingRequest, TransportFailure } from '../../../nodes/shared/client/transport';
import { clock, nodeTransport } from '../../../nodes/shared/node/n8n-transport';

afterEach(() => vi.restoreAllMocks());

const node = { id: '1', name: 'Posts', type: 'feedback', parameters: {} } as unknown as INode;

const data = { baseUrl: 'https://feedback.example', apiKey: 'key' };

const outgoing = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
	method: 'POST',
	url: 'https://feedback.example/v1/post',
	body: '{"title":"x"}',
	timeoutMs: 60_000,
	...more,
});

/** n8n's helper, as far as the transport uses it. */
function withHelper(help: (options: IHttpRequestOptions) => unknown) {
	const context = {
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await help(options),
		},
		getNode: () => ({}),
	} as unknown as IExecuteFunctions;
	return { transport: nodeTransport(context, 'feedbackBearerApi', data) };
}

const axios = (code: string) => Object.assign(new Error('socket hang up'), { code });
const circle: { cause?: unknown } = {};
circle.cause = circle;

test.each<[string, unknown, string]>([
	['as n8n wraps it', new NodeApiError(node, axios('ECONNRESET') as never), 'ECONNRESET'],
	[
		'as n8n 2.0 wraps it',
		Object.assign(new NodeApiError(node, axios('ECONNREFUSED') as never), { cause: undefined }),
		'ECONNREFUSED',
	],
	['deep inside', { cause: { errorResponse: { cause: axios('EPIPE') } } }, 'EPIPE'],
	['with a code that is none', { code: 'oops!', cause: axios('ENOTFOUND') }, 'ENOTFOUND'],
	['with a code that is a number', { code: 500 }, 'UNKNOWN'],
	['with a status', { httpCode: '502' }, 'UNKNOWN'],
	['in a circle', circle, 'UNKNOWN'],
	['a text', 'lost', 'UNKNOWN'],
	['nothing at all', undefined, 'UNKNOWN'],
])('no answer: %s', async (_what, error, code) => {
	const { transport } = withHelper(() => {
		throw error;
	});
	const failure = await transport(outgoing()).catch((reason: unknown) => reason);
	expect(failure).toBeInstanceOf(TransportFailure);
	expect(failure).toMatchObject({ code });
});

const failed = (code: string, syscall?: string) => Object.assign(axios(code), { syscall });
const wrapped = (cause: unknown) => Object.assign(axios('EHOSTUNREACH'), { cause });

test.each<[string, unknown, boolean]>([
	['no way to the host, while connecting', failed('EHOSTUNREACH', 'connect'), true],
	['no way to the host, while reading', failed('EHOSTUNREACH', 'read'), false],
	['no way to the host, and no word on when', axios('EHOSTUNREACH'), false],
	['no answer while connecting', failed('ETIMEDOUT', 'connect'), true],
	['no answer', failed('ETIMEDOUT', 'read'), false],
	['as axios wraps it', wrapped(failed('EHOSTUNREACH', 'connect')), true],
	[
		'at each of several addresses',
		wrapped(new AggregateError([failed('ETIMEDOUT', 'connect'), failed('EACCES', 'connect')])),
		true,
	],
	[
		'at one of several addresses',
		wrapped(new AggregateError([failed('ETIMEDOUT', 'connect'), failed('EPIPE', 'write')])),
		false,
	],
])('%s: whether nothing was sent is known', async (_what, error, isUnsent) => {
	const { transport } = withHelper(() => {
		throw new NodeApiError(node, error as never);
	});
	await expect(transport(outgoing())).rejects.toMatchObject({ isUnsent });
});

test('the clock counts milliseconds since the epoch, and never back', () => {
	const first = clock.now();
	expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
	vi.spyOn(Date, 'now').mockReturnValue(0);
	expect(clock.now()).toBeGreaterThanOrEqual(first);
});

test('the clock ends a sleep with its signal, at once where that has ended before, and leaves nothing behind', async () => {
	const cancel = new AbortController();
	await clock.sleep(1, cancel.signal);
	const sleeping = clock.sleep(3_600_000, cancel.signal);
	cancel.abort();
	await sleeping;
	await clock.sleep(3_600_000, cancel.signal);
	expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
});
