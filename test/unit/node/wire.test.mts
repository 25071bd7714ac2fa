// The transport over n8n's own HTTP library: what leaves the machine, and what comes of what comes back. At the border
// stands nock, which refuses every request that no test has announced.
import nock from 'nock';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OutgoingRequest, TransportFailure } from '../../../nodes/shared/client/transport';
import { schemes } from '../../../nodes/shared/node/credential';
import { inCredentialTest, inNode } from './n8n-http.mts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
	nock.abortPendingRequests();
	nock.cleanAll();
});
afterAll(() => nock.restore());

const HOST = 'https://api.example.com';
const apiKey = 'key-of-nobody';
// With All, the credential forbids no redirect: the transport has to.
const data = { apiKey, baseUrl: HOST };

const ways = [
	['a node with a Bearer Token', () => inNode(data), `Bearer ${apiKey}`],
	['a node with Basic Auth', () => inNode(data, 'feedbackBasicApi'), schemes.basic(apiKey)],
	['the test of a credential', () => inCredentialTest(data), `Bearer ${apiKey}`],
] as const;

const reading = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
	method: 'GET',
	url: `${HOST}/v1/posts?search=a%26b&page=0`,
	timeoutMs: 60_000,
	...more,
});
const writing = (body: string) => reading({ method: 'PUT', url: `${HOST}/v1/post/7`, body });

/** Announces one request, and gives what arrives. */
function announced(method: string, path: string) {
	const seen: { headers?: Headers; body?: string } = {};
	nock(HOST)
		.intercept(path, method)
		.reply(200, '{"status":"success"}')
		.on('request', (request: Request, _interceptor, body: string) => {
			Object.assign(seen, { headers: request.headers, body });
		});
	return seen;
}

describe.each(ways)('%s', (_what, transportOf, authorization) => {
	const transport = transportOf();

	test('asks for what it should, with the key in its header alone', async () => {
		const seen = announced('GET', '/v1/posts?search=a%26b&page=0');
		await transport(reading());
		expect(seen.headers!.get('accept')).toBe('application/json');
		expect(seen.headers!.get('authorization')).toBe(authorization);
		expect(seen.headers!.has('content-type')).toBe(false);
		expect(seen.body).toBe('');
	});

	test.each<[number, string, Record<string, string>]>([
		[200, '{"status":"success","data":{"feedback_id":9007199254740993}}', {}],
		[204, '', {}],
		[401, '{"status":"error"}', {}],
		[404, '<h1>Not found</h1>', { 'content-type': 'text/html' }],
		[429, '', { 'retry-after': '7' }],
		[500, '{"status":"err', { 'content-type': 'application/json' }],
	])('gives an answer under %i as it came', async (status, body, headers) => {
		nock(HOST).get('/v1/posts?search=a%26b&page=0').reply(status, body, headers);
		const answer = await transport(reading());
		expect(answer).toMatchObject({ status, body, headers });
	});

	test('keeps characters that arrive in two pieces', async () => {
		const body = '{"title":"Ä☃😀"}';
		async function* inPieces() {
			for (const byte of Buffer.from(body)) yield await setImmediate(Buffer.from([byte]));
		}
		nock(HOST)
			.get(/./)
			.reply(200, () => Readable.from(inPieces()));
		expect((await transport(reading())).body).toBe(body);
	});

	test.each([301, 302, 307])(
		'follows no redirect (%i), which would take the key along',
		async (status) => {
			const elsewhere = nock('https://elsewhere.example.com').get('/').reply(200);
			nock(HOST)
				.get('/v1/posts?search=a%26b&page=0')
				.reply(status, '', { location: 'https://elsewhere.example.com/' });
			expect(await transport(reading())).toMatchObject({ status });
			expect(elsewhere.isDone()).toBe(false);
		},
	);

	test.each<[string, boolean]>([
		['ECONNRESET', false],
		['ECONNREFUSED', true],
		['CERT_HAS_EXPIRED', true],
	])(
		'of %s it is known whether anything was sent, and the key stays hidden',
		async (code, isUnsent) => {
			nock(HOST)
				.get(/./)
				.replyWithError(Object.assign(new Error(`failed with ${code}`), { code }));
			const failure = await transport(reading()).catch((error: unknown) => error);
			expect(failure).toBeInstanceOf(TransportFailure);
			expect(failure).toMatchObject({ code, isUnsent });
			const shown = JSON.stringify(failure) + String((failure as Error).stack);
			expect(shown).not.toContain(apiKey);
			expect(shown).not.toContain(schemes.basic(apiKey).slice('Basic '.length));
		},
	);
});

test.each(ways.slice(0, 2))('%s sends a body as it is', async (_what, transportOf) => {
	const body = '{"title":"Ä \\u2603","big":9007199254740993}';
	const seen = announced('PUT', '/v1/post/7');
	await transportOf()(writing(body));
	expect(seen.headers!.get('content-type')).toBe('application/json');
	expect(seen.body).toBe(body);
});
