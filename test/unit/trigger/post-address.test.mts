// The column post_url of the trigger's items, by the Post Address of its credential.
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const urlOf = (post: number) => `https://a.example/${post}`;
const credential = { postAddress: 'https://a.example/{id}' };
const events = ['newPost', 'postChanged', 'newComment'];

test('an address that is set later fires nothing, and its link is stored nowhere', async () => {
	const [old] = sandbox.createPosts(1);
	const trigger = await begun(sandbox, events);
	trigger.move(credential);
	expect(await trigger.polls(2)).toEqual([]);
	const [id] = sandbox.createPosts(1);
	sandbox.run('UPDATE posts SET title = ? WHERE feedback_id = ?', 'Other', old);
	const items = await trigger.polls(2);
	const found = items.map(({ event, post_url }) => [event, post_url]).toSorted();
	expect(found).toEqual([
		['newPost', urlOf(id)],
		['postChanged', urlOf(old)],
	]);
	trigger.move({ postAddress: 'https://b.example/{id}' });
	expect(await trigger.polls(2)).toEqual([]);
});

test('a comment has the link of its post, and a deleted post has none', async () => {
	const [id, gone] = sandbox.createPosts(2);
	const trigger = await begun(sandbox, ['newComment', 'postDeleted'], {}, credential);
	sandbox.createComments(1, { post: id });
	sandbox.run('DELETE FROM posts WHERE feedback_id = ?', gone);
	const items = await trigger.polls(40);
	expect(items.find(({ event }) => event === 'newComment')).toMatchObject({ post_url: urlOf(id) });
	expect(items.find(({ event }) => event === 'postDeleted')).not.toHaveProperty('post_url');
	expect(Object.keys(items[0]).at(-1)).toBe('eventId');
});

test('each poll fails with an address that lacks {id}', async () => {
	const trigger = await begun(sandbox, events);
	trigger.move({ postAddress: 'https://a.example/post/1042' });
	// The first poll after a start is silent, as with any failure.
	expect(await trigger.poll()).toEqual([]);
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow('must contain {id} once');
	}
});
