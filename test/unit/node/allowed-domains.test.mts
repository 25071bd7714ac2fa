// Where the key may go: by our nodes, and by what else uses the credential, such as HTTP Request and Custom API Call.
import type { ICredentialType, IHttpRequestOptions } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';
import { FeedbackBasicApi } from '../../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../../credentials/FeedbackBearerApi.credentials';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { execute, testCredential } from '../n8n-context.mts';
import { scriptedService } from '../scripted-service.mts';

const apiKey = 'key';
const stored = (more: object = {}) => ({
	baseUrl: ' https://feedback.example/v1/ ',
	apiKey: ` ${apiKey} `,
	allowHttp: false,
	allowedHttpRequestDomains: 'baseUrl',
	allowedDomains: '',
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

describe('with Base URL, requests of other nodes', () => {
	test.each([
		{ url: 'https://feedback.example/v1/posts' },
		{ url: 'https://FEEDBACK.example:443/elsewhere' },
		{ uri: 'https://feedback.example/v1/posts' },
		{ url: '/v1/posts', baseURL: 'https://feedback.example' },
	])('may go to the service: %j', async (options) => {
		const sent = await send(options);
		expect(sent.headers).toMatchObject({ Authorization: 'Bearer key' });
	});

	// Versions of n8n that do not know None send whatever other nodes ask for.
	test.each(['baseUrl', 'none', undefined, null, '', 'everywhere'])(
		'go on to nowhere else, by a redirect or a proxy: mode %j',
		async (allowedHttpRequestDomains) => {
			const data = stored({ allowedHttpRequestDomains });
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

test('with All, n8n itself decides', async () => {
	const data = stored({ allowedHttpRequestDomains: 'all' });
	const options = { url: 'https://other.example/', allowedDomains: 'as n8n says' };
	expect(await send(options, data)).toMatchObject(options);
});

const domains = (allowedDomains: string) => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains,
});

describe('with Specific Domains, requests of other nodes', () => {
	const listed = stored(domains('API.example, *.feedback.example.'));

	test.each([
		{ url: 'https://api.example/v1/posts' },
		{ url: 'http://API.example:8080/' },
		{ uri: 'https://a.b.feedback.example/' },
		{ url: 'https://api.example./v1/posts' },
		{ url: '/v1/posts', baseURL: 'https://api.example' },
	])('may go to the domains: %j', async (options) => {
		expect((await send(options, listed)).headers).toEqual({ Authorization: 'Bearer key' });
	});

	test.each([
		{ url: 'https://evil.example/' },
		{ url: 'https://feedback.example/' },
		{ url: 'https://notfeedback.example/' },
		{ url: 'https://api.example.evil.example/' },
		{ url: 'https://api.example@evil.example/' },
		{ url: 'https://evil.example/?api.example' },
	])('may go nowhere else, whatever n8n checks: %j', async (options) => {
		await expect(send(options, listed)).rejects.toThrow('allows requests to API.example, *.feed');
	});

	test('go on to nowhere else, by a redirect or a proxy', async () => {
		expect(await send({ url: 'https://api.example/', ...leading }, listed)).toMatchObject(led);
	});

	test('may go to the host of the Base URL where no domain is listed', async () => {
		const empty = stored(domains(' '));
		const sent = await send({ url: 'https://feedback.example:8443/' }, empty);
		expect(sent.headers).toEqual({ Authorization: 'Bearer key' });
		await expect(send({ url: 'https://evil.example/' }, empty)).rejects.toThrow(
			'allows requests to feedback.example only',
		);
	});
});

describe('our nodes', () => {
	const service = scriptedService();
	beforeEach(() => service.says({ data: { feedback_id: 1 } }));

	const get = async (more: object) =>
		await execute(Feedback, {
			credentials: {
				feedbackBearerApi: { ...stored(more), baseUrl: service.baseUrl },
			},
			parameters: {
				resource: 'post',
				operation: 'get',
				postId: { __rl: true, mode: 'id', value: 1 },
			},
		});

	test.each([
		{},
		{ allowedHttpRequestDomains: 'none' },
		{ allowedHttpRequestDomains: 'all' },
		domains('a.example, 127.0.0.1.'),
	])('ask the service: %j', async (more) => {
		expect((await get(more))[0].json).toMatchObject({ feedback_id: 1 });
		expect(service.received).toHaveLength(1);
	});

	test.each(['feedback.example', '*.127.0.0.1', '*', '0.0.1'])(
		'send nothing to a host that the credential does not allow: %s',
		async (allowed) => {
			await expect(get(domains(allowed))).rejects.toThrow(
				'The Base URL is at 127.0.0.1, which is not among the Allowed Domains of the credential',
			);
			const data = { ...stored(domains(allowed)), baseUrl: service.baseUrl };
			expect(await testCredential(Feedback, 'feedbackBearerApi', data)).toMatchObject({
				status: 'Error',
				message: expect.stringContaining('Allowed Domains'),
			});
			expect(service.received).toEqual([]);
		},
	);
});
