import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inject } from 'vitest';
import { noBrowser, openEditor } from './editor.mts';
import { sharedN8n } from '../e2e/session.mts';
import { byId, inARow, onItems, postsNode, triggerNode } from '../e2e/workflows.mts';

const n8n = await sharedN8n();

test('the panels of both nodes come up in the editor', async ({ skip }) => {
	if (noBrowser) skip(noBrowser);
	const credential = await n8n.createCredential('feedbackBearerApi', {
		baseUrl: 'http://127.0.0.1:9',
		apiKey: 'any',
	});
	const posts = await n8n.createWorkflow(
		onItems([{}], postsNode('get', { postId: byId(1) }, credential)),
	);
	const trigger = await n8n.createWorkflow(
		inARow(triggerNode({ events: ['newPost'] }, credential)),
	);
	const shots = process.env.SCREENSHOTS ?? (await mkdtemp(join(tmpdir(), 'screenshots-')));

	const editor = await openEditor(inject('n8n').baseUrl);
	try {
		const postsPanel = await editor.openNode(posts, 'Posts');
		await editor.screenshot(join(shots, 'posts.png'));
		for (const label of ['Credential', 'Resource', 'Operation', 'Simplify']) {
			expect(postsPanel).toContain(label);
		}
		const triggerPanel = await editor.openNode(trigger, 'Trigger');
		await editor.screenshot(join(shots, 'trigger.png'));
		for (const label of ['Credential', 'Poll Times', 'Events']) {
			expect(triggerPanel).toContain(label);
		}
	} finally {
		await editor.close();
	}
});
