// What people read where n8n, or a community node beside ours, brings a zod without `zod/v4`: in the log, on the node and on the
// credential.
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bearer, execute, pollContext, testCredential } from '../n8n-context.mts';

const logged = vi.fn<(message: string) => void>();
const nowhere = bearer('https://feedback.example.com', 'key');
const parameters = { resource: 'post', operation: 'getAll', limit: 0 };

beforeEach(() => {
	vi.resetModules();
	logged.mockReset();
});
afterEach(() => vi.doUnmock('zod/package.json'));

/** The nodes as an n8n loads them that brings this zod. */
async function loadedBeside(zod: string) {
	vi.doMock('zod/package.json', () => ({ version: zod }));
	const { LoggerProxy } = await import('n8n-workflow');
	vi.spyOn(LoggerProxy, 'error').mockImplementation(logged);
	const { FeedbackPosts } = await import('../../../nodes/FeedbackPosts/FeedbackPosts.node');
	const { FeedbackTrigger } = await import('../../../nodes/FeedbackTrigger/FeedbackTrigger.node');
	return { FeedbackPosts, FeedbackTrigger };
}

test.each(['3.24.1', '3.9.0', '2.0.0'])(
	'zod %s: says which n8n is needed, and what else may have brought it',
	async (zod) => {
		const reason =
			'n8n-nodes-customer-feedback needs n8n 1.100.1 or newer. ' +
			`It found zod ${zod} and needs 3.25, so update n8n, or the community node that brought this zod.`;
		const { FeedbackPosts, FeedbackTrigger } = await loadedBeside(zod);
		expect(logged.mock.calls).toEqual([[reason]]);
		const run = execute(FeedbackPosts, { credentials: nowhere, parameters });
		await expect(run).rejects.toThrow(reason);
		const trigger = new FeedbackTrigger();
		const poll = trigger.poll.call(
			pollContext(FeedbackTrigger, { parameters: { events: ['newPost'] } }),
		);
		await expect(poll).rejects.toThrow(reason);
		const credential = nowhere.feedbackBearerApi as ICredentialDataDecryptedObject;
		expect(await testCredential(FeedbackPosts, 'feedbackBearerApi', credential)).toEqual({
			status: 'Error',
			message: reason,
		});
	},
);

test.each(['3.25.0', '3.100.0', '4.1.12'])('zod %s: goes on', async (zod) => {
	const { FeedbackPosts } = await loadedBeside(zod);
	expect(logged).not.toHaveBeenCalled();
	const run = execute(FeedbackPosts, { credentials: nowhere, parameters });
	await expect(run).rejects.toThrow("'Limit' must be at least 1");
});
