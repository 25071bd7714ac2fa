// n8n's own editor in a real browser, for what no API shows: does the node's panel come up, and how does it look.
// By hand, against an n8n that runs (`npm run demo`):
//   node test/e2e/editor.mts <base URL> <workflow id> <node name> <screenshot.png>
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { owner } from '../n8n-host/host.mts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why there can be no editor here, or undefined where there can. */
export const noBrowser = existsSync(executablePath)
	? undefined
	: `no browser at ${executablePath}; install chromium, or name one in CHROMIUM`;

export interface Editor {
	readonly page: Page;
	/** Opens the panel of a node, as a double click on it does. Gives the text that stands in it. */
	openNode(workflowId: string, node: string): Promise<string>;
	screenshot(path: string): Promise<void>;
	close(): Promise<void>;
}

/** A browser that is logged in as the owner. */
export async function openEditor(baseUrl: string): Promise<Editor> {
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
	try {
		await page.goto(`${baseUrl}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[name="password"]').fill(owner.password);
		await page.locator('[data-test-id="form-submit-button"]').click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	} catch (error) {
		await browser.close();
		throw error;
	}
	return {
		page,
		async openNode(workflowId, node) {
			await page.goto(`${baseUrl}/workflow/${workflowId}`);
			const onCanvas = page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`);
			await onCanvas.dblclick();
			const panel = page.locator('[data-test-id="ndv"]');
			await panel.locator('[data-test-id="node-parameters"]').waitFor();
			return await panel.innerText();
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
