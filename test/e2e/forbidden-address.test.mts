// n8n's own protection against addresses in its network: what a person reads where it is on.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type N8nHost, startN8n } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { needs } from '../versions/needs.mts';
import { runPosts } from './workflows.mts';

let n8n: N8nHost | undefined;

ownSandbox();
beforeAll(async () => {
	if (isBefore('2.41')) return;
	n8n = await startN8n({ env: { N8N_SSRF_PROTECTION_ENABLED: 'true' } });
});
beforeEach((context) => needs('2.41', 'has no such protection', context));
afterAll(async () => {
	await n8n?.stop();
});

const FORBIDDEN = /n8n does not allow requests to 127\.0\.0\.1/;

test('the test of a credential says that n8n forbids the address', async () => {
	const { baseUrl, apiKey } = sandbox;
	const { status, message } = await n8n!.rest.testCredential('feedbackBearerApi', {
		baseUrl,
		apiKey,
	});
	expect(status).toBe('Error');
	expect(message).toMatch(FORBIDDEN);
	expect(sandbox.requests).toEqual([]);
});

test('a step says so, too', async () => {
	const credential = await n8n!.rest.credentialFor(sandbox);
	const { error } = await runPosts(n8n!.rest, credential, 'getAll', {});
	expect(error?.message).toMatch(FORBIDDEN);
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(sandbox.requests).toEqual([]);
});
