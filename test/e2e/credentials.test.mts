import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { type SelfSigned, startSelfSigned } from '../self-signed.mts';
import { sharedN8n } from './session.mts';
import { startOtherWebServer, startRedirecting, type Stranger } from './strangers.mts';
import { credentialTypes, onItems, runPosts, uses } from './workflows.mts';

const n8n = await sharedN8n();

let garden: Stranger;
let selfSigned: SelfSigned;

ownSandbox();
beforeAll(async () => {
	garden = await startOtherWebServer();
	selfSigned = await startSelfSigned(sandbox.baseUrl);
});

afterAll(async () => {
	await selfSigned?.close();
	await garden?.close();
});

describe.each(credentialTypes)('the test of %s', (type) => {
	test('passes for a key of the service', async () => {
		const { baseUrl, apiKey } = sandbox;
		expect(await n8n.testCredential(type, { baseUrl, apiKey })).toMatchObject({ status: 'OK' });
	});

	test('passes for a certificate that nobody trusts only where its setting says so', async () => {
		const data = { baseUrl: selfSigned.baseUrl, apiKey: sandbox.apiKey };
		const ignoring = { ...data, ignoreSSLIssues: true };
		expect(await n8n.testCredential(type, ignoring)).toMatchObject({ status: 'OK' });
		expect(await n8n.testCredential(type, data)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('The certificate of the server is not trusted'),
		});
	});
});

test.each(credentialTypes)(
	'a node with %s trusts a certificate that nobody signed only where its setting says so',
	async (type) => {
		const data = { baseUrl: selfSigned.baseUrl, apiKey: sandbox.apiKey };
		const read = async (more: object) => {
			const credential = await n8n.createCredential(type, { ...data, ...more });
			return await runPosts(n8n, credential, 'getAll', { limit: 1 });
		};
		sandbox.createPosts(1);
		expect((await read({})).error).toMatchObject({
			message: expect.stringContaining('could not be reached'),
			description: expect.stringContaining('The certificate of the server is not trusted'),
		});
		const run = await read({ ignoreSSLIssues: true });
		expect(run.error).toBeUndefined();
		expect(run.json('Posts')).toHaveLength(1);
	},
);

const tenants = ['tenant-0', 'tenant-1', 'tenant-2'];

beforeAll(() => {
	for (const tenant of tenants) {
		sandbox.addKey(`key-of-${tenant}`, { workspace: tenant });
		sandbox.createPosts(1, { title: `Of ${tenant}` }, tenant);
	}
});

test.each([
	['the item', '={{ $json.tenantKey }}'],
	['the place of the item', '={{ $("Start").all()[$itemIndex].json.tenantKey }}'],
])('each item goes out with its own key, by an expression of %s', async (_of, apiKey) => {
	const { baseUrl } = sandbox;
	const credential = await n8n.createCredential('feedbackBearerApi', {
		baseUrl,
		apiKey,
	});
	const input = [...tenants, tenants[0]].map((tenant) => ({ tenantKey: `key-of-${tenant}` }));
	const run = await runPosts(n8n, credential, 'getAll', { returnAll: true }, { input });
	expect(run.error).toBeUndefined();
	expect(run.json('Posts').map(({ title }) => title)).toEqual([
		'Of tenant-0',
		'Of tenant-1',
		'Of tenant-2',
		'Of tenant-0',
	]);
});

describe.each(credentialTypes)('%s in HTTP Request, as Custom API Call uses it', (type) => {
	const request = async (
		url: string,
		more: Record<string, unknown> = {},
		options: Record<string, unknown> = {},
	) => {
		const { baseUrl, apiKey } = sandbox;
		const credential = await n8n.createCredential(type, { baseUrl, apiKey, ...more });
		const node = {
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: type,
				options,
			},
			credentials: uses(credential),
		};
		return await n8n.run(await n8n.createWorkflow(onItems([{}], node)), 'Start');
	};

	test('adds the key to requests for the service', async () => {
		const run = await request(`${sandbox.baseUrl}/v1/posts?page=0`);
		expect(run.error).toBeUndefined();
		expect(run.json('Request')).toMatchObject([{ status: 'success' }]);
	});

	test('goes nowhere else', async () => {
		const { origin } = new URL(sandbox.baseUrl);
		expect(String((await request(garden.baseUrl)).error?.message)).toContain(
			`The credential allows requests to ${origin} only`,
		);
	});

	test('goes to no other port by a redirect, and to no proxy', async () => {
		garden.keys.length = 0;
		const redirecting = await startRedirecting(garden.baseUrl);
		try {
			await request(`${redirecting.baseUrl}/`, { baseUrl: redirecting.baseUrl });
			await request(`${sandbox.baseUrl}/v1/posts?page=0`, {}, { proxy: garden.baseUrl });
			expect(redirecting.keys).toHaveLength(1);
		} finally {
			await redirecting.close();
		}
		expect(garden.keys).toEqual([]);
	});
});
