// Where the key may go by what else uses the credential, such as HTTP Request and Custom API Call.
import type { ICredentialType, IHttpRequestOptions } from 'n8n-workflow';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedbackBasicApi } from '../../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../../credentials/FeedbackBearerApi.credentials';
import { senders } from './n8n-http.mts';

const apiKey = 'key';
const stored = (more: object = {}) => ({
	baseUrl: ' https://feedback.example/v1/ ',
	apiKey: ` ${apiKey} `,
	allowHttp: false,
	...more,
});

/** A request of HTTP Request, or of any other node that the credential is chosen in. */
async function send(
	options: object,
	data: object = stored(),
	type: ICredentialType = new FeedbackBearerApi(),
): Promise<IHttpRequestOptions> {
	if (typeof type.authenticate !== 'function') throw new Error('It is a function');
	return await type.authenticate(data as never, options as IHttpRequestOptions);
}

describe.each([
	[new FeedbackBearerApi(), `Bearer ${apiKey}`],
	[new FeedbackBasicApi(), `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`],
])('$name', (type, header) => {
	test('adds the key, and changes nothing else', async () => {
		const options = { url: 'https://feedback.example/v1/posts', headers: { Accept: 'text/plain' } };
		const sent = await send(options, stored(), type);
		expect(sent.headers).toEqual({ Accept: 'text/plain', Authorization: header });
		expect(sent.url).toBe(options.url);
		expect(options.headers).toEqual({ Accept: 'text/plain' });
	});

	// By its name, a proxy or CDN that serves several sites chooses the one that gets the key.
	test.each(['Host', 'host', 'HOST', 'hOsT', ' Host\t'])(
		'sends the name of the service, whatever a caller gives as %j',
		async (name) => {
			const headers = { Accept: 'text/plain', [name]: 'evil.example', 'X-Host': 'x' };
			const sent = await send({ url: 'https://feedback.example/', headers }, stored(), type);
			expect(sent.headers).toEqual({
				Accept: 'text/plain',
				'X-Host': 'x',
				Authorization: header,
			});
		},
	);

	test.each([[undefined], [false], ['true']])(
		'lets the credential decide whether a certificate is checked: %j',
		async (ignoreSSLIssues) => {
			const isIgnored = ignoreSSLIssues === 'true';
			const given = { rejectUnauthorized: isIgnored, skipSslCertificateValidation: !isIgnored };
			const options = { url: 'https://feedback.example/', ...given };
			expect(await send(options, stored({ ignoreSSLIssues }), type)).toMatchObject({
				rejectUnauthorized: !isIgnored,
				skipSslCertificateValidation: isIgnored,
			});
		},
	);
});

/** A request that would follow redirects and use a proxy, and what becomes of these. */
const leading = {
	proxy: 'http://proxy.example:3128',
	followRedirect: true,
	followAllRedirects: true,
};
const led = {
	proxy: undefined,
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
};

