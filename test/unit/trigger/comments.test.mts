// New Comment: which comments fire, and what an item returns.
import { expect, test } from 'vitest';
import { begun, commentIds, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest();

const newComment = { events: ['newComment'] };
const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
const byKey = (value: unknown) => ({ __rl: true, mode: 'key', value });
const paths = () => sandbox.requests.map(({ path }) => path.split('?')[0]);

test('returns the comment, with the ID and the title of its post', async () => {
	const [post] = sandbox.createPosts(1, { title: 'Dark mode' });
	for (const simplify of [true, false]) {
		const trigger = await begun(sandbox, 'newComment', { simplify });
		const [comment] = sandbox.createComments(1, { post, comment: 'Yes please' });
		const [item, ...more] = await trigger.poll();
		expect(item).toMatchObject({
			event: 'newComment',
			eventId: `newComment:${comment}`,
			comment_id: comment,
			comment: 'Yes please',
			feedback_id: post,
			postTitle: 'Dark mode',
		});
		expect('comment_html' in item).toBe(!simplify);
		expect(more).toEqual([]);
	}
});

test('comments of a post that is imported with an old date fire', async () => {
	const [post] = sandbox.createPosts(3, { created: '2026-01-02 00:00:00' });
	expect(post).toBeTruthy();
	const trigger = await begun(sandbox, 'newComment');
	const [imported] = sandbox.createPosts(1, { created: '2026-01-01 00:00:00' });
	expect(commentIds(await trigger.poll())).toEqual([]);
	const brought = sandbox.createComments(3, { post: imported });
	expect(commentIds(await trigger.poll())).toEqual(brought);
	const created = sandbox.createComments(1, { post: imported });
	expect(commentIds(await trigger.poll())).toEqual(created);
});

test('fires for the chosen post, and for posts that match the filters', async () => {
	const [chosen, other] = sandbox.createPosts(2, { type: 'idea' });
	sandbox.run(`UPDATE posts SET status = 'planned', type = 'bug' WHERE feedback_id = ?`, chosen);
	const commentFilters = { post: byId(String(chosen)) };
	const triggers = [
		watching(sandbox, { ...newComment, commentFilters }),
		watching(sandbox, { ...newComment, commentFilters: { post: byId(` ${chosen}.0`) } }),
		watching(sandbox, { ...newComment, postFilters: { filter: byKey('planned') } }),
		watching(sandbox, { ...newComment, postFilters: { type: byKey('bug') } }),
	];
	const open = { ...newComment, commentFilters, postFilters: { filter: byKey('open') } };
	const unmatched = watching(sandbox, open);
	for (const trigger of [...triggers, unmatched]) await trigger.poll();
	sandbox.createComments(1, { post: other });
	const created = sandbox.createComments(1, { post: chosen });
	for (const trigger of triggers) {
		sandbox.requests.length = 0;
		expect(commentIds(await trigger.poll())).toEqual(created);
		expect(paths()).not.toContain(`/v1/post/${other}/comments`);
		expect(await trigger.poll()).toEqual([]);
	}
	expect(await unmatched.poll()).toEqual([]);
	const never = watching(sandbox, { ...newComment, commentFilters: { post: byId('10.000') } });
	await expect(never.poll()).rejects.toThrow('The ID of the post is not a whole number');
});

test('without Staff Comments, comments of the team do not fire', async () => {
	const [post] = sandbox.createPosts(1);
	const trigger = await begun(sandbox, 'newComment', { commentFilters: { staff: false } });
	const [customer] = sandbox.createUsers(1);
	// The first one is by the owner of the key.
	for (const user of [undefined, customer])
		sandbox.createComments(1, { post, ...(user && { user }) });
	expect(await trigger.poll()).toMatchObject([{ user_id: customer }]);
});
