// What a tool gives an AI agent: simplified, cut and bounded.
import { beforeEach, expect, test } from 'vitest';
import { byId } from '../n8n-context.mts';
import { ownSandboxInEachTest, run, sandbox } from '../syncs/run-in-sandbox.mts';

/** The panel says so: "In a list, texts end after 300 characters." */
const LONGEST = 300;
const description = 'ö'.repeat(LONGEST * 2);
let id: number;

ownSandboxInEachTest();
beforeEach(() => {
	[id] = sandbox.createPosts(1, { title: 'Export', description });
});

const asTool = async (operation: string, parameters: object, writtenByHand = false) =>
	await run(`post.${operation}`, { ...parameters }, [{}], {
		asTool: true,
		writtenByHand,
	});

test('is simplified unless asked otherwise, with long texts of a list cut', async () => {
	const [post] = await asTool('getAll', { limit: 1 });
	expect(Object.keys(post).length).toBeLessThanOrEqual(11);
	expect(post).toMatchObject({
		feedback_id: id,
		description: `${description.slice(0, LONGEST)}…`,
	});
});

test('is cut in a list where it is too long, and no character of it in halves', async () => {
	const [shortest, longest] = ['x'.repeat(LONGEST - 1), '👍'.repeat(LONGEST / 2)];
	sandbox.createPosts(1, { description: `${shortest}👍👍` });
	sandbox.createPosts(1, { description: longest });
	const found = (await asTool('getAll', { limit: 2 })).slice(0, 2);
	const texts = [longest, `${shortest}…`];
	expect(found.map((post) => post.description).sort()).toEqual(texts.sort());
});

test('is whole where it is one record', async () => {
	const [post] = await asTool('get', { postId: byId(id) });
	expect(Object.keys(post).length).toBeLessThanOrEqual(11);
	expect(post).toMatchObject({ feedback_id: id, description });
});

test('is what the service returns, as Raw', async () => {
	const [post] = await asTool('getAll', { output: 'raw' });
	expect(post).toMatchObject({ feedback_id: id, description, user: expect.any(Object) });
});

test('is the ID and what was chosen, as Selected Fields', async () => {
	const outputFields = ['title', 'effort'];
	const [post] = await asTool('getAll', { output: 'selected', outputFields }, true);
	expect(post).toEqual({ feedback_id: id, title: 'Export', effort: expect.any(Number) });
	expect(await asTool('getAll', { output: 'selected' })).toEqual([{ feedback_id: id }]);
});

test('never is a whole list', async () => {
	sandbox.createPosts(60);
	const found = await asTool('getAll', { returnAll: true }, true);
	expect(found.slice(0, 50).every(({ feedback_id }) => Number(feedback_id) > 0)).toBe(true);
	const note = 'There are more. These are only the first 50, so do not count them.';
	expect(found.slice(50)).toEqual([{ note }]);
});

test.each([
	[2, 3, true],
	[3, 3, false],
	[100, 101, true],
	[101, 101, false],
])(
	'says so if it ends at the limit %i of %i, and asks for no more than that',
	async (limit, count, isSaid) => {
		sandbox.createPosts(count - 1);
		const found = await asTool('getAll', { limit });
		expect(found.filter((post) => 'feedback_id' in post)).toHaveLength(limit);
		expect(found.filter((post) => 'note' in post)).toHaveLength(isSaid ? 1 : 0);
		expect(sandbox.requests).toHaveLength(limit > 99 ? 2 : 1);
		expect(await run('post.getAll', { limit })).toHaveLength(limit);
	},
);

test('is not what a workflow gives, where no text is cut', async () => {
	const [post] = await run('post.getAll');
	expect(post).toMatchObject({ description });
	const [whole] = await run('post.getAll', { simplify: false });
	expect(whole).toHaveProperty('user');
});
