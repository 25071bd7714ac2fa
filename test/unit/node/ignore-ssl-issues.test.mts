// Ignore SSL Issues in the credential, against a server whose certificate nobody trusts.
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { clock } from '../../../nodes/shared/node/n8n-transport';
import { startWorkspace } from '../../contract/workspace.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { type SelfSigned, startSelfSigned } from '../../self-signed.mts';
import { execute, listSearch, pollContext, testCredential } from '../n8n-context.mts';

let sandbox: Sandbox;
let service: SelfSigned;
beforeAll(async () => {
	sandbox = await startWorkspace();
	sandbox.createPosts(1, { title: 'Behind a certificate' });
	service = await startSelfSigned(sandbox.baseUrl);
});
afterAll(async () => {
	await service?.close();
	await sandbox?.close();
});
beforeEach(() => {
	sandbox.requests.length = 0;
	// Waiting for the next try takes no time, and no request takes too long.
	vi.spyOn(clock, 'sleep').mockImplementation(async (ms, signal) => {
		if (ms >= 20_000 && !signal?.aborted) await once(signal!, 'abort');
	});
});
afterEach(() => vi.restoreAllMocks());

type Ways = Record<string, (ignoreSSLIssues: unknown) => Promise<unknown>>;

const data = (ignoreSSLIssues: unknown) => ({
	baseUrl: service.baseUrl,
	apiKey: sandbox.apiKey,
	...(ignoreSSLIssues !== undefined && { ignoreSSLIssues }),
});
const setup = (ignoreSSLIssues: unknown, parameters = {}) => ({
	parameters,
	credentials: { feedbackBearerApi: data(ignoreSSLIssues) },
});

const ways: Ways = {
	'a node': async (ignore) =>
		await execute(Feedback, setup(ignore, { resource: 'post', operation: 'getAll' })),
	'a list in the editor': async (ignore) =>
		await listSearch(Feedback, 'searchPosts', setup(ignore)),
	'the trigger': async (ignore) =>
		await new FeedbackTrigger().poll.call(
			pollContext(FeedbackTrigger, { ...setup(ignore), mode: 'manual' }),
		),
};

describe.each(Object.entries(ways))('%s', (_what, ask) => {
	test.each([[undefined], [false], ['false'], ['']])(
		'with %j asks nobody whose certificate cannot be checked',
		async (ignore) => {
			await expect(ask(ignore)).rejects.toMatchObject({
				message: expect.stringContaining('The service could not be reached'),
				description: expect.stringContaining('turn on Ignore SSL Issues'),
			});
			expect(sandbox.requests).toEqual([]);
		},
	);

	test.each([[true], ['true']])('with %j asks it all the same', async (ignore) => {
		expect(JSON.stringify(await ask(ignore))).toContain('Behind a certificate');
		expect(sandbox.requests.length).toBeGreaterThan(0);
	});
});

describe.each(['feedbackBearerApi', 'feedbackBasicApi'])('the test of %s', (type) => {
	const verdict = async (ignore: unknown) =>
		await testCredential(Feedback, type, data(ignore) as never);

	test('fails where the certificate cannot be checked', async () => {
		const { status, message } = await verdict(false);
		expect({ status, message }).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('turn on Ignore SSL Issues'),
		});
		expect(sandbox.requests).toEqual([]);
	});

	test('passes where the credential says to ignore it', async () => {
		expect(await verdict(true)).toMatchObject({ status: 'OK' });
	});
});
