// Which failures of a connection came before the request left: as a table, and with TLS that really breaks.
import { once } from 'node:events';
import { createServer as createHttpsServer, request } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { path } from '../../../nodes/shared/client/path';
import { type Transport, TransportFailure } from '../../../nodes/shared/client/transport';
import { isConnectError } from '../../../nodes/shared/client/connect-errors';
import { post } from '../../../nodes/shared/service/posts';
import { VirtualClock } from '../virtual-clock.mts';
import { undiciClient } from './undici-transport.mts';

test.each([
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'ECONNREFUSED',
	'UND_ERR_CONNECT_TIMEOUT',
	'ERR_INVALID_CHAR',
	'ERR_INVALID_URL',
	'ERR_UNESCAPED_CHARACTERS',
	'ERR_SSRF_BLOCKED',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REVOKED',
	'CERT_UNTRUSTED',
	'CERT_SIGNATURE_FAILURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
])('%s: surely not sent', (code) => {
	expect(isConnectError(code)).toBe(true);
});

test.each([
	'ECONNRESET',
	'ECONNABORTED',
	'EPIPE',
	'EPROTO',
	'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
	'ERR_SSL_UNSUPPORTED_PROTOCOL',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENETDOWN',
	'ERR_NETWORK',
	'ERR_BAD_RESPONSE',
	'ERR_INVALID_STATE',
	'ERR_INVALID_RETURN_VALUE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'ERR_TLS_RENEGOTIATION_DISABLED',
	'ERR_SSL_BAD_RECORD_TYPE',
	'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
	'ERR_SSL_UNEXPECTED_EOF_WHILE_READING',
	'ERR_SSL_UNEXPECTED_MESSAGE',
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
	'ERR_SSL_SSLV3_ALERT_ILLEGAL_PARAMETER',
	'ERR_SSL_SSLV3_ALERT_UNEXPECTED_MESSAGE',
	'ERR_SSL_TLSV1_ALERT_DECODE_ERROR',
	'ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR',
	'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
	'ERR_SSL_APPLICATION_DATA_AFTER_CLOSE_NOTIFY',
	'UND_ERR_SOCKET',
	'UND_ERR_HEADERS_TIMEOUT',
	'ABORTED',
	'UNKNOWN',
	'',
])('%s: may have been sent', (code) => {
	expect(isConnectError(code)).toBe(false);
});

/** A key that both sides share stands in for certificates. */
const psk = Buffer.from('0123456789abcdef');
const tls = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;

/** Node.js's own, which the HTTP library of n8n sends with. */
const overHttps: Transport = async ({ method, url, body }) =>
	await new Promise((_resolve, reject) => {
		const checkServerIdentity = () => undefined;
		const pskCallback = () => ({ psk, identity: 'test' });
		const options = { method, agent: false, ...tls, checkServerIdentity, pskCallback } as const;
		const sending = request(url, options);
		sending.on('error', ({ code = '', message }: NodeJS.ErrnoException) =>
			reject(new TransportFailure(code, message)),
		);
		sending.end(body);
	});

describe('over TLS', () => {
	const open: Array<{ close(): unknown }> = [];
	afterEach(async () => {
		await Promise.all(open.splice(0).map(async (one) => await one.close()));
	});

	/** Listens for connections, and cuts those that are left in the end. */
	async function listening(server: Server): Promise<number> {
		const sockets = new Set<Socket>();
		server.on('connection', (socket: Socket) => {
			sockets.add(socket.on('error', () => undefined));
		});
		open.push({
			close: () => {
				for (const socket of sockets) socket.destroy();
				server.close();
			},
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return (server.address() as AddressInfo).port;
	}

	/** Creates a post at that port, and gives what came of it. */
	async function create(port: number, transport: Transport) {
		const clock = new VirtualClock();
		const rateLimiter = new RateLimiter(clock);
		const service = { baseUrl: `https://127.0.0.1:${port}`, apiKey: 'key' };
		const options = { transport, clock, rateLimiter: () => rateLimiter };
		const client = undiciClient(service, options);
		const making = client.post(path`/v1/post`, post, { body: { title: 'x', type: 'y' } });
		return await making.catch((reason: unknown) => reason);
	}

	test.each([
		[
			'a record that cannot be read',
			Buffer.from([0x17, 3, 3, 0, 32, ...Array<number>(32).fill(7)]),
		],
		['a page of a proxy, unencrypted', Buffer.from('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
		['a record of another version', Buffer.from([0x17, 9, 9, 0, 1, 7])],
	])('%s in place of the answer leaves open what became of a create', async (_what, bytes) => {
		let received = 0;
		let spoil: () => void = () => undefined;
		const service = createHttpsServer({ ...tls, pskCallback: () => psk }, () => {
			received++;
			spoil();
		});
		const behind = await listening(service);
		const between = createServer((client) => {
			const onward = connect(behind, '127.0.0.1').on('error', () => undefined);
			client.pipe(onward).pipe(client);
			spoil = () => {
				onward.unpipe(client);
				client.write(bytes);
			};
		});
		expect(await create(await listening(between), overHttps)).toMatchObject({
			problem: { kind: 'connectionLost', key: expect.stringMatching(/^(ERR_SSL_|EPROTO)/) },
			mayHaveBeenApplied: true,
			tries: 1,
		});
		expect(received).toBe(1);
	});
});
