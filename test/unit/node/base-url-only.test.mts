// Where the key may go by what else uses the credential, such as HTTP Request and Custom API Call.
import type { ICredentialType, IHttpRequestOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackBasicApi } from '../../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../../credentials/FeedbackBearerApi.credentials';

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
