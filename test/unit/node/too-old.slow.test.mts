// Beside which zod the nodes run. What people read where it is too old, a test in n8n shows: test/package/too-old.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bearer, execute } from '../n8n-context.mts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock('zod/package.json'));

/** A step in an n8n that brings this zod. */
async function runBeside(zod: string) {
	vi.doMock('zod/package.json', () => ({ version: zod }));
	const { Feedback } = await import('../../../nodes/Feedback/Feedback.node');
	return await execute(Feedback, {
		credentials: bearer('https://feedback.example.com', 'key'),
		parameters: { resource: 'post', operation: 'getAll', limit: 0 },
	});
}

test.each(['3.24.1', '3.9.0', '2.0.0'])('zod %s is too old', async (zod) => {
	await expect(runBeside(zod)).rejects.toThrow(
		`needs n8n 1.100.1 or newer. It found zod ${zod} and needs 3.25, so update n8n, or the community node that brought this zod.`,
	);
});

test.each(['3.25.0', '3.100.0', '4.1.12'])('zod %s is new enough', async (zod) => {
	await expect(runBeside(zod)).rejects.toThrow("'Limit' must be at least 1");
});
