import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FeedbackPosts } from '../../../nodes/FeedbackPosts/FeedbackPosts.node';
import { startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { bearer, byId, execute, type Setup } from '../n8n-context.mts';

let sandbox: Sandbox;
let id: number;
/** The panel says so: "In a list, texts end after 300 characters." */
const LONGEST = 300;
const description = 'ö'.repeat(LONGEST * 2);

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.close());
beforeEach(() => {
	[id] = sandbox.createPosts(1, { title: 'Export', description });
});

const setup = (parameters: Setup['parameters']): Setup => ({
	credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
	parameters: { resource: 'post', ...parameters },
});

const asTool = async (parameters: Setup['parameters'], writtenByHand = false) =>
	(await execute(FeedbackPosts, { ...setup(parameters), asTool: true, writtenByHand })).map(
		({ json }) => json,
	);

const list = { operation: 'getAll', limit: 1 };

describe('what a tool gives', () => {
	test('is simplified unless asked otherwise, with long texts of a list cut', async () => {
		const [post] = await asTool(list);
		expect(Object.keys(post).length).toBeLessThanOrEqual(10);
		expect(post).toMatchObject({
			feedback_id: id,
			description: `${description.slice(0, LONGEST)}…`,
		});
	});

	test('is whole where it is one record', async () => {
		const [post] = await asTool({ operation: 'get', postId: byId(id) });
		expect(Object.keys(post).length).toBeLessThanOrEqual(10);
		expect(post).toMatchObject({ feedback_id: id, description });
	});

	test('is what the service returns, as Raw', async () => {
		const [post] = await asTool({ ...list, output: 'raw' });
		expect(post).toMatchObject({ feedback_id: id, description, user: expect.any(Object) });
	});

	test('is the ID and what was chosen, as Selected Fields', async () => {
		const outputFields = ['title', 'effort', 'not there'];
		const [post] = await asTool({ ...list, output: 'selected', outputFields }, true);
		expect(post).toEqual({ feedback_id: id, title: 'Export', effort: expect.any(Number) });
		expect(await asTool({ ...list, output: 'selected' })).toEqual([{ feedback_id: id }]);
	});

	test('never is a whole list', async () => {
		sandbox.createPosts(60);
		expect(await asTool({ operation: 'getAll', returnAll: true }, true)).toHaveLength(50);
	});

	test('is not what a workflow gives, where no text is cut', async () => {
		const [{ json }] = await execute(FeedbackPosts, setup(list));
		expect(json).toMatchObject({ description });
		const [{ json: whole }] = await execute(FeedbackPosts, setup({ ...list, simplify: false }));
		expect(whole).toHaveProperty('user');
	});
});
