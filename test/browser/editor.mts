// n8n's own editor in a real browser, for what no API shows: does the node's panel come up, and how does it look.
// By hand, against an n8n that runs (`npm run demo`):
//   node test/browser/editor.mts <base URL> <workflow id> <node name> <screenshot.png>
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { owner } from '../n8n-host/host.mts';

/** The one that is named, the system's, or the one that `npm run test:browser` has brought. */
const executablePath = process.env.CHROMIUM
	? process.env.CHROMIUM
	: ['/usr/bin/chromium', chromium.executablePath()].find((path) => existsSync(path));

/** Why there can be no editor here, or undefined where there can. */
export const noBrowser =
	executablePath !== undefined && existsSync(executablePath)
		? undefined
		: 'no browser was found; install chromium, or name one in CHROMIUM';

export interface Editor {
	readonly page: Page;
	/** Opens the panel of a node, as a double click on it does. Gives the text that stands in it. */
	openNode(workflowId: string, node: string): Promise<string>;
	/** Opens the list of nodes that can be added to a workflow with something in it. */
	openNodeList(workflowId: string): Promise<void>;
	/** What the open list of nodes shows for a search, best first, as it fills. */
	search(words: string): Promise<() => Promise<string[]>>;
	/** Runs the node whose panel is open, and waits for what comes out, good or bad. */
	execute(): Promise<void>;
	screenshot(path: string): Promise<void>;
	close(): Promise<void>;
}

/** A browser that is logged in as the owner. */
export async function openEditor(
	baseUrl: string,
	theme: 'light' | 'dark' = 'light',
): Promise<Editor> {
	const browser = await chromium.launch({
		executablePath,
		args: [
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
	page.setDefaultTimeout(90_000);
	// Where n8n keeps what is chosen under Personal Settings.
	await page.addInitScript((chosen) => localStorage.setItem('N8N_THEME', chosen), theme);
	try {
		await page.goto(`${baseUrl}/signin`, { waitUntil: 'domcontentloaded' });
		await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[name="password"]').fill(owner.password);
		await page.locator('[data-test-id="form-submit-button"]').click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	} catch (error) {
		await browser.close();
		throw error;
	}
	const onCanvas = (which = '') => page.locator(`[data-test-id="canvas-node"]${which}`);
	return {
		page,
		async openNode(workflowId, node) {
			await page.goto(`${baseUrl}/workflow/${workflowId}`);
			await onCanvas(`[data-node-name="${node}"]`).dblclick();
			const panel = page.locator('[data-test-id="ndv"]');
			await panel.locator('[data-test-id="node-parameters"]').waitFor();
			return await panel.innerText();
		},
		async openNodeList(workflowId) {
			await page.goto(`${baseUrl}/workflow/${workflowId}`);
			await onCanvas().first().waitFor();
			await page.locator('[data-test-id="node-creator-plus-button"]').click();
		},
		async search(words) {
			const bar = page.locator('[data-test-id="node-creator"] input');
			// First to where nothing is found, so that what stands there afterwards belongs to these words.
			await bar.fill('no node is called like this');
			await page.locator('[data-test-id="node-creator-no-results"]').waitFor();
			await bar.fill(words);
			return async () =>
				await page.locator('[data-test-id="node-creator-item-name"]').allInnerTexts();
		},
		async execute() {
			await page.locator('[data-test-id="node-execute-button"]').first().click();
			const output = page.locator('[data-test-id="output-panel"]');
			await output
				.locator('[data-test-id="ndv-data-container"], [data-test-id="node-error-message"]')
				.first()
				.waitFor();
		},
		screenshot: async (path) => void (await page.screenshot({ path })),
		close: async () => await browser.close(),
	};
}

if (import.meta.main) {
	const [baseUrl, workflowId, node, path] = process.argv.slice(2);
	if (noBrowser) throw new Error(noBrowser);
	const editor = await openEditor(baseUrl);
	await editor.openNode(workflowId, node);
	await editor.screenshot(path);
	await editor.close();
}
