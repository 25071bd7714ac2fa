// The transport over n8n's own HTTP library: what leaves the machine, what comes of what comes back, and what a service can do
// to n8n by answers of any size, and by answers that never end.
import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
	type OutgoingRequest,
	type Transport,
	TransportFailure,
} from '../../../nodes/shared/client/transport';
import { LARGEST_ANSWER } from '../../../nodes/shared/node/answer-body';
import { schemes } from '../../../nodes/shared/node/credential';
import { readAnswer } from '../../../nodes/shared/service/envelope';
import { type SelfSigned, startSelfSigned } from '../../self-signed.mts';
import { inCredentialTest, inNode } from './n8n-http.mts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

let behave: Behaviour = () => undefined;
let selfSigned: SelfSigned;
let connections: Array<Promise<unknown>> = [];
const server = createServer((request, response) => behave(request, response));
server.on('connection', (socket) => {
	socket.on('error', () => undefined); // It was reset, as it should be.
	connections.push(new Promise((resolve) => socket.once('close', resolve)));
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	selfSigned = await startSelfSigned(baseUrl());
});
afterAll(async () => {
	await selfSigned.close();
	server.closeAllConnections();
	server.close();
});

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const apiKey = 'key-of-nobody';
const data = () => ({ baseUrl: baseUrl(), apiKey });
/** Of a service whose certificate nobody trusts. */
const untrusted = (ignoreSSLIssues: boolean) => ({
	...{ baseUrl: selfSigned.baseUrl, apiKey, ignoreSSLIssues },
});

const ask = async (transport: Transport, more: Partial<OutgoingRequest> = {}) => {
	connections = [];
	const asked = { method: 'GET', url: `${baseUrl()}/v1/posts?search=a%26b`, timeoutMs: 60_000 };
	return await transport({ ...asked, ...more } as OutgoingRequest);
};

/** Answers each request so, and gives what arrived. */
function answering(status: number, headers: Record<string, string> = {}, said = '') {
	const arrived: Array<{ url?: string; headers: IncomingHttpHeaders; body: string }> = [];
	behave = async (request, response) => {
		const { url, headers: sent } = request;
		arrived.push({ url, headers: sent, body: await text(request) });
		response.writeHead(status, headers).end(said);
	};
	return arrived;
}

const ways = [
	['a node with a Bearer Token', (of = data()) => inNode(of), `Bearer ${apiKey}`],
	[
		'a node with Basic Auth',
		(of = data()) => inNode(of, 'feedbackBasicApi'),
		schemes.basic(apiKey),
	],
	['the test of a credential', (of = data()) => inCredentialTest(of), `Bearer ${apiKey}`],
] as const;

describe.each(ways)('%s', (_what, transportOf, authorization) => {
	test('asks for what it should, with the key in its header alone', async () => {
		const arrived = answering(200);
		await ask(transportOf());
		expect(arrived).toMatchObject([{ url: '/v1/posts?search=a%26b', body: '' }]);
		const [{ headers }] = arrived;
		expect(headers).toMatchObject({ accept: 'application/json', authorization });
		expect(headers).not.toHaveProperty('content-type');
	});

	test.each<[number, string, Record<string, string>]>([
		[200, '{"status":"success","data":{"feedback_id":9007199254740993}}', {}],
		[204, '', {}],
		[401, '{"status":"error"}', {}],
		[404, '<h1>Not found</h1>', { 'content-type': 'text/html' }],
		[429, '', { 'retry-after': '7' }],
		[500, '{"status":"err', { 'content-type': 'application/json' }],
	])('gives an answer under %i as it came', async (status, body, headers) => {
		answering(status, headers, body);
		expect(await ask(transportOf())).toMatchObject({ status, body, headers });
	});

	test.each([301, 302, 307])(
		'follows no redirect (%i), which would take the key along',
		async (status) => {
			const arrived = answering(status, { location: `${baseUrl()}/elsewhere` });
			expect(await ask(transportOf())).toMatchObject({ status });
			expect(arrived).toHaveLength(1);
		},
	);

	test('trusts a certificate that nobody signed only where the credential says so', async () => {
		const arrived = answering(200);
		const asked = { url: `${selfSigned.baseUrl}/v1/posts` };
		const trusting = ask(transportOf(untrusted(false)), asked);
		await expect(trusting).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
		expect(arrived).toEqual([]);
		expect(await ask(transportOf(untrusted(true)), asked)).toMatchObject({ status: 200 });
	});

	test('hides the key where the connection is lost', async () => {
		behave = ({ socket }) => socket.destroy();
		const failure = await ask(transportOf()).catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(TransportFailure);
		expect(failure).toMatchObject({ code: 'ECONNRESET', isUnsent: false });
		const shown = JSON.stringify(failure) + String((failure as Error).stack);
		expect(shown).not.toContain(apiKey);
		expect(shown).not.toContain(schemes.basic(apiKey).slice('Basic '.length));
	});
});