describe('requests of other nodes', () => {
	test.each([
		{ url: 'https://feedback.example/v1/posts' },
		{ url: 'https://FEEDBACK.example:443/elsewhere' },
		{ uri: 'https://feedback.example/v1/posts' },
		{ url: '/v1/posts', baseURL: 'https://feedback.example' },
	])('may go to the service: %j', async (options) => {
		const sent = await send(options);
		expect(sent.headers).toMatchObject({ Authorization: 'Bearer key' });
	});

	// The fields that n8n has for this in other credentials.
	test.each(['none', 'domains', 'all', undefined])(
		'go on to nowhere else, by a redirect or a proxy: mode %j',
		async (allowedHttpRequestDomains) => {
			const data = stored({ allowedHttpRequestDomains, allowedDomains: '' });
			const options = { url: 'https://feedback.example/v1/posts', ...leading };
			expect(await send(options, data)).toMatchObject(led);
			const elsewhere = send({ url: 'https://evil.example/' }, data);
			await expect(elsewhere).rejects.toThrow('allows requests to https://feedback.example only');
		},
	);

	test.each([
		{ url: 'https://evil.example/v1/posts' },
		{ url: 'https://feedback.example.evil.example/' },
		{ url: 'https://feedback.example@evil.example/' },
		{ url: 'https://feedback.example:8443/' },
		{ url: 'http://feedback.example/' },
		{ uri: 'https://evil.example/' },
		{ url: 'https://feedback.example/', uri: 'https://evil.example/' },
		{ url: 'https://evil.example/', baseURL: 'https://feedback.example' },
		// The HTTP library takes these for paths below the baseURL, a parser of addresses for whole ones.
		{ url: ' https://feedback.example/', baseURL: 'https://evil.example' },
		{ url: 'https:\\\\feedback.example', baseURL: 'https://evil.example' },
		{ url: '\t//feedback.example/', baseURL: 'https://evil.example' },
		{ url: '', uri: 'https://feedback.example/', baseURL: 'https://evil.example' },
		{ url: 'https://feedback.example/', baseURL: 'https://evil.example' },
		{ url: '/v1/posts', baseURL: 'https://evil.example' },
		{ url: '/v1/posts' },
		{},
	])('may go nowhere else: %j', async (options) => {
		await expect(send(options)).rejects.toThrow('allows requests to https://feedback.example only');
	});

	test('need an address that may be used at all', async () => {
		const data = stored({ baseUrl: 'http://feedback.example' });
		await expect(send({ url: 'http://feedback.example/' }, data)).rejects.toThrow('unencrypted');
	});
});

describe.each(Object.entries(senders))("n8n's own %s", (_name, sending) => {
	const received: IncomingHttpHeaders[] = [];
	const server = createServer(({ headers }, response) => {
		received.push(headers);
		response.end('{}');
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => void received.splice(0));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	const ask = async (method: string, headers: unknown) => {
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const request = { url: `${baseUrl}/v1/posts`, method, headers };
		return await sending({ ...stored(), baseUrl }, request);
	};

	test('sends the key, and each header that is text, a number or a list of texts', async () => {
		await ask('GET', { Accept: 'text/plain', 'X-Trace': 7, 'X-Tags': ['a', 'b'], 'X-Empty': null });
		const { port } = server.address() as AddressInfo;
		expect(received).toMatchObject([
			{
				host: `127.0.0.1:${port}`,
				authorization: 'Bearer key',
				accept: 'text/plain',
				'x-trace': '7',
				'x-tags': 'a, b',
			},
		]);
	});

	// The HTTP library takes such an address for a path.
	test.each([' https://feedback.example/', 'https:\\\\feedback.example'])(
		'sends the key to no baseURL for the address %j',
		async (url) => {
			const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const sent = sending(stored(), { url, baseURL, method: 'GET' });
			await expect(sent).rejects.toThrow('allows requests to https://feedback.example only');
			expect(received).toEqual([]);
		},
	);

	// The HTTP library takes headers for all requests, and for those of one method, out of such names.
	test.each([
		['GET', { common: { Host: 'evil.example' } }],
		['GET', { common: { host: 'evil.example' }, Accept: 'text/plain' }],
		['GET', { get: { host: 'evil.example' } }],
		['POST', { post: { HOST: 'evil.example' } }],
		['PUT', { put: { Host: ['evil.example'] } }],
		['DELETE', { delete: { Host: 'evil.example' } }],
		['GET', { common: { Authorization: 'Bearer another' } }],
		['GET', { common: { common: { Host: 'evil.example' } } }],
		['GET', { Accept: { Host: 'evil.example' } }],
		['GET', JSON.parse('{"__proto__":{"Host":"evil.example"}}')],
	])('%s sends nothing with a header that is an object: %j', async (method, headers) => {
		await expect(ask(method, headers)).rejects.toThrow(/^The header '[\w_]+' is an object/);
		expect(received).toEqual([]);
	});

	test.each([
		['Host: evil.example'],
		[[['Host', 'evil.example']]],
		[[{ name: 'Host', value: 'evil.example' }]],
		[new Map([['Host', 'evil.example']])],
	])('sends the key to no other host by headers of another form: %j', async (headers) => {
		await ask('GET', headers).catch(() => undefined);
		for (const { host } of received) expect(host).toMatch(/^127\.0\.0\.1:/);
	});
});
