// Whether people find the nodes: by the words they type into n8n's list of nodes, and from the panel to the documentation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nodes, root } from '../contract/nodes.mts';
import { sharedN8n } from '../e2e/session.mts';
import { readPage } from '../package/markdown.mts';
import { homeOf } from '../prose/links.mts';
import { noBrowser } from './editor.mts';
import { sharedEditor } from './session.mts';

const n8n = await sharedN8n();
const editor = sharedEditor();
const { pages } = homeOf(packageJson.repository.url);

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

describe('the Docs link', () => {
	beforeAll(async () => {
		const workflow = await n8n.createWorkflow({
			name: 'One of each',
			nodes: nodes.map(({ description: { displayName, name } }) => ({
				name: displayName,
				type: `${packageJson.name}.${name}`,
			})),
			connections: {},
		});
		if (noBrowser) return;
		const { page } = editor();
		await page
			.context()
			.route(
				`${pages}/**`,
				async (route) => await route.fulfill(asOnGitHub(route.request().url())),
			);
		await editor().openWorkflow(workflow);
	});

	test.each(nodes)('of $name leads to its page in docs/', async ({ description }) => {
		const { displayName } = description;
		const { page } = editor();
		await editor().openNode(displayName);
		const opened = page.waitForEvent('popup');
		await page.getByTestId('ndv').getByText('Docs').click();
		const documentation = await opened;
		await documentation.waitForLoadState();
		const title = await documentation.locator('h1').innerText();
		await documentation.close();
		await editor().closeNode();
		expect(title).toBe(displayName);
	});
});

/** A page of the repository by its title, since no test calls the web. */
function asOnGitHub(address: string): { contentType: string; body: string } {
	const file = join(root, address.slice(pages.length));
	const [title] = readPage(readFileSync(file, 'utf8')).headings;
	return { contentType: 'text/html', body: `<!doctype html><h1>${title}</h1>` };
}
