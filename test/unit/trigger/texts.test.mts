// Texts and Longest Line of the trigger.
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const inLines = { texts: 'oneSafeLine', longestLine: 5 };

test('One Safe Line changes texts, and neither the event nor its ID', async () => {
	const trigger = await begun(sandbox, 'newPost', inLines);
	const [id] = sandbox.createPosts(1, { title: '<b> @all' });
	const [item] = await trigger.poll();
	const written = { event: 'newPost', feedback_id: id, eventId: `newPost:${id}` };
	expect(item).toMatchObject({
		...written,
		title: '‹b› …',
		original: { ...written, title: '<b> @all' },
	});
});

test('a change of Texts fires no event, and changes no ID of one', async () => {
	const [id] = sandbox.createPosts(1, { title: '<b> @all' });
	const trigger = await begun(sandbox, ['newPost', 'postChanged']);
	trigger.choose(inLines);
	expect(await trigger.polls(2)).toEqual([]);
	sandbox.run('UPDATE posts SET title = ? WHERE feedback_id = ?', '@here', id);
	const [item] = await trigger.poll();
	expect(item).toMatchObject({
		event: 'postChanged',
		title: '@\u200bhe…',
		changedFields: ['title'],
		original: { title: '@here' },
	});
});
