// Texts and Longest Line: records for chats, tickets and emails.
import { beforeEach, expect, test } from 'vitest';
import { byId } from '../n8n-context.mts';
import { ownSandboxInEachTest, run, sandbox } from '../syncs/run-in-sandbox.mts';

let id: number;
const title = 'Export <b> @all';

ownSandboxInEachTest();
beforeEach(() => {
	[id] = sandbox.createPosts(1, { title, description: 'One\ntwo' });
});

const inLines = { texts: 'oneSafeLine' };

test('are as written unless asked otherwise', async () => {
	const [post] = await run('post.get', { postId: byId(id) });
	expect(post).toMatchObject({ title, description: 'One\ntwo' });
	expect(post).not.toHaveProperty('original');
});

test.each([true, false])(
	'are safe lines, and as written in original: simplify %s',
	async (simplify) => {
		const [written] = await run('post.get', { postId: byId(id), simplify });
		const [post] = await run('post.get', { postId: byId(id), simplify, ...inLines });
		expect(post).toEqual({
			...written,
			title: 'Export ‹b› @\u200ball',
			description: 'One two',
			original: written,
		});
	},
);

test('end at Longest Line, which is 200 where it is empty', async () => {
	sandbox.createPosts(1, { title: 'Long', description: 'x'.repeat(300) });
	for (const [longestLine, length] of [
		[1, 1],
		[40, 40],
		['', 200],
		[undefined, 200],
	]) {
		const [post] = await run('post.getAll', { limit: 1, ...inLines, longestLine });
		expect(String(post.description)).toHaveLength(Number(length));
		expect(post).toMatchObject({ original: { description: 'x'.repeat(300) } });
	}
});

test('IDs stay, also where a line is shorter', async () => {
	const feedback_id = '12345678901234567890';
	const value = { status: 'success', data: { items: [{ feedback_id, title }] } };
	sandbox.fault({ path: '/v1/posts', times: 2, action: { type: 'json', value } });
	const found = await run('post.getAll', { ...inLines, longestLine: 4 });
	expect(found).toMatchObject([{ feedback_id, title: 'Exp…' }]);
});

test('a changelog update loses the tags of its description', async () => {
	const description = '<p>We have <b>search</b> &amp; more</p>';
	const value = { status: 'success', data: { items: [{ changelog_id: 1, description }] } };
	sandbox.fault({ path: '/v1/updates', action: { type: 'json', value } });
	const [update] = await run('changelogUpdate.getAll', { limit: 1, ...inLines });
	expect(update).toMatchObject({ description: 'We have search & more', original: { description } });
});

test('a tool returns texts as written', async () => {
	const [post] = await run('post.getAll', { ...inLines }, [{}], {
		asTool: true,
		writtenByHand: true,
	});
	expect(post).toMatchObject({ title });
	expect(post).not.toHaveProperty('original');
});

test('a failed item stays as it is', async () => {
	const parameters = { postId: byId(id + 1), ...inLines };
	const items = await run('post.get', parameters, [{}], { continueOnFail: true });
	expect(items).toMatchObject([{ error: { httpCode: '404' } }]);
	expect(items[0]).not.toHaveProperty('original');
});
