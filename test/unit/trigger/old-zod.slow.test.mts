// Beside which zod the nodes run. That a real n8n says the same, test/package/old-zod shows.
import type { INode, IPollFunctions } from 'n8n-workflow';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bearer, execute } from '../n8n-context.mts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock('zod/package.json'));

/** In an n8n that has this zod. */
function givenZod(version: string): void {
	vi.doMock('zod/package.json', () => ({ version }));
}

async function poll(): Promise<unknown> {
	const { FeedbackTrigger } = await import('../../../nodes/FeedbackTrigger/FeedbackTrigger.node');
	const context = {
		getNode: () => ({ name: 'Trigger', parameters: {} }) as INode,
		getMode: () => {
			throw new Error('began');
		},
	};
	return await new FeedbackTrigger().poll.call(context as unknown as IPollFunctions);
}

test.each(['3.24.1', '3.9.0', '2.0.0'])('the trigger says that zod %s is too old', async (zod) => {
	givenZod(zod);
	await expect(poll()).rejects.toMatchObject({
		message: `The trigger needs zod 3.25 or newer, but found zod ${zod}`,
		description:
			'Update n8n to 1.100.1 or newer. If it is newer, update or remove the community node that brought this zod.',
	});
});

test.each(['3.25.0', '3.100.0', '4.1.12'])('the trigger runs beside zod %s', async (zod) => {
	givenZod(zod);
	await expect(poll()).rejects.toThrow('began');
});

test('the other nodes run beside any zod', async () => {
	givenZod('3.24.1');
	const { Feedback } = await import('../../../nodes/Feedback/Feedback.node');
	const running = execute(Feedback, {
		credentials: bearer('https://feedback.example.com', 'key'),
		parameters: { resource: 'post', operation: 'getAll', limit: 0 },
	});
	await expect(running).rejects.toThrow("'Limit' must be at least 1");
});