test.each(ways.slice(0, 2))('%s sends a body as it is', async (_what, transportOf) => {
	const body = '{"title":"Ä \\u2603","big":9007199254740993}';
	const arrived = answering(200);
	await ask(transportOf(), { method: 'PUT', body });
	expect(arrived).toMatchObject([{ body, headers: { 'content-type': 'application/json' } }]);
});

/** A member of gzip that unpacks to this many spaces; several of them are one body. */
const packedSpaces = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '));

const MEGABYTE = 1024 * 1024;

describe.each([ways[0], ways[2]])('%s', (_who, transportOf) => {
	test('takes in no more of an answer than may be, however small it was packed', async () => {
		const tenMegabytes = packedSpaces(10 * MEGABYTE);
		behave = (_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
			response.write(gzipSync('{"status":"success","data":"'));
			for (let member = 0; member < 60; member++) response.write(tenMegabytes);
			response.end();
		};
		let most = 0;
		const before = process.memoryUsage().arrayBuffers;
		const watch = setInterval(() => {
			most = Math.max(most, process.memoryUsage().arrayBuffers - before);
		}, 1);
		const answer = await ask(transportOf());
		clearInterval(watch);
		expect(answer).toMatchObject({ status: 200, body: '', isTooLarge: true });
		expect(readAnswer(answer)).toEqual({ problem: { kind: 'tooLarge', status: 200 } });
		expect(most).toBeLessThan(2 * LARGEST_ANSWER);
		await Promise.all(connections);
	});

	test.each([
		[500, 'application/json', '{"status":"error",'],
		[302, 'text/html', 'moved '],
	])('cuts an answer that is not the service’s: %i %s %s', async (status, type, begin) => {
		behave = (_request, response) => {
			response.writeHead(status, { 'content-type': type });
			response.write(begin);
			const more = () => {
				while (!response.destroyed && response.write('x'.repeat(MEGABYTE)));
			};
			response.on('drain', more);
			more();
		};
		const answer = await ask(transportOf());
		expect(answer).toMatchObject({ status, body: expect.stringMatching(/^[^x]/) });
		expect(answer.body.length).toBeLessThanOrEqual(LARGEST_ANSWER);
		expect(answer.isTooLarge).toBeUndefined();
		await Promise.all(connections);
	});

	/** By the path that asks for it. */
	const slow: Record<string, Behaviour> = {
		'/never-answers': () => undefined,
		'/sends-its-head-byte-by-byte': ({ socket }) =>
			drip(() => socket.write('x'), socket.write('HTTP/1.1 200 OK\r\nx-')),
		'/sends-its-body-byte-by-byte': (_request, response) =>
			drip(() => response.write(' '), response.writeHead(200)),
	};

	test('closes the connection to a service that never answers, or byte by byte', async () => {
		behave = (request, response) => slow[request.url!](request, response);
		const paths = Object.keys(slow);
		const asking = paths.map((path) => {
			const asked = ask(transportOf(), { url: baseUrl() + path, timeoutMs: 1_000 });
			return expect(asked, path).rejects.toMatchObject({ code: 'ETIMEDOUT' });
		});
		await Promise.all(asking);
		expect(connections).toHaveLength(paths.length);
		await Promise.all(connections);
	});

	test.each<[string, (cancel: () => void) => Behaviour]>([
		['before the head', (cancel) => cancel],
		[
			'within the body',
			(cancel) => (_request, response) => {
				response.writeHead(200);
				response.write('{', cancel);
			},
		],
	])('closes the connection when nobody waits any more: %s', async (_when, cancelled) => {
		const cancel = new AbortController();
		behave = cancelled(() => cancel.abort());
		await expect(ask(transportOf(), { signal: cancel.signal })).rejects.toMatchObject({
			code: 'ABORTED',
		});
		await Promise.all(connections);
	});

	test('reads a body of several parts as one text', async () => {
		const said = '\uFEFF{"status":"success","data":"ÄÖÜ👍"}';
		behave = (_request, response) => {
			for (const byte of Buffer.from(said)) response.write(Buffer.from([byte]));
			response.end();
		};
		expect(readAnswer(await ask(transportOf()))).toMatchObject({ data: 'ÄÖÜ👍' });
	});
});

/** Sends on for as long as anybody listens. */
function drip(send: () => boolean, _begun: unknown): void {
	const timer = setInterval(() => {
		try {
			send();
		} catch {
			clearInterval(timer);
		}
	}, 5);
	void once(server, 'close').then(() => clearInterval(timer));
}
