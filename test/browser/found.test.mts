// Whether people find the nodes: by the words they type into n8n's list of nodes, and from the panel to the documentation.
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { sharedN8n } from '../e2e/session.mts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodes, root } from '../contract/nodes.mts';
import { anchorOf, readPage } from '../package/markdown.mts';
import { sharedEditor } from './session.mts';

const n8n = await sharedN8n();
const editor = sharedEditor();
const home = packageJson.homepage.replace('#readme', '');

describe('searching for', () => {
	beforeAll(async () => {
		const workflow = await n8n.createWorkflow({
			name: 'To be continued',
			nodes: [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }],
			connections: {},
		});
		await editor()?.openNodeList(workflow);
	});

	test.each([
		['feedback', 'Changelog'],
		['feature request', 'Posts'],
		['idea', 'Posts'],
		['bug report', 'Posts'],
		['roadmap', 'Posts'],
		['comment', 'Posts'],
		['vote', 'Posts'],
		['upvote', 'Posts'],
		['release notes', 'Changelog'],
		['changelog', 'Changelog'],
		['announcement', 'Changelog'],
		['survey', 'NPS'],
		['score', 'NPS'],
		['nps', 'NPS'],
		['company', 'Groups'],
		['account', 'Groups'],
		['ticket', 'Intelligence'],
		['insight', 'Intelligence'],
		['segment', 'Users'],
		['contact', 'Users'],
		['knowledge base', 'Documents'],
		['prd', 'Documents'],
	])('"%s" shows Customer Feedback %s among the first three', async (words, node) => {
		const shown = await editor().search(words);
		await expect
			.poll(async () => (await shown()).slice(0, 3))
			.toContain(`Customer Feedback ${node}`);
	});
});

describe('the Docs link', () => {
	test.each(nodes)('of $name leads to its section of README.md', async ({ description }) => {
		const { displayName, name } = description;
		const workflow = await n8n.createWorkflow({
			name: displayName,
			nodes: [{ name: displayName, type: `${packageJson.name}.${name}` }],
			connections: {},
		});
		const { page } = editor();
		await page.context().route(`${home}**`, async (route) => await route.fulfill(asOnGitHub()));
		await editor().openNode(workflow, displayName);
		const opened = page.waitForEvent('popup');
		await page.locator('[data-test-id="ndv"]').getByText('Docs').click();
		const documentation = await opened;
		await documentation.waitForLoadState();
		const target = await documentation.locator(':target').allInnerTexts();
		await documentation.close();
		expect(target).toEqual([displayName.endsWith('Trigger') ? 'Trigger' : displayName]);
	});
});

/** The page of the repository, which no test calls: its headings, and where they can be jumped to. */
function asOnGitHub(): { contentType: string; body: string } {
	const { headings } = readPage(readFileSync(join(root, 'README.md'), 'utf8'));
	const body = headings.map((title) => `<h2 id="${anchorOf(title)}">${title}</h2>`).join('\n');
	return { contentType: 'text/html', body: `<!doctype html>${body}` };
}
