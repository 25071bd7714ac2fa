// What a service can do to n8n, over n8n's own HTTP library: answers of any size, and answers that never end.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../nodes/shared/client/transport';
import { LARGEST_ANSWER } from '../../../nodes/shared/node/answer-body';
import { readAnswer } from '../../../nodes/shared/service/envelope';
import { inCredentialTest, inNode } from './n8n-http.mts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

let behave: Behaviour = () => undefined;
let connections: Array<Promise<unknown>> = [];
const server = createServer((request, response) => behave(request, response));
server.on('connection', (socket) => {
	socket.on('error', () => undefined); // It was reset, as it should be.
	connections.push(new Promise((resolve) => socket.once('close', resolve)));
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const data = () => ({ baseUrl: baseUrl(), apiKey: 'key' });

const ask = async (
	transport: Transport,
	{ timeoutMs = 60_000, signal = undefined as AbortSignal | undefined } = {},
) => {
	connections = [];
	return await transport({ method: 'GET', url: `${baseUrl()}/v1/posts`, timeoutMs, signal });
};

/** A member of gzip that unpacks to this many spaces; several of them are one body. */
const packedSpaces = (bytes: number) => gzipSync(Buffer.alloc(bytes, ' '));

const MEGABYTE = 1024 * 1024;

describe.each([
	['a node', () => inNode(data())],
	['the test of a credential', () => inCredentialTest(data())],
])('%s', (_who, transportOf) => {
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

	test.each<[string, Behaviour]>([
		['never answers', () => undefined],
		[
			'sends its head byte by byte',
			(request) =>
				drip(() => request.socket.write('x'), request.socket.write('HTTP/1.1 200 OK\r\nx-')),
		],
		[
			'sends its body byte by byte',
			(_request, response) => drip(() => response.write(' '), response.writeHead(200)),
		],
	])('closes the connection to a service that %s', async (_what, slow) => {
		behave = slow;
		await expect(ask(transportOf(), { timeoutMs: 1_000 })).rejects.toMatchObject({
			code: 'ETIMEDOUT',
		});
		expect(connections).toHaveLength(1);
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
		const text = '\uFEFF{"status":"success","data":"ÄÖÜ👍"}';
		behave = (_request, response) => {
			for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
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
