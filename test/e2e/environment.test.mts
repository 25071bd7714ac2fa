// An administrator of n8n may forbid requests into the network, as the one of the n8n that the tests share does.
import { expect, test } from 'vitest';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { needs } from '../versions/needs.mts';
import { sharedN8n } from './session.mts';
import { runPosts } from './workflows.mts';

const n8n = await sharedN8n();
ownSandbox();

/** The sandbox under another host. As 0.0.0.0, a system takes it for itself, and n8n for an address in the network. */
const at = (host: string) => ({
	baseUrl: sandbox.baseUrl.replace('127.0.0.1', host),
	apiKey: sandbox.apiKey,
	allowHttp: true,
});
const FORBIDDEN = /n8n does not allow requests to 0\.0\.0\.0/;

test('a name that the administrator listed: a step runs, and so does the test of its credential', async () => {
	const credential = await n8n.credentialFor(at('localhost'));
	const { status, error } = await runPosts(n8n, credential, 'getAll', {});
	expect({ status, message: error?.message }).toEqual({ status: 'success' });
	const verdict = await n8n.testCredential('feedbackBearerApi', at('localhost'));
	expect(verdict).toMatchObject({ status: 'OK' });
});

test('a forbidden address: a step and the test of a credential say so, and nothing is sent', async (context) => {
	needs('2.41', 'has no such protection', context);
	sandbox.requests.length = 0;
	const verdict = await n8n.testCredential('feedbackBearerApi', at('0.0.0.0'));
	expect(verdict).toMatchObject({ status: 'Error', message: expect.stringMatching(FORBIDDEN) });
	const credential = await n8n.createCredential('feedbackBearerApi', at('0.0.0.0'));
	const { error } = await runPosts(n8n, credential, 'getAll', {});
	expect(error?.message).toMatch(FORBIDDEN);
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
	expect(sandbox.requests).toEqual([]);
});
