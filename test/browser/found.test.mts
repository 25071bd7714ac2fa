// Whether people find the nodes by the words they type into n8n's list of nodes.
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { noBrowser } from './editor.mts';
import { sharedEditor } from './session.mts';

const n8n = await sharedN8n();
const editor = sharedEditor();

describe('searching for', () => {
	beforeAll(async () => {
		const workflow = await n8n.createWorkflow({
			name: 'To be continued',
			nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }],
			connections: {},
		});
		if (noBrowser) return;
		await editor().openWorkflow(workflow);
		await editor().page.getByTestId('node-creator-plus-button').click();
	});

	test.each([
		['feature request', 'Posts'],
		['release notes', 'Changelog'],
		['nps', 'NPS'],
		['ticket', 'Intelligence'],
	])('"%s" shows Customer Feedback %s among the first three', async (words, node) => {
		const { page } = editor();
		const bar = page.getByTestId('node-creator').locator('input');
		// First to where nothing is found, so that what stands there afterwards belongs to these words.
		await bar.fill('no node is called like this');
		await page.getByTestId('node-creator-no-results').waitFor();
		await bar.fill(words);
		const shown = page.getByTestId('node-creator-item-name');
		await expect
			.poll(async () => (await shown.allInnerTexts()).slice(0, 3))
			.toContain(`Customer Feedback ${node}`);
	});
});
