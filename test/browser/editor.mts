// n8n's own editor in a real browser, for what no API shows: what people find, see and do in it.
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';
import { type Account, owner } from '../n8n-host/host.mts';
import { isBefore } from '../n8n-host/hosts.mjs';

/** The one that is named, the system's, or the one that `npm run test:night -- browser` has brought. */
const executablePath = [
	process.env.CHROMIUM ?? '/usr/bin/chromium',
	chromium.executablePath(),
].find((path) => existsSync(path));

/** Why there can be no editor of this n8n here. */
export const tooOld = isBefore('2.41') ? 'these tests know the editor of 2.41' : undefined;

/** Why there can be no editor here, or undefined where there can. */
export const noBrowser =
	tooOld ??
	(executablePath ? undefined : 'no browser was found; install chromium, or name one in CHROMIUM');

/** How long the editor may take for one step, on a machine that has other things to do. */
export const PATIENCE_MS = 60_000;

/** What n8n's own tests go by. */
selectors.setTestIdAttribute('data-test-id');

export type Theme = 'light' | 'dark';

export async function openBrowser(): Promise<Browser> {
	return await chromium.launch({
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
}

export async function openEditor(
	baseUrl: string,
	{ theme = 'light', account = owner }: { theme?: Theme; account?: Account } = {},
): Promise<Editor> {
	const browser = await openBrowser();
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(PATIENCE_MS);
		// Where n8n keeps what is chosen under Personal Settings.
		await page.addInitScript((chosen) => localStorage.setItem('N8N_THEME', chosen), theme);
		await page.goto(`${baseUrl}/signin`, { waitUntil: 'domcontentloaded' });
		await page.locator('input[name="emailOrLdapLoginId"]').fill(account.email);
		await page.locator('input[name="password"]').fill(account.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
		return new Editor(baseUrl, page);
	} catch (error) {
		await browser.close();
		throw error;
	}
}

export class Editor {
	readonly baseUrl: string;
	readonly page: Page;

	constructor(baseUrl: string, page: Page) {
		this.baseUrl = baseUrl;
		this.page = page;
	}

	/** An empty workflow, and the list of what it could start with. */
	async beginWorkflow(): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').click();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.baseUrl}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
	}

	/** Opens the panel of a node of the open workflow, as a double click on it does. */
	async openNode(node: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
		await this.page.getByTestId('ndv').getByTestId('node-parameters').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'detached' });
	}

	/** Adds a field to the first of the panel's collections that has some to add. */
	async addField(name: string): Promise<void> {
		await this.page.getByTestId('collection-parameter-add').first().click();
		const options = this.page.getByTestId('collection-parameter-option');
		await options.filter({ hasText: new RegExp(`^${name}$`) }).click();
	}

	/** Makes an expression of a field, by its API name, and writes it. */
	async writeExpression(field: string, code: string): Promise<void> {
		const parameter = this.page.locator(
			`[data-test-id="parameter-input-${field}"], [data-test-id="resource-locator-${field}"]`,
		);
		await parameter.last().hover();
		const options = this.page.getByTestId(`${field}-parameter-input-options-container`);
		await options.getByTestId('radio-button-expression').click();
		await this.page.locator('.cm-focused').waitFor();
		await this.page.keyboard.insertText(`{{ ${code} }}`);
		await this.page.locator('.cm-content').filter({ hasText: code }).first().waitFor();
	}

	/** Runs the node whose panel is open, and gives the place where what comes of it stands, good or bad. */
	async execute(): Promise<Locator> {
		await this.page.getByTestId('node-execute-button').first().click();
		const output = this.page.getByTestId('output-panel');
		await output
			.locator('[data-test-id="node-run-info"], [data-test-id="node-error-message"]')
			.first()
			.waitFor();
		return output;
	}

	/** From the open panel of a node to an empty credential for it, where there are others already. */
	async beginCredential(): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByTestId('node-credentials-select-item-new').click();
	}

	async fillCredential(fields: { baseUrl: string; apiKey: string }): Promise<void> {
		for (const name of ['baseUrl', 'apiKey'] as const) {
			await this.page.getByTestId(`parameter-input-${name}`).locator('input').fill(fields[name]);
		}
	}

	/** n8n tests it at once, and closes the dialog where the test passes. */
	async saveCredential(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	async close(): Promise<void> {
		await this.page.context().browser()?.close();
	}
}
