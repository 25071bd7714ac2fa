// New Document Version and New End-User, whose lists the service names and does not document, and lists that are missing.
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest();

test('New Document Version: the first version of a new document has no from', async () => {
	const [old] = sandbox.createDocuments(2);
	const trigger = await begun(sandbox, 'newDocumentVersion');
	const [created] = sandbox.createDocuments(1);
	sandbox.run('UPDATE documents SET current_version = 4 WHERE document_id = ?', old);
	const fired = await trigger.poll();
	expect(fired).toHaveLength(2);
	expect(fired).toContainEqual(expect.objectContaining({ document_id: old, from: 1, to: 4 }));
	const first = fired.find(({ document_id: id }) => id === created)!;
	expect(first).toMatchObject({ to: 1, current_version: 1 });
	expect(first.from).toBeUndefined();
	sandbox.run(`UPDATE documents SET title = 'Another', status = 'published'`);
	expect(await trigger.poll()).toEqual([]);
});

test('New Document Version: a document that goes back to an earlier version does not fire', async () => {
	sandbox.createDocuments(1);
	const becomes = (version: number) =>
		sandbox.run('UPDATE documents SET current_version = ?', version);
	becomes(4);
	const trigger = await begun(sandbox, 'newDocumentVersion');
	becomes(3);
	expect(await trigger.poll()).toEqual([]);
	becomes(4);
	expect(await trigger.poll()).toMatchObject([{ from: 3, to: 4 }]);
});

test('New Document Version says that it needs Bearer Token, before anything is sent', async () => {
	const trigger = watching(sandbox, {
		events: ['newDocumentVersion'],
		authentication: 'feedbackBasicApi',
	});
	await expect(trigger.poll()).rejects.toMatchObject({
		message: 'New Document Version cannot be read with Basic Auth',
		description:
			'The service takes only a Bearer Token there. Choose a Bearer credential; it holds the same API key.',
	});
	expect(sandbox.requests).toEqual([]);
});

test('New End-User can be read with Basic Auth', async () => {
	const trigger = await begun(sandbox, 'newEndUser', { authentication: 'feedbackBasicApi' });
	sandbox.createUsers(1);
	expect(await trigger.poll()).toMatchObject([{ event: 'newEndUser' }]);
});

const unknown = (event: string) =>
	`The API was not found at this Base URL (HTTP 404) when asked for ${event}`;
const lacks = (event: string) => `The service does not offer to read what ${event} needs`;

test.each([
	['newEndUser', 404, lacks('New End-User')],
	['newEndUser', 405, lacks('New End-User')],
	['newDocumentVersion', 404, unknown('New Document Version')],
	['newComment', 405, lacks('New Comment')],
	['newComment', 404, 'in this workspace when asked for New Comment'],
] as const)(
	'%s where its list answers %i: the third poll fails, and other events fire',
	async (event, status, message) => {
		const [post] = sandbox.createPosts(3);
		const trigger = await begun(sandbox, [event, 'newPost']);
		sandbox.settings.undocumentedLists = status;
		sandbox.createComments(1, { post });
		const [created] = sandbox.createPosts(1);
		const fired = await trigger.poll();
		expect(fired.map(({ feedback_id: id }) => id)).toEqual([created]);
		expect(await trigger.poll()).toEqual([]);
		await expect(trigger.poll()).rejects.toThrow(message);
	},
);
